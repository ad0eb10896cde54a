import { deviceLogs } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { visitorIpsQuery } from '../../api/visitors';
import { DownloadButton } from '../../widgets/download-button';
import { ListPanel } from '../../widgets/list-table/list-panel';
import { listChanges } from '../../widgets/list-table/list-state';
import { ListScreen } from '../../widgets/list-screen';
import { RangeBar } from '../../widgets/range-bar';
import { SearchBox } from '../../widgets/search-box';
import { useScreenFilter } from '../../widgets/use-screen-filter';
import { IP_LIST, ipInput, ipQuery, IPS_TABLE, readIpState } from './ip-state';
import { useIpColumns } from './use-ip-columns';
import { useIpDetails } from './use-ip-details';

interface Props {
  readonly title: string;
  /** The name of the screen's route. */
  readonly screen: string;
  /** Beside the title: the choice of another list. */
  readonly extra?: ReactNode;
}

/** Visitors' addresses with their country and page views. All of its state is in the address. */
export function VisitorIps({ title, screen, extra }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useScreenFilter({ compare: { token: 'off' } });
  const { parameters, change, scope } = filter;
  const state = readIpState(parameters);
  const asked = useQuery({ ...visitorIpsQuery(client, ipInput(state, filter)), enabled: scope.zone !== undefined && !scope.unknown });
  const columns = useIpColumns(filter);
  const details = useIpDetails(filter, asked.data?.total ?? 0);
  const narrowed = filter.country !== '' || filter.device !== '' || state.search !== '';
  return (
    <ListScreen domain={filter.domain} scope={scope}>
      <RangeBar
        filter={filter}
        quick={['today', 'yesterday', '3d']}
        comparable
        compared={asked.data?.compared}
        completeTo={filter.live ? (asked.data?.cut.complete_to ?? null) : null}
        own={['q', 'page']}
        chips={state.search === '' ? [] : [{ key: 'q', name: t('list.contains'), value: state.search, onRemove: () => change({ q: undefined, page: undefined }) }]}
        more={<SearchBox value={state.search} label={t('visitors.searchIp')} width={190} onSearch={(q) => change({ q: q === '' ? undefined : q, page: undefined })} />}
      />
      <ListPanel
        title={title}
        subject={{ screen, domain: filter.domain, queryTime: filter.queryTime, zone: filter.zone }}
        extra={extra}
        asked={asked}
        table={IPS_TABLE}
        columns={columns}
        rowKey={({ key }) => key}
        state={state}
        details={details}
        totalLabel={t('info.total')}
        renderDownload={(chosen) => <DownloadButton endpoint={deviceLogs.userListExport} input={ipQuery(state, filter)} columns={chosen} />}
        empty={narrowed ? { title: t('panel.noneUnderFilter'), hint: t('panel.noneUnderFilterHint') } : { title: t('panel.noneInRange'), hint: t('panel.noneInRangeHint') }}
        onChange={(part) => change(listChanges(state, part, IP_LIST))}
      />
    </ListScreen>
  );
}
