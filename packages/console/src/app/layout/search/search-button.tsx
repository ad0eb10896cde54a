import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../../../widgets/preferences';
import type { ConsoleRoute } from '../../routes';
import styles from './search.module.css';
import { opensSearch } from './shortcut';

const SearchPalette = lazy(() => import('./search-palette'));

/** As it stands on the button; a Mac's own key does as well. */
const KEYS = 'Ctrl K';

interface Props {
  readonly routes: readonly ConsoleRoute[];
  readonly wide: boolean;
}

/** Opens the menu search, as do Ctrl+K, Cmd+K and '/'. */
export function SearchButton({ routes, wide }: Props): ReactNode {
  const { t } = useTranslation();
  const slash = usePreference(({ shortcuts }) => shortcuts);
  const [open, setOpen] = useState(false);
  // Fetched when it is first wanted, and kept for its closing movement.
  const [wanted, setWanted] = useState(false);
  // The field takes the focus before the dialog could see where it was.
  const before = useRef<Element>(null);
  const show = useCallback(() => {
    before.current = document.activeElement;
    setWanted(true);
    setOpen(true);
  }, []);
  const returnFocus = () => {
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!opensSearch(event, slash)) return;
      event.preventDefault();
      if (!open) show();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [slash, open, show]);
  return (
    <>
      <Button type={wide ? 'default' : 'text'} className={wide ? (styles.button ?? '') : ''} icon={<SearchOutlined />} aria-label={wide ? `${t('search.prompt')} ${KEYS}: ${t('search.open')}` : t('search.open')} aria-haspopup="dialog" aria-keyshortcuts="Control+K Meta+K" onClick={show}>
        {wide ? <span className={styles.prompt} aria-hidden="true">{t('search.prompt')} <kbd className={styles.key}>{KEYS}</kbd></span> : null}
      </Button>
      {wanted ? <Suspense fallback={null}><SearchPalette routes={routes} open={open} onClose={() => setOpen(false)} onClosed={returnFocus} /></Suspense> : null}
    </>
  );
}
