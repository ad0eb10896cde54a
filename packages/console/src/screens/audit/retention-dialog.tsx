import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Modal, Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditChanged, auditRetentionQuery, setAuditRetention } from '../../api/audit';
import { useClient } from '../../api/client-context';
import { failureText } from '../../widgets/failure-text';
import { useNotices } from '../../widgets/notices';
import styles from './audit.module.css';

const CHOICES = [0, 30, 90, 180, 365, 730, 1_825];

/** How long the log is kept. A shorter time removes at once what is older, so the dialog says so. */
export function RetentionDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { message } = useNotices();
  const client = useClient();
  const queries = useQueryClient();
  const { data, error } = useQuery({ ...auditRetentionQuery(client), meta: { shownBy: 'dialog' } });
  const [chosen, setChosen] = useState<number>();
  const save = useMutation({
    mutationFn: (days: number) => setAuditRetention(client, days),
    meta: { shownBy: 'dialog' },
    onSuccess: async () => {
      void message.success(t('site.statusChanged'));
      onClose();
      await auditChanged(queries);
    },
  });
  const days = chosen ?? data?.days;
  const shorter = days !== undefined && data !== undefined && days !== 0 && (data.days === 0 || days < data.days);
  const failure = save.error ?? error;
  const choices = days === undefined || CHOICES.includes(days) ? CHOICES : [...CHOICES, days];
  return (
    <Modal
      open
      title={t('audit.retention')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={save.isPending}
      okButtonProps={{ danger: shorter, disabled: chosen === undefined || chosen === data?.days }}
      onOk={() => chosen !== undefined && save.mutate(chosen)}
      onCancel={onClose}
    >
      <div className={styles.retention}>
        <Select
          aria-label={t('audit.retention')}
          loading={data === undefined && !error}
          value={days ?? null}
          options={choices.map((value) => ({ value, label: value === 0 ? t('audit.forEver') : t('audit.forDays', { num: value }) }))}
          onChange={(value) => setChosen(value ?? undefined)}
        />
        {shorter ? <Alert type="warning" showIcon title={t('audit.shorter', { num: days })} /> : null}
        {failure ? <Alert type="error" showIcon title={failureText(failure, t)} /> : null}
      </div>
    </Modal>
  );
}
