import { PlusOutlined } from '@ant-design/icons';
import type { ReportSchedule } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { schedulesQuery } from '../../api/schedules';
import { Panel } from '../../widgets/panel';
import { ScheduleDialog } from './schedule-dialog';
import { ScheduleItem } from './schedule-item';
import styles from './schedules.module.css';

const HEIGHT = 160;

/** Reports that go out by e-mail: what of, when, to whom, and how the last one ended. For administrators. */
export default function Schedules(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(schedulesQuery(client));
  const [open, setOpen] = useState<ReportSchedule | 'new'>();
  return (
    <>
      <Panel
        title={t('route.schedules')}
        extra={<Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>{t('schedule.add')}</Button>}
        asked={asked}
        minHeight={HEIGHT}
        anyHeight
        empty={({ list }) => (list.length === 0 ? { title: t('schedule.none'), hint: t('schedule.noneHint') } : undefined)}
      >
        {({ list }) => <ul className={styles.list}>{list.map((schedule) => <ScheduleItem key={schedule.id} schedule={schedule} onEdit={() => setOpen(schedule)} />)}</ul>}
      </Panel>
      <ScheduleDialog schedule={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
