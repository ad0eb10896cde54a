import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterChip } from '../../widgets/filter-chips';
import { useCharts } from '../../widgets/lazy-chart';
import { ListScreen } from '../../widgets/list-screen';
import { RangeBar } from '../../widgets/range-bar';
import { useScreenFilter } from '../../widgets/use-screen-filter';
import type { UrlChanges } from '../../widgets/use-url-state';
import { type CoverageState, OWN, readCoverageState } from './coverage-state';
import { CoverageView } from './coverage-view';
import styles from './crawl-coverage.module.css';
import { LIFECYCLE, type LifeState, readLifeState } from './lifecycle-state';
import { LifecycleView } from './lifecycle-view';

/** What is of one view alone. */
const NOTHING: UrlChanges = { page: undefined, fold: undefined, sort: undefined, direction: undefined, missing: undefined, listed: undefined, visited: undefined, crawled: undefined, never: undefined, only: undefined };

/** What crawlers do with a site: every known address by crawler, and the way of each from published to visited. All of its state is in the address. */
export default function CrawlCoverage(): ReactNode {
  const { t } = useTranslation();
  const filter = useScreenFilter({ range: { token: '30d' } });
  const { parameters, change, scope } = filter;
  const state = readCoverageState(parameters);
  const enabled = scope.zone !== undefined && !scope.unknown;
  useCharts();
  const view = parameters.get('view') === LIFECYCLE ? LIFECYCLE : 'urls';
  const life = readLifeState(parameters);
  const narrow = (changes: UrlChanges) => change({ page: undefined, ...changes });
  const chips = useChips(state, life, narrow);
  const top = (completeTo: string | null) => (
    <>
      <RangeBar filter={filter} quick={['recently', '30d', '90d']} ofPeople={false} completeTo={filter.live ? completeTo : null} own={[...OWN, 'missing', 'page']} chips={chips} />
      <Segmented
        className={styles.views ?? ''}
        aria-label={t('route.crawlCoverage')}
        value={view}
        options={[{ value: 'urls', label: t('route.crawlCoverage') }, { value: LIFECYCLE, label: t('lifecycle.title') }]}
        onChange={(next) => change({ ...NOTHING, view: next === 'urls' ? undefined : next })}
      />
    </>
  );
  return <ListScreen domain={filter.domain} scope={scope}>{view === LIFECYCLE ? <LifecycleView state={life} filter={filter} enabled={enabled} renderTop={top} onNarrow={narrow} /> : <CoverageView state={state} filter={filter} enabled={enabled} renderTop={top} onNarrow={narrow} />}</ListScreen>;
}

/** What narrows the list, each to be taken off by itself. */
function useChips(state: CoverageState, life: LifeState, narrow: (changes: UrlChanges) => void): readonly FilterChip[] {
  const { t } = useTranslation();
  const chip = (key: string, name: string, value: string): FilterChip[] => (value === '' ? [] : [{ key, name, value, onRemove: () => narrow({ [key]: undefined }) }]);
  return [
    ...chip('crawlers', t('coverage.columns'), state.crawlers.join(', ')),
    ...chip('q', t('list.contains'), state.search),
    ...chip('listed', t('coverage.sitemap'), state.listed === '' ? '' : t(`coverage.listed.${state.listed}`)),
    ...chip('visited', t('coverage.people'), state.visited === '' ? '' : t(`coverage.visited.${state.visited}`)),
    ...chip('crawled', t('coverage.crawlers'), state.crawled === '' ? '' : t(`coverage.crawled.${state.crawled}`)),
    ...chip('never', t('coverage.never'), state.never),
    ...chip('missing', t('lifecycle.missing'), life.missing === '' ? '' : t(`lifecycle.missing.${life.missing}`)),
    ...chip('only', t('coverage.only'), state.only === '' ? '' : t(`coverage.only.${state.only}`)),
  ];
}
