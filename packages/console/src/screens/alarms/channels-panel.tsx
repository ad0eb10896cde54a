import { PlusOutlined } from '@ant-design/icons';
import type { AlarmChannel } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmChannelsQuery, alarmsChanged, removeAlarmChannel, testAlarmChannel } from '../../api/alarms';
import { useClient } from '../../api/client-context';
import { useNotices } from '../../widgets/notices';
import { Panel } from '../../widgets/panel';
import styles from './alarms.module.css';
import { ChannelDialog } from './channel-dialog';

const HEIGHT = 100;

/** Where alarms are sent. */
export function ChannelsPanel(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(alarmChannelsQuery(client));
  const [open, setOpen] = useState<AlarmChannel | 'new'>();
  return (
    <>
      <Panel
        title={t('alarm.channels')}
        extra={<Button icon={<PlusOutlined />} onClick={() => setOpen('new')}>{t('alarm.addChannel')}</Button>}
        asked={asked}
        minHeight={HEIGHT}
        anyHeight
        empty={({ list }) => (list.length === 0 ? { title: t('alarm.noChannels'), hint: t('alarm.noChannelsHint') } : undefined)}
      >
        {({ list }) => <ul className={styles.channels}>{list.map((channel) => <Channel key={channel.id} channel={channel} onEdit={() => setOpen(channel)} />)}</ul>}
      </Panel>
      <ChannelDialog channel={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

function Channel({ channel, onEdit }: { readonly channel: AlarmChannel; readonly onEdit: () => void }): ReactNode {
  const { t } = useTranslation();
  const { modal, message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: () => testAlarmChannel(client, channel.id),
    onSuccess: async (state) => {
      void (state === 'sent' ? message.success(t('alarm.state.sent')) : message.error(t(`alarm.state.${state}`)));
      await alarmsChanged(queries);
    },
  });
  const remove = useMutation({ mutationFn: () => removeAlarmChannel(client, channel.id), onSuccess: () => alarmsChanged(queries) });
  const ask = () => {
    modal.confirm({
      title: t('alarm.removeTitle', { name: channel.name }),
      content: t('alarm.removeText'),
      okText: t('alarm.remove'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => remove.mutateAsync().then(undefined, () => undefined),
    });
  };
  const action = (name: string) => `${name} ${channel.name}`;
  return (
    <li className={styles.channel}>
      <span className={styles.about}>
        <span><bdi>{channel.name}</bdi> <Tag>{t(`alarm.via.${channel.kind}`)}</Tag>{channel.enabled ? null : <Tag>{t('alarm.off')}</Tag>}</span>
        <span className={styles.muted}><bdi>{channel.target}</bdi>{channel.recipients === '' ? null : <> → <bdi>{channel.recipients}</bdi></>}</span>
        <span className={channel.last_state === null || channel.last_state === 'sent' ? styles.muted : styles.on}>{channel.last_state === null ? t('alarm.neverSent') : `${channel.last_at} ${t(`alarm.state.${channel.last_state}`)}`}</span>
      </span>
      <span className={styles.actions}>
        <Button size="small" loading={test.isPending} aria-label={action(t('alarm.test'))} onClick={() => test.mutate()}>{t('alarm.test')}</Button>
        <Button size="small" type="link" aria-label={action(t('alarm.edit'))} onClick={onEdit}>{t('alarm.edit')}</Button>
        <Button size="small" type="link" danger aria-label={action(t('alarm.remove'))} onClick={ask}>{t('alarm.remove')}</Button>
      </span>
    </li>
  );
}
