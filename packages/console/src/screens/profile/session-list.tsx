import { DesktopOutlined, MobileOutlined, TabletOutlined } from '@ant-design/icons';
import type { OwnSession } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { endOtherSessions, endOwnSession, ownSessionsChanged, ownSessionsQuery } from '../../api/profile';
import { useNotices } from '../../widgets/notices';
import { FailedState, Lines } from '../../widgets/panel-state';
import { useSession } from '../../widgets/session';
import styles from './profile.module.css';

const HEIGHT = 120;

/** Where one is signed in, each to be signed out. */
export function SessionList(): ReactNode {
  const { t } = useTranslation();
  const { modal, message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(ownSessionsQuery(client));
  const others = useMutation({
    mutationFn: () => endOtherSessions(client),
    onSuccess: async () => {
      void message.success(t('session.ended'));
      await ownSessionsChanged(queries);
    },
  });
  if (data === undefined) return error ? <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} /> : <Lines minHeight={HEIGHT} rows={3} />;
  const ask = () => {
    modal.confirm({
      title: t('session.endOthersTitle'),
      content: t('session.endOthersText'),
      okText: t('session.endOthers'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      // A failure is told by the shell; the question closes either way.
      onOk: () => others.mutateAsync().then(undefined, () => undefined),
    });
  };
  return (
    <>
      <ul className={styles.sessions}>{data.list.map((session) => <Line key={session.id} session={session} />)}</ul>
      <Button danger disabled={data.list.every(({ current }) => current)} onClick={ask}>{t('session.endOthers')}</Button>
    </>
  );
}

function Line({ session }: { readonly session: OwnSession }): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const { signOut } = useSession();
  const client = useClient();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => endOwnSession(client, session.id),
    onSuccess: async () => {
      void message.success(t('session.ended'));
      await ownSessionsChanged(queries);
    },
  });
  const { browser, os, device_type: device, current, address, created_at: since, last_seen_at: seen } = session;
  const name = browser === '' && os === '' ? t('session.unknownDevice') : [browser, os].filter(Boolean).join(' · ');
  const icon = device === 'mobile' ? <MobileOutlined /> : device === 'tablet' ? <TabletOutlined /> : <DesktopOutlined />;
  return (
    <li className={styles.session}>
      <span className={styles.device} aria-hidden="true">{icon}</span>
      <span className={styles.about}>
        <span className={styles.where}>{name}{current ? <Tag color="blue">{t('session.current')}</Tag> : null}</span>
        <span className={styles.times}>
          <span className={styles.address}>{address}</span>
          <span>{t('session.since', { time: since })}</span>
          <span>{t('session.seen', { time: seen })}</span>
        </span>
      </span>
      <Button size="small" type="link" danger={!current} loading={end.isPending} aria-label={t('session.endOf', { name })} onClick={() => (current ? signOut() : end.mutate())}>{t('session.end')}</Button>
    </li>
  );
}
