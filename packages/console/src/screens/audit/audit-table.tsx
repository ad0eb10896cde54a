import type { AuditRow } from '@footfall/contract';
import { Button, Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { auditFacts } from '../../lib/audit-details';
import { AuditChanges } from '../../widgets/audit-changes';
import { type PageState, usePaging } from '../../widgets/paging';
import styles from './audit.module.css';

interface Props {
  readonly rows: readonly AuditRow[];
  readonly page: PageState;
  readonly onUser: (username: string) => void;
  readonly onPage: (page: number, perPage: number) => void;
}

/** A page of the log. Names and targets come also from refused sign-ins, that is from anybody: they are text. */
export function AuditTable({ rows, page, onUser, onPage }: Props): ReactNode {
  const { t } = useTranslation();
  const paging = usePaging(page);
  const columns: TableProps<AuditRow>['columns'] = [
    { key: 'at', title: t('audit.time'), dataIndex: 'at', width: 152, className: 'ff-number' },
    {
      key: 'user', title: t('audit.user'), width: 150, ellipsis: true,
      render: (_: unknown, { username }) =>
        username === '' ? <span className={styles.muted}>{t('audit.nobody')}</span> : <Button type="link" size="small" className={styles.user ?? ''} title={t('report.filterBy', { value: username })} onClick={() => onUser(username)}>{username}</Button>,
    },
    { key: 'action', title: t('audit.action'), width: 190, render: (_: unknown, { action }) => <span className={action === 'auth.failed' ? styles.alert : ''}>{t(`auditAction.${action}`)}</span> },
    { key: 'target', title: t('audit.target'), dataIndex: 'target', width: 180, ellipsis: true },
    { key: 'changes', title: t('audit.changes'), render: (_: unknown, { details }) => <AuditChanges facts={auditFacts(details)} /> },
    { key: 'address', title: t('audit.address'), width: 130, className: 'ff-number', render: (_: unknown, { address }) => address || <span className={styles.muted}>{t('audit.console')}</span> },
  ];
  return (
    <Table<AuditRow>
      size="small"
      rowKey="id"
      dataSource={rows}
      columns={columns}
      pagination={paging}
      scroll={{ x: 1_090 }}
      onChange={({ current, pageSize }) => onPage(current ?? 1, pageSize ?? page.perPage)}
    />
  );
}
