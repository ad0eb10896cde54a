import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { planQuery } from '../../api/status';
import { FailedState, Lines } from '../../widgets/panel-state';
import styles from './status.module.css';

const WIDTH = 860;
const HEIGHT = 200;

interface Props {
  readonly id: string;
  /** '' while it is not known. */
  readonly sql: string;
  readonly onClose: () => void;
}

/** A question's text, without its values, and how the store answers it. */
export function PlanDialog({ id, sql, onClose }: Props): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const asked = useQuery(planQuery(client, id));
  return (
    <Modal open title={t('status.plan')} width={WIDTH} footer={null} onCancel={onClose} closable={{ 'aria-label': t('common.close') }}>
      {sql === '' ? null : (
        <>
          <h3 className={styles.heading}>{t('status.question')}</h3>
          <pre className={styles.code}>{sql}</pre>
        </>
      )}
      <h3 className={styles.heading}>{t('status.planLines')}</h3>
      {asked.data ? <pre className={styles.code}>{asked.data.lines.join('\n')}</pre> : asked.error ? <FailedState error={asked.error} onRetry={() => void asked.refetch()} minHeight={HEIGHT} /> : <Lines minHeight={HEIGHT} rows={6} />}
    </Modal>
  );
}
