import { endpoints } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { aiOperatorsQuery, aiPagesQuery } from '../../api/ai';
import { useClient } from '../../api/client-context';
import { DownloadButton } from '../../widgets/download-button';
import { FoldSwitch } from '../../widgets/fold-switch';
import { useCharts } from '../../widgets/lazy-chart';
import { ListPanel } from '../../widgets/list-table/list-panel';
import { listChanges } from '../../widgets/list-table/list-state';
import { ListScreen } from '../../widgets/list-screen';
import { RangeBar } from '../../widgets/range-bar';
import { SearchBox } from '../../widgets/search-box';
import { useScreenFilter } from '../../widgets/use-screen-filter';
import { operatorsInput, OWN, PAGE_LIST, pagesInput, pagesQuery, readAiState, UNFOLDED } from './ai-state';
import styles from './ai-traffic.module.css';
import { OperatorsPanel } from './operators-panel';
import { SentPanel, TakenPanel } from './trend-panels';
import { usePageColumns } from './use-page-columns';

const SEARCH_WIDTH = 220;

/** What AI crawlers take of a site and what assistants send back: by who runs them, over time, and by page. All of its state is in the address. */
export default function AiTraffic(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useScreenFilter({ range: { token: 'recently' } });
  const { parameters, change, scope } = filter;
  const state = readAiState(parameters);
  const enabled = scope.zone !== undefined && !scope.unknown;
  useCharts();
  const operators = useQuery({ ...aiOperatorsQuery(client, operatorsInput(state, filter)), enabled });
  const pages = useQuery({ ...aiPagesQuery(client, pagesInput(state, filter)), enabled });
  const columns = usePageColumns(filter, state, (search) => change({ q: search.slice(0, 200), fold: UNFOLDED, page: undefined }));
  const chip = (key: 'operator' | 'q', name: string, value: string) => (value === '' ? [] : [{ key, name, value, onRemove: () => change({ [key]: undefined, page: undefined }) }]);
  const trend = { domain: filter.domain, query_time: filter.queryTime, operator: state.operator };
  return (
    <ListScreen domain={filter.domain} scope={scope}>
      <RangeBar
        filter={filter}
        comparable
        compared={operators.data?.compared}
        ofPeople={false}
        completeTo={filter.live ? (operators.data?.cut.complete_to ?? null) : null}
        own={[...OWN, 'page']}
        chips={[...chip('operator', t('ai.operator'), state.operator), ...chip('q', t('list.contains'), state.search)]}
      />
      <OperatorsPanel asked={operators} state={state} filter={filter} />
      <div className={styles.pair}>
        <TakenPanel input={trend} />
        <SentPanel input={trend} />
      </div>
      <ListPanel
        title={t('ai.pages')}
        subject={{ screen: 'AiTraffic', domain: filter.domain, queryTime: filter.queryTime, zone: filter.zone }}
        extra={<FoldSwitch value={state.fold} onChange={(fold) => change({ fold: fold === '' ? UNFOLDED : undefined, page: undefined })} />}
        above={<div className={styles.filters}><SearchBox value={state.search} label={t('list.search')} width={SEARCH_WIDTH} onSearch={(q) => change({ q: q === '' ? undefined : q.slice(0, 200), page: undefined })} /></div>}
        asked={pages}
        columns={columns}
        rowKey={({ key }) => key}
        state={state}
        totalLabel={t('info.total')}
        renderDownload={(chosen) => <DownloadButton endpoint={endpoints.ai.pagesExport} input={pagesQuery(state, filter)} columns={chosen} />}
        empty={{ title: t('ai.nothing'), hint: t('ai.nothingHint') }}
        onChange={(part) => change(listChanges(state, part, PAGE_LIST))}
      />
    </ListScreen>
  );
}
