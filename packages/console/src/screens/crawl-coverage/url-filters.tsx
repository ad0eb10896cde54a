import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../widgets/search-box';
import type { UrlChanges } from '../../widgets/use-url-state';
import { type CoverageState, ONLY, YES_NO } from './coverage-state';
import styles from './crawl-coverage.module.css';

const SEARCH_WIDTH = 220;
const PICKER = { allowClear: true, popupMatchSelectWidth: false } as const;

interface Props {
  readonly state: CoverageState;
  /** Those that have columns. */
  readonly crawlers: readonly string[];
  readonly onNarrow: (changes: UrlChanges) => void;
}

/** What narrows the list of addresses. */
export function UrlFilters({ state, crawlers, onNarrow }: Props): ReactNode {
  const { t } = useTranslation();
  const names = [...new Set([...crawlers, ...(state.never === '' ? [] : [state.never])])];
  const picker = (key: 'listed' | 'visited' | 'crawled' | 'only' | 'never', label: string, options: readonly { readonly value: string; readonly label: string }[]) => (
    <Select {...PICKER} aria-label={label} placeholder={label} style={{ minWidth: 140 }} value={state[key] === '' ? null : state[key]} options={[...options]} onChange={(value: string | null | undefined) => onNarrow({ [key]: value ?? undefined })} />
  );
  return (
    <div className={styles.filters}>
      <SearchBox value={state.search} label={t('list.search')} width={SEARCH_WIDTH} onSearch={(q) => onNarrow({ q: q === '' ? undefined : q.slice(0, 200) })} />
      {picker('never', t('coverage.never'), names.map((name) => ({ value: name, label: name })))}
      {picker('only', t('coverage.only'), ONLY.map((value) => ({ value, label: t(`coverage.only.${value}`) })))}
      {picker('listed', t('coverage.sitemap'), YES_NO.map((value) => ({ value, label: t(`coverage.listed.${value}`) })))}
      {picker('crawled', t('coverage.crawlers'), YES_NO.map((value) => ({ value, label: t(`coverage.crawled.${value}`) })))}
      {picker('visited', t('coverage.people'), YES_NO.map((value) => ({ value, label: t(`coverage.visited.${value}`) })))}
    </div>
  );
}
