import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Input, type InputRef, Modal } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import readings from 'virtual:title-readings';
import { useClient } from '../../../api/client-context';
import { domainListQuery } from '../../../api/common';
import { useLanguage } from '../../../widgets/language';
import { usePreference } from '../../../widgets/preferences';
import { useSession } from '../../../widgets/session';
import { menuRoutes } from '../../menu';
import type { ConsoleRoute } from '../../routes';
import { siteHome } from '../switch-site';
import { createMenuSearch, menuDocs } from './menu-search';
import { type Found, foundScreens, foundSites } from './found';
import styles from './search.module.css';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly open: boolean;
  readonly onClose: () => void;
  /** It is gone. */
  readonly onClosed: () => void;
}

const NO_READINGS = {};
const LIST = 'search-results';
const optionId = (place: number): string => `${LIST}-${place}`;

/** The menu by typing: the same screens, with the same site, as the sidebar offers; and the sites themselves. */
export default function SearchPalette({ routes, open, onClose, onClosed }: Props): ReactNode {
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  return (
    <Modal
      open={open}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      style={{ top: 72 }}
      styles={{ container: { padding: 0, overflow: 'hidden' }, header: { display: 'none' } }}
      title={t('search.open')}
      destroyOnHidden
      afterClose={onClosed}
    >
      <Palette routes={routes} field={field} onClose={onClose} />
    </Modal>
  );
}

function Palette({ routes, field, onClose }: { readonly routes: readonly ConsoleRoute[]; readonly field: React.RefObject<InputRef | null>; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const found = useFound(routes, text);
  const place = Math.min(marked, found.length - 1);

  useEffect(() => field.current?.focus(), [field]);
  useEffect(() => {
    document.getElementById(optionId(place))?.scrollIntoView({ block: 'nearest' });
  }, [place]);

  const choose = (chosen: Found | undefined) => {
    if (!chosen) return;
    onClose();
    void navigate(chosen.target);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || found.length === 0) return;
    if (event.key === 'ArrowDown') setMarked((place + 1) % found.length);
    else if (event.key === 'ArrowUp') setMarked((place + found.length - 1) % found.length);
    else if (event.key === 'Enter') choose(found[place]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        ref={field}
        variant="borderless"
        size="large"
        className={styles.field ?? ''}
        // The whole window is the field's.
        style={{ outline: 'none' }}
        prefix={<SearchOutlined className={styles.sign} />}
        value={text}
        placeholder={t('search.placeholder')}
        role="combobox"
        aria-label={t('search.placeholder')}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={LIST}
        {...(found.length > 0 ? { 'aria-activedescendant': optionId(place) } : {})}
        onChange={({ target }) => {
          setText(target.value);
          setMarked(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={LIST} role="listbox" aria-label={t('search.results')} className={styles.list}>
        {found.map((item, index) => (
          // The keyboard works from the field, which says by aria-activedescendant what is marked.
          <div key={item.key} id={optionId(index)} role="option" aria-selected={index === place} tabIndex={-1} className={styles.option} onMouseMove={() => setMarked(index)} onClick={() => choose(item)} onKeyDown={onKeyDown}>
            <item.icon />
            <span className={styles.titles}>
              {item.ancestors.map((title) => <span key={title} className={styles.ancestor}>{title}<span className={styles.step} aria-hidden="true">›</span></span>)}
              {item.title}
            </span>
            <span className={styles.detail}>{item.detail}</span>
          </div>
        ))}
      </div>
      {found.length === 0 ? <p className={styles.none} role="status">{t('search.none')}</p> : null}
      <div className={styles.keys} aria-hidden="true">
        <span><kbd className={styles.key}>↑</kbd><kbd className={styles.key}>↓</kbd>{t('search.keyMove')}</span>
        <span><kbd className={styles.key}>↵</kbd>{t('search.keyOpen')}</span>
        <span><kbd className={styles.key}>Esc</kbd>{t('search.keyClose')}</span>
      </div>
    </>
  );
}

function useFound(routes: readonly ConsoleRoute[], text: string): readonly Found[] {
  const { t } = useTranslation();
  const { user } = useSession();
  const { language } = useLanguage();
  const pinyin = usePreference(({ pinyinSearch }) => pinyinSearch);
  const { pathname } = useLocation();
  const [parameters] = useSearchParams();
  const client = useClient();
  const { data: sites } = useQuery(domainListQuery(client));
  const domain = parameters.get('domain') ?? '';
  const offered = useMemo(() => menuRoutes(routes, user, domain), [routes, user, domain]);
  const search = useMemo(() => createMenuSearch(menuDocs(offered, t, language === 'zh' && pinyin ? readings : NO_READINGS)), [offered, t, language, pinyin]);
  return [...foundScreens(offered, search(text), domain), ...foundSites(sites ?? [], text, { pathname, parameters, routes, home: siteHome(routes, user) })];
}
