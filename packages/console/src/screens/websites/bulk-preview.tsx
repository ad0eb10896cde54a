import { type BulkRow, type ErrorName, ERRORS } from '@footfall/contract';
import { Alert, Table, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BulkPreview } from '../../api/bulk';
import { shownDomain } from '../../lib/domain-name';
import styles from './bulk.module.css';

const COLOURS: Readonly<Record<BulkRow['outcome'], string>> = { add: 'green', edit: 'blue', same: 'default', error: 'red' };
/** Failures that say what is wrong by the columns that they name. */
const IN_DETAILS: ReadonlySet<string> = new Set(['bulk.row', 'request.invalid']);

function isErrorName(name: string): name is ErrorName {
  return Object.hasOwn(ERRORS, name);
}

/** What each row of a file would do; those that are wrong first. */
export function BulkPreviewTable({ preview }: { readonly preview: BulkPreview }): ReactNode {
  const { t } = useTranslation();
  const { added, edited, same, errors, rows } = preview;
  const problem = ({ error, columns, message }: BulkRow): string => {
    if (columns.length > 0 && IN_DETAILS.has(error)) return t('bulk.wrongColumns', { columns: columns.join(', ') });
    return isErrorName(error) ? t(`failure.${error}`) : message;
  };
  const shown = rows.toSorted((a, b) => Number(b.outcome === 'error') - Number(a.outcome === 'error') || a.line - b.line);
  return (
    <>
      <Alert type={errors > 0 ? 'error' : 'info'} showIcon title={t('bulk.summary', { added, edited, same, errors })} description={errors > 0 ? t('bulk.mustBeRight') : undefined} />
      <Table<BulkRow>
        className={styles.preview ?? ''}
        size="small"
        rowKey="line"
        dataSource={shown}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: 'line', title: t('bulk.line'), dataIndex: 'line', width: 56, align: 'right', className: 'ff-number' },
          { key: 'outcome', title: t('bulk.outcome'), width: 104, render: (_: unknown, row) => <Tag color={COLOURS[row.outcome]}>{t(`bulk.outcome.${row.outcome}`)}</Tag> },
          {
            key: 'label', title: t('bulk.about'),
            render: (_: unknown, row) => (
              <>
                <div className={styles.text}>{shownDomain(row.label)}</div>
                {row.outcome === 'error' ? <div className={styles.problem} title={row.message}>{problem(row)}</div> : null}
              </>
            ),
          },
        ]}
      />
    </>
  );
}
