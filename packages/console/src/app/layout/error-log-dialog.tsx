import type { ClientErrorGroup } from '@footfall/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Popconfirm, Table, Tag } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clearClientErrors, clientErrorListQuery, clientErrorsChanged } from '../../api/client-errors';
import { useClient } from '../../api/client-context';
import { Count } from '../../widgets/count';
import { useNotices } from '../../widgets/notices';
import { usePageArrows } from '../../widgets/paging';
import { EmptyState, FailedState } from '../../widgets/panel-state';
import { useHeld } from '../../widgets/use-held';
import styles from './error-log-dialog.module.css';

const PER_PAGE = 10;
const BODY_HEIGHT = 320;

/** What failed in the consoles of all users: grouped, the last seen first, with the places in the code. */
export default function ErrorLogDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = useNotices();
  const [page, setPage] = useState(1);
  const itemRender = usePageArrows();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(clientErrorListQuery(client, page, PER_PAGE));
  const busy = useHeld(isPending || isPlaceholderData);
  const clear = useMutation({
    mutationFn: () => clearClientErrors(client),
    onSuccess: async () => {
      await clientErrorsChanged(queries);
      void message.success(t('errorLog.cleared'));
      onClose();
    },
  });
  const footer = [
    <Popconfirm key="clear" title={t('errorLog.clearTitle')} okText={t('errorLog.clear')} cancelText={t('common.cancel')} onConfirm={() => clear.mutate()}>
      <Button danger loading={clear.isPending} disabled={!data || data.list.length === 0}>{t('errorLog.clear')}</Button>
    </Popconfirm>,
    <Button key="close" type="primary" onClick={onClose}>{t('common.close')}</Button>,
  ];
  return (
    <Modal open title={t('errorLog.title')} width="min(80vw, 1200px)" footer={footer} onCancel={onClose} mask={{ blur: false }}>
      {data && data.refused > 0 ? <Alert className={styles.refused ?? ''} type="warning" showIcon title={t('errorLog.refused', { num: data.refused })} /> : null}
      {error && !data ? (
        <FailedState error={error} onRetry={() => void refetch()} minHeight={BODY_HEIGHT} />
      ) : (
        <Table<ClientErrorGroup>
          size="small"
          rowKey="id"
          style={{ minHeight: BODY_HEIGHT }}
          scroll={{ x: 820, y: 'min(60vh, 560px)' }}
          loading={busy}
          dataSource={data?.list ?? []}
          locale={{ emptyText: busy ? ' ' : <EmptyState title={t('errorLog.none')} /> }}
          pagination={{ itemRender, current: page, pageSize: PER_PAGE, total: data?.meta.pagination.total ?? 0, hideOnSinglePage: true, showSizeChanger: false, onChange: setPage }}
          expandable={{ expandedRowRender: stackOf, rowExpandable: ({ stack }) => stack !== '' }}
          columns={[
            { title: t('errorLog.error'), key: 'error', render: (_, group) => <What group={group} /> },
            { title: t('errorLog.browsers'), key: 'browsers', width: 150, render: (_, { browsers }) => browsers.join(', ') },
            { title: t('errorLog.num'), key: 'num', width: 80, align: 'right', render: (_, { num }) => <Count value={num} /> },
            { title: t('errorLog.firstSeen'), dataIndex: 'first_seen', width: 160, className: 'ff-number' },
            { title: t('errorLog.lastSeen'), dataIndex: 'last_seen', width: 160, className: 'ff-number' },
          ]}
        />
      )}
    </Modal>
  );
}

function stackOf({ stack }: ClientErrorGroup): ReactNode {
  return <pre className={styles.stack}>{stack}</pre>;
}

function What({ group: { kind, message, path, version } }: { readonly group: ClientErrorGroup }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={styles.what}>
      <code className={styles.message}>{message}</code>
      <span className={styles.tags}>
        <Tag color="error">{t(`errorKind.${kind}`)}</Tag>
        {path === '' ? null : <Tag>{path}</Tag>}
        {version === '' ? null : <Tag>{version}</Tag>}
      </span>
    </div>
  );
}
