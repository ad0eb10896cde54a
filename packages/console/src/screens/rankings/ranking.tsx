import { home } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { topListQuery } from '../../api/home';
import { DownloadButton } from '../../widgets/download-button';
import { listChanges } from '../../widgets/list-table/list-state';
import { ListPanel } from '../../widgets/list-table/list-panel';
import { ListScreen } from '../../widgets/list-screen';
import { RangeBar } from '../../widgets/range-bar';
import { SearchBox } from '../../widgets/search-box';
import { useScreenFilter } from '../../widgets/use-screen-filter';
import { FOLD_OF, OWN, RANKING_LIST, rankingInput, rankingQuery, type RankingType, readRankingState } from './ranking-state';
import { useRankingColumns } from './use-ranking-columns';

const TITLES = { url: 'route.visitUrl', entry_url: 'route.visitEntryUrl', referer: 'route.visitReferer' } as const;
/** The names of the screens' routes. */
const SCREENS = { url: 'visitUrl', entry_url: 'visitEntryUrl', referer: 'visitReferer' } as const;
/** Under which name the choice of columns is kept; entry pages have none. Source: specification 1, section 2, "Rankings". */
const TABLES: Readonly<Record<RankingType, string | undefined>> = { url: 'visit_url', entry_url: undefined, referer: 'visit_referer' };

/** Pages, entry pages or referrers by PV, the whole list. All of its state is in the address. */
export function Ranking({ type }: { readonly type: RankingType }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useScreenFilter({ compare: { token: 'off' } });
  const { parameters, change, scope } = filter;
  const state = readRankingState(parameters, type);
  const asked = useQuery({ ...topListQuery(client, rankingInput(type, state, filter)), enabled: scope.zone !== undefined && !scope.unknown });
  const columns = useRankingColumns(type, filter, state.fold, (search) => change({ q: search, fold: undefined, page: undefined }));
  const table = TABLES[type];
  const searchChip = state.search === '' ? [] : [{ key: 'q', name: t('list.contains'), value: state.search, onRemove: () => change({ q: undefined, page: undefined }) }];
  const narrowed = filter.country !== '' || filter.device !== '' || state.search !== '';
  return (
    <ListScreen domain={filter.domain} scope={scope}>
      <RangeBar
        filter={filter}
        comparable
        compared={asked.data?.compared}
        completeTo={filter.live ? (asked.data?.cut.complete_to ?? null) : null}
        own={[...OWN, 'page']}
        chips={searchChip}
        more={<SearchBox value={state.search} label={t('list.search')} width={200} onSearch={(q) => change({ q: q === '' ? undefined : q, page: undefined })} />}
      />
      <ListPanel
        title={t(TITLES[type])}
        subject={{ screen: SCREENS[type], domain: filter.domain, queryTime: filter.queryTime, zone: filter.zone }}
        extra={
          <Segmented
            aria-label={t('ranking.fold')}
            value={state.fold}
            options={[{ value: '', label: t(type === 'referer' ? 'ranking.byUrl' : 'ranking.byAddress') }, { value: FOLD_OF[type], label: t(type === 'referer' ? 'ranking.byHost' : 'ranking.byPath') }]}
            onChange={(fold) => change({ fold: fold === '' ? undefined : fold, page: undefined })}
          />
        }
        asked={asked}
        {...(table === undefined ? {} : { table })}
        columns={columns}
        rowKey={({ key }) => key}
        state={state}
        totalLabel={t('info.total')}
        renderDownload={(chosen) => <DownloadButton endpoint={home.topListExport} input={rankingQuery(type, state, filter)} columns={chosen} />}
        empty={narrowed ? { title: t('panel.noneUnderFilter'), hint: t('panel.noneUnderFilterHint') } : { title: t('panel.noneInRange'), hint: t('panel.noneInRangeHint') }}
        onChange={(part) => change(listChanges(state, part, RANKING_LIST))}
      />
    </ListScreen>
  );
}
