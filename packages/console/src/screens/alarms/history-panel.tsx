import { ALARM_KINDS, type Alarm, type AlarmKind } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Select, Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmListQuery } from '../../api/alarms';
import { useClient } from '../../api/client-context';
import { Panel } from '../../widgets/panel';
import { usePaging } from '../../widgets/paging';
import type { UrlChanges } from '../../widgets/use-url-state';
import { historyChanges, type HistoryState } from './alarm-state';
import styles from './alarms.module.css';
import { useAlarmColumns } from './use-alarm-columns';

const HEIGHT = 160;
const WIDTH = 1_086;
const ALL = 'all';

interface Props {
  readonly state: HistoryState;
  readonly onChange: (changes: UrlChanges) => void;
}

/** What is and was wrong, the last begun first. */
export function HistoryPanel({ state, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(alarmListQuery(client, { kind: state.kind, page: state.page, per_page: state.perPage }));
  const columns = useAlarmColumns(true);
  const paging = usePaging({ page: state.page, perPage: state.perPage, total: asked.data?.meta.pagination.total ?? 0 });
  return (
    <Panel
      title={t('alarm.history')}
      extra={
        <Select<AlarmKind | typeof ALL>
          aria-label={t('alarm.what')}
          className={styles.kinds ?? ''}
          popupMatchSelectWidth={false}
          value={state.kind === '' ? ALL : state.kind}
          options={[{ value: ALL, label: t('alarm.allKinds') }, ...ALARM_KINDS.map((kind) => ({ value: kind, label: t(`alarm.kind.${kind}`) }))]}
          onChange={(kind) => onChange(historyChanges(state, { kind: kind === ALL ? '' : kind }))}
        />
      }
      asked={asked}
      minHeight={HEIGHT}
      anyHeight
      empty={({ list }) => (list.length === 0 ? { title: t('alarm.noHistory') } : undefined)}
    >
      {({ list }) => (
        <Table<Alarm>
          size="small"
          rowKey="id"
          dataSource={list}
          columns={columns}
          pagination={paging}
          scroll={{ x: WIDTH }}
          onChange={({ current, pageSize }) => onChange(historyChanges(state, { page: current ?? 1, perPage: pageSize ?? state.perPage }))}
        />
      )}
    </Panel>
  );
}
