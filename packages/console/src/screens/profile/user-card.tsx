import { CameraOutlined, DeleteOutlined } from '@ant-design/icons';
import { ADMIN_ROLE, type UserSession } from '@footfall/contract';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../widgets/avatar';
import styles from './profile.module.css';
import { useAvatarRemoval } from './use-avatar-upload';

/** Only whoever changes the picture fetches what crops it. */
const AvatarDialog = lazy(() => import('./avatar-dialog'));

const SIZE = 96;

const raised = (key: string): string => key.slice(0, 1).toUpperCase() + key.slice(1);

/** Who one is, as others see it. Source: specification 2, section 2; CONSOLE, section 1.17. */
export function UserCard({ user }: { readonly user: UserSession }): ReactNode {
  const { t } = useTranslation();
  const [cropping, setCropping] = useState(false);
  const removal = useAvatarRemoval();
  const roles = user.roles.map((key) => (key === ADMIN_ROLE ? t('role.administrator') : raised(key))).join(' | ');
  return (
    <div className={styles.card}>
      <Avatar name={user.name || user.username} src={user.avatar} size={SIZE} />
      <div className={styles.picture}>
        <Button size="small" icon={<CameraOutlined />} onClick={() => setCropping(true)}>{t('avatar.change')}</Button>
        {user.avatar === '' ? null : <Button size="small" type="text" icon={<DeleteOutlined />} aria-label={t('avatar.remove')} title={t('avatar.remove')} loading={removal.isPending} onClick={() => removal.mutate()} />}
      </div>
      <div className={styles.name}>{user.name || user.username}</div>
      <div className={`${styles.muted} ${styles.roles}`}>{roles}</div>
      <dl className={styles.facts}>
        <div><dt>{t('login.username')}</dt><dd>{user.username}</dd></div>
        <div><dt>{t('user.email')}</dt><dd>{user.email || t('common.none')}</dd></div>
        {user.introduction === '' ? null : <div><dt>{t('profile.introduction')}</dt><dd className={styles.introduction}>{user.introduction}</dd></div>}
      </dl>
      {cropping ? <Suspense fallback={null}><AvatarDialog onClose={() => setCropping(false)} /></Suspense> : null}
    </div>
  );
}
