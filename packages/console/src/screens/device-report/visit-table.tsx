import { EyeOutlined } from '@ant-design/icons';
import type { VisitRow } from '@footfall/contract';
import { Button, Table, type TableProps } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../widgets/long-text';
import { OutsideLink } from '../../widgets/outside-link';
import { type PageState, usePaging } from '../../widgets/paging';
import { useIsMobile } from '../../widgets/use-media';
import { useStickyTop } from '../../widgets/use-sticky-top';
import { factText, VISIT_FIELDS, type VisitField } from './columns';
import styles from './device-report.module.css';
import { useFact } from './use-fact';

/** From so many rows on, only those in sight are drawn. */
const VIRTUAL_ROWS = 200;
const VIRTUAL_HEIGHT = 640;
const DETAILS_WIDTH = 44;
const ADDRESSES = new Set(['url', 'referer', 'entry_url']);

interface Props {
  readonly rows: readonly VisitRow[];
  readonly shown: readonly string[];
  readonly page: PageState;
  readonly onPage: (page: number, perPage: number) => void;
  readonly onOpen: (id: string) => void;
}

/** A page of visits. Every fact comes from strangers and is shown as text. */
export function VisitTable({ rows, shown, page, onPage, onOpen }: Props): ReactNode {
  const { t } = useTranslation();
  const fact = useFact();
  const paging = usePaging(page);
  const columns = useMemo(() => {
    const details: NonNullable<TableProps<VisitRow>['columns']>[number] = {
      key: 'details', width: DETAILS_WIDTH, fixed: 'left', title: <span className="ff-visually-hidden">{t('common.details')}</span>,
      render: (_: unknown, row) => {
        const label = t('report.showDetails', { time: row.created_at });
        return <Button type="text" size="small" icon={<EyeOutlined />} aria-label={label} title={label} onClick={() => onOpen(row.id)} />;
      },
    };
    const facts = VISIT_FIELDS.filter(({ key }) => shown.includes(key)).map((field) => ({
      key: field.key,
      title: t(field.title),
      width: field.width,
      align: field.numeric ? ('right' as const) : ('left' as const),
      ellipsis: true,
      render: (_: unknown, row: VisitRow) => <Cell field={field} row={row} text={fact(field.key, row)} />,
    }));
    return [details, ...facts];
  }, [shown, t, fact, onOpen]);
  const width = VISIT_FIELDS.filter(({ key }) => shown.includes(key)).reduce((sum, field) => sum + field.width, DETAILS_WIDTH);
  const mobile = useIsMobile();
  const top = useStickyTop();
  const virtual = rows.length >= VIRTUAL_ROWS;
  return (
    <Table<VisitRow>
      size="small"
      rowKey="id"
      dataSource={rows}
      columns={columns}
      pagination={paging}
      virtual={virtual}
      {...(mobile || virtual ? {} : { sticky: { offsetHeader: top } })}
      scroll={virtual ? { x: width, y: VIRTUAL_HEIGHT } : { x: width }}
      onChange={({ current, pageSize }) => onPage(current ?? 1, pageSize ?? page.perPage)}
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
