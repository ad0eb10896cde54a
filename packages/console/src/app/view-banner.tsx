import { EyeOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainButton } from '../widgets/plain-button';
import { useSession } from '../widgets/session';
import styles from './view-banner.module.css';

/** Says, as long as it is so, that the console is seen as a role, and ends it. */
export function ViewBanner(): ReactNode {
  const { t } = useTranslation();
  const { user, viewAs } = useSession();
  if (user.viewing === null) return null;
  return (
    <div className={styles.place}>
      <aside className={styles.banner} aria-label={t('view.as', { role: user.viewing.name })}>
        <span><EyeOutlined /> {t('view.banner', { role: user.viewing.name })}</span>
        <PlainButton primary onClick={() => void viewAs(null)}>{t('view.end')}</PlainButton>
      </aside>
    </div>
  );
}
