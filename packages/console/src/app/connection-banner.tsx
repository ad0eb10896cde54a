import { DisconnectOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isLive } from '../api/live';
import { useReach, useRecovery } from '../widgets/recovery';
import styles from './connection-banner.module.css';

/** Says while the server is out of reach that what is on the screen may be old; what failed is asked again as soon as it is back. */
export function ConnectionBanner(): ReactNode {
  const { t } = useTranslation();
  const { connection } = useRecovery();
  const reach = useReach();
  const queries = useQueryClient();
  useEffect(
    () =>
      connection.subscribe(() => {
        if (connection.reach() !== 'well') return;
        void queries.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' || query.state.errorUpdateCount > 0 || isLive(query) });
      }),
    [connection, queries],
  );
  return (
    <div className={styles.place} role="status">
      {reach === 'well' ? null : (
        <div className={styles.banner}>
          <DisconnectOutlined aria-hidden="true" />
          <span>{t(`reach.${reach}`)}</span>
        </div>
      )}
    </div>
  );
}
