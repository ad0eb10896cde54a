import { isReportSent, type ReportSchedule, type ReportState } from '@footfall/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { removeSchedule, schedulesChanged, sendSchedule } from '../../api/schedules';
import { useLanguage } from '../../widgets/language';
import { useNotices } from '../../widgets/notices';
import { rhythmText } from './rhythm-text';
import styles from './schedules.module.css';

function stateText(state: ReportState, t: TFunction): string {
  return state === 'no_server' || state === 'no_site' || state === 'no_figures' ? t(`schedule.state.${state}`) : t(`alarm.state.${state}`);
}

/** One report, with how it went last and what can be done with it. */
export function ScheduleItem({ schedule, onEdit }: { readonly schedule: ReportSchedule; readonly onEdit: () => void }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { modal, message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: () => sendSchedule(client, schedule.id),
    onSuccess: async (state) => {
      void (state === 'sent' ? message.success(stateText(state, t)) : message.error(stateText(state, t)));
      await schedulesChanged(queries);
    },
  });
  const remove = useMutation({ mutationFn: () => removeSchedule(client, schedule.id), onSuccess: () => schedulesChanged(queries) });
  const ask = () => {
    modal.confirm({
      title: t('schedule.removeTitle', { name: schedule.name }),
      content: t('schedule.removeText'),
      okText: t('schedule.remove'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => remove.mutateAsync().then(undefined, () => undefined),
    });
  };
  const { name, last_state: state } = schedule;
  const action = (text: string) => `${text} ${name}`;
  return (
    <li className={styles.schedule}>
      <span className={styles.about}>
        <span className={styles.name}><bdi>{name}</bdi> {schedule.domains.map((domain) => <Tag key={domain}>{domain}</Tag>)}{schedule.enabled ? null : <Tag>{t('alarm.off')}</Tag>}</span>
        <span className={styles.muted}>{rhythmText(schedule, locale, t)} ({schedule.time_zone}) → <bdi>{schedule.recipients}</bdi></span>
        {schedule.next_at === '' ? null : <span className={styles.muted}>{t('schedule.next', { time: schedule.next_at.slice(0, 16) })}</span>}
        <span className={state === null || isReportSent(state) ? styles.muted : styles.failed}>{state === null ? t('schedule.neverSent') : t('schedule.last', { time: schedule.last_at, period: schedule.last_period, state: stateText(state, t) })}</span>
      </span>
      <span className={styles.actions}>
        <Button size="small" loading={send.isPending} aria-label={action(t('schedule.send'))} onClick={() => send.mutate()}>{t('schedule.send')}</Button>
        <Button size="small" type="link" aria-label={action(t('schedule.edit'))} onClick={onEdit}>{t('schedule.edit')}</Button>
        <Button size="small" type="link" danger aria-label={action(t('schedule.remove'))} onClick={ask}>{t('schedule.remove')}</Button>
      </span>
    </li>
  );
}
