import { deviceLogs, type VisitRow } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { deviceLogsQuery } from '../../api/report';
import { addressLabel } from '../../lib/text';
import { DownloadButton } from '../../widgets/download-button';
import { fileColumns, type ListColumn } from '../../widgets/list-table/list-column';
import { ListTable } from '../../widgets/list-table/list-table';
import { DetailsDrawer, useRowDetails } from '../../widgets/list-table/row-details';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { Panel } from '../../widgets/panel';
import { PrintButton } from '../../widgets/print-button';
import { PrintTable } from '../../widgets/print-table';
import { usePrinting } from '../../widgets/use-printing';
import { useVisitGroups } from '../../widgets/visit-record/use-visit-groups';
import type { PartProps } from './part-props';

const HEIGHT = 320;

const visitKey = ({ id }: VisitRow): string => id;

/** The visitor's visits one by one, the newest first: time, URL, user agent. Source: specification 1, section 2, "User trajectory". */
export function VisitLog({ who, state, extra, domain, onPage }: PartProps): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { type: _type, ...visitor } = who;
  const asked = useQuery(deviceLogsQuery(client, { ...visitor, page: state.page, per_page: state.perPage }));
  const label = useCallback(({ created_at: time }: VisitRow) => t('report.showDetails', { time }), [t]);
  const { column, row } = useRowDetails(visitKey, label);
  const shown = useColumns(domain);
  const columns = [column, ...shown];
  const printing = usePrinting();
  const groups = useVisitGroups({});
  return (
    <Panel
      title={t('report.title')}
      extra={<>{extra}<DownloadButton endpoint={deviceLogs.userTrajectoryExport} input={who} columns={fileColumns(columns)} /><PrintButton /></>}
      asked={asked}
      minHeight={HEIGHT}
      rows={8}
      anyHeight
      empty={({ list }) => (list.length === 0 ? { title: t('trajectory.nobody'), hint: t('trajectory.nobodyHint') } : undefined)}
    >
      {({ list, meta }) => (
        <>
          {printing ? (
            <PrintTable rows={list} rowKey={visitKey} columns={shown} text={(visit, key) => shown.find((one) => one.key === key)?.render(visit, 0)} />
          ) : (
            <ListTable rows={list} rowKey={visitKey} columns={columns} state={state} total={meta.pagination.total} onChange={({ page = state.page, perPage = state.perPage }) => onPage(page, perPage)} />
          )}
          <DetailsDrawer rows={list} rowKey={visitKey} row={row} title={t('report.details')} groups={groups} />
        </>
      )}
    </Panel>
  );
}

function useColumns(domain: string): readonly ListColumn<VisitRow>[] {
  const { t } = useTranslation();
  const address = useCallback((url: string) => <span><LongText text={url} label={addressLabel(url, domain)} max={80} /><OutsideLink address={url} /></span>, [domain]);
  return [
    { key: 'created_at', title: t('field.created_at'), width: 170, render: ({ created_at: time }) => <span className="ff-number">{time}</span> },
    { key: 'url', title: t('field.url'), width: 360, grow: true, render: ({ url }) => address(url) },
    { key: 'user_agent', title: t('field.user_agent'), width: 460, render: ({ user_agent: agent }) => <span title={agent}>{agent}</span> },
  ];
}
