import { endpoints } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { spiderLogQuery } from '../../api/spiders';
import { DownloadButton } from '../../widgets/download-button';
import type { FilterChip } from '../../widgets/filter-chips';
import { useCharts } from '../../widgets/lazy-chart';
import { ListPanel } from '../../widgets/list-table/list-panel';
import { listChanges } from '../../widgets/list-table/list-state';
import { ListScreen } from '../../widgets/list-screen';
import { RangeBar } from '../../widgets/range-bar';
import { SearchBox } from '../../widgets/search-box';
import { SpiderPickers } from '../../widgets/spider-pickers';
import { useSpiderType } from '../../widgets/spider-type';
import { useScreenFilter } from '../../widgets/use-screen-filter';
import type { UrlChanges } from '../../widgets/use-url-state';
import { HIT_LIST, hitInput, HITS_TABLE, logInput, logQuery, type LogState, OWN, readLogState } from './log-state';
import styles from './spider-log.module.css';
import { AuthenticityPanel } from './authenticity-panel';
import { StatusesPanel, UrlsPanel } from './top-panels';
import { TrendPanel } from './trend-panel';
import { TypePanel } from './type-panel';
import { useHitColumns } from './use-hit-columns';

const SEARCH_WIDTH = 220;

/** The hits of crawlers: by type, over time, what they asked for, and one by one. All of its state is in the address. */
export default function SpiderLog(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useScreenFilter();
  const { parameters, change, scope } = filter;
  const state = readLogState(parameters);
  const input = hitInput(state, filter);
  const enabled = scope.zone !== undefined && !scope.unknown;
  useCharts();
  const asked = useQuery({ ...spiderLogQuery(client, logInput(state, filter)), enabled });
  const columns = useHitColumns(filter.domain, state.agent, change);
  const setType = (type: string) => change({ type, spider_id: undefined, name: undefined, page: undefined });
  return (
    <ListScreen domain={filter.domain} scope={scope}>
      <RangeBar
        filter={filter}
        quick={['today', 'yesterday', 'before_yesterday']}
        ofPeople={false}
        completeTo={filter.live ? (asked.data?.cut.complete_to ?? null) : null}
        own={[...OWN, 'page']}
        chips={useChips(state, change)}
      />
      <div className={styles.pair}>
        <TypePanel filter={filter} onType={setType} />
        <TrendPanel input={input} />
      </div>
      <div className={styles.pair}>
        <UrlsPanel input={input} onChange={change} />
        <StatusesPanel input={input} onChange={change} />
      </div>
      <div className={styles.whole}><AuthenticityPanel input={input} onChange={change} /></div>
      <ListPanel
        title={t('route.spiderLog')}
        subject={{ screen: 'SpiderLog', domain: filter.domain, queryTime: filter.queryTime, zone: filter.zone }}
        above={
          <div className={styles.filters}>
            <SpiderPickers type={state.type} spiderId={state.spiderId} onChange={({ type, spiderId }) => change({ type: type === '' ? undefined : type, spider_id: spiderId === undefined ? undefined : String(spiderId), name: undefined, page: undefined })} />
            <SearchBox value={state.agent} label={t('spider.agentSearch')} width={SEARCH_WIDTH} onSearch={(q) => change({ q: q === '' ? undefined : q.slice(0, 200), page: undefined })} />
          </div>
        }
        asked={asked}
        table={HITS_TABLE}
        columns={columns}
        rowKey={({ id, created_at: at }) => `${id} ${at}`}
        state={state}
        renderDownload={(chosen) => <DownloadButton endpoint={endpoints.spiders.logExport} input={logQuery(state, filter)} columns={chosen} />}
        empty={{ title: t('spider.noHits'), hint: t('spider.noHitsHint') }}
        onChange={(part) => change(listChanges(state, part, HIT_LIST))}
      />
    </ListScreen>
  );
}

/** What narrows the log, each to be taken off by itself. */
function useChips(state: LogState, change: (changes: UrlChanges) => void): readonly FilterChip[] {
  const { t } = useTranslation();
  const nameOf = useSpiderType();
  const chip = (key: string, name: string, value: string, also: UrlChanges = {}): FilterChip[] => (value === '' ? [] : [{ key, name, value, onRemove: () => change({ [key]: undefined, page: undefined, ...also }) }]);
  return [
    ...chip('type', t('spider.type'), nameOf(state.type), { spider_id: undefined, name: undefined }),
    ...chip('spider_id', t('spider.name'), state.spiderId === undefined ? '' : `#${String(state.spiderId)}`),
    ...chip('name', t('spider.name'), state.name),
    ...chip('ip', t('field.ip'), state.ip),
    ...chip('q', t('field.user_agent'), state.agent),
    ...chip('url', t('field.url'), state.url),
    ...chip('address', t('field.url'), state.address),
    ...chip('operator', t('ai.operator'), state.operator),
    ...chip('authenticity', t('authenticity.verdict'), state.authenticity === '' ? '' : t(`authenticity.${state.authenticity}`)),
    ...chip('status', t('spider.code'), state.status === 'none' ? t('common.unknown') : state.status),
  ];
}
