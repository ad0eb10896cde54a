import type { Alarm } from '@footfall/contract';
import { ReloadOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmListQuery, alarmsChanged, lookForAlarms } from '../../api/alarms';
import { useClient } from '../../api/client-context';
import { useNotices } from '../../widgets/notices';
import { Panel } from '../../widgets/panel';
import { useAlarmColumns } from './use-alarm-columns';

const HEIGHT = 120;
const MOST = 500;
const WIDTH = 934;

/** What is wrong now. */
export function NowPanel(): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const asked = useQuery(alarmListQuery(client, { state: 'on', per_page: MOST }));
  const columns = useAlarmColumns(false);
  const look = useMutation({
    mutationFn: () => lookForAlarms(client),
    onSuccess: async (num) => {
      void message.success(t('alarm.looked', { num }));
      await alarmsChanged(queries);
    },
  });
  return (
    <Panel
      title={t('alarm.now')}
      extra={<Button icon={<ReloadOutlined />} loading={look.isPending} onClick={() => look.mutate()}>{t('alarm.look')}</Button>}
      asked={asked}
      minHeight={HEIGHT}
      anyHeight
      empty={({ list }) => (list.length === 0 ? { title: t('alarm.noneNow'), hint: t('alarm.noneNowHint') } : undefined)}
    >
      {({ list }) => <Table<Alarm> size="small" rowKey="id" dataSource={list} columns={columns} pagination={false} scroll={{ x: WIDTH }} />}
    </Panel>
  );
}
