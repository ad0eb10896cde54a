import { EyeOutlined } from '@ant-design/icons';
import type { VisitRow } from '@footfall/contract';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { ListTable } from '../../widgets/list-table/list-table';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { factText, VISIT_FIELDS, type VisitField } from './columns';
import styles from './device-report.module.css';
import type { ReportState } from './filters';
import { useFact } from './use-fact';

const DETAILS_WIDTH = 44;
const ADDRESSES = new Set(['url', 'referer', 'entry_url']);

interface Props {
  readonly rows: readonly VisitRow[];
  readonly shown: readonly string[];
  readonly state: ReportState;
  /** Visits on all pages. */
  readonly total: number;
  readonly onPage: (page: number, perPage: number) => void;
  readonly onOpen: (id: string) => void;
}

/** A page of visits. Every fact comes from strangers and is shown as text. */
export function VisitTable({ rows, shown, state, total, onPage, onOpen }: Props): ReactNode {
  const { t } = useTranslation();
  const fact = useFact();
  const columns = useMemo((): readonly ListColumn<VisitRow>[] => {
    const details: ListColumn<VisitRow> = {
      key: 'details', title: t('common.details'), bare: true, width: DETAILS_WIDTH, fixed: true,
      render: (row) => {
        const label = t('report.showDetails', { time: row.created_at });
        return <Button type="text" size="small" icon={<EyeOutlined />} aria-label={label} title={label} onClick={() => onOpen(row.id)} />;
      },
    };
    const facts = VISIT_FIELDS.filter(({ key }) => shown.includes(key)).map((field): ListColumn<VisitRow> => ({
      key: field.key, title: t(field.title), width: field.width, numeric: field.numeric,
      render: (row) => <Cell field={field} row={row} text={fact(field.key, row)} />,
    }));
    return [details, ...facts];
  }, [shown, t, fact, onOpen]);
  return (
    <ListTable
      rows={rows}
      rowKey={({ id }) => id}
      columns={columns}
      state={{ page: state.page, perPage: state.perPage, sort: undefined }}
      total={total}
      onChange={({ page = state.page, perPage = state.perPage }) => onPage(page, perPage)}
    />
  );
}

function Cell({ field, row, text }: { readonly field: VisitField; readonly row: VisitRow; readonly text: string }): ReactNode {
  if (text === '') return null;
  if (ADDRESSES.has(field.key)) {
    return <span className={styles.cell}><span className={styles.text}><LongText text={text} max={40} /></span><OutsideLink address={factText(row[field.key])} /></span>;
  }
  return <span className={field.numeric || field.key === 'created_at' ? 'ff-number' : styles.text} title={text}>{text}</span>;
}
