import { Table, type TableProps } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../hint';
import { usePaging } from '../paging';
import { useIsMobile } from '../use-media';
import { usePrinting } from '../use-printing';
import { useStickyTop } from '../use-sticky-top';
import { type ListColumn, totalsNameAt } from './list-column';
import type { ListState } from './list-state';
import styles from './list-table.module.css';

/** From so many rows on, only those in sight are drawn. */
const VIRTUAL_ROWS = 200;
const VIRTUAL_HEIGHT = 640;
const EXPAND_WIDTH = 40;

/** The component library's words. */
const ORDERS = { asc: 'ascend', desc: 'descend' } as const;

interface Props<T, K extends string> {
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** The shown ones, in their order. */
  readonly columns: readonly ListColumn<T>[];
  readonly state: ListState<K>;
  /** Rows of the whole list. */
  readonly total: number;
  /** Shows the totals of those columns that have one, under this name. */
  readonly totalLabel?: ReactNode;
  /** What stands below a row when it is opened. */
  readonly renderExpanded?: (row: T) => ReactNode;
  readonly onChange: (part: Partial<ListState<K>>) => void;
}

type Column<T> = NonNullable<TableProps<T>['columns']>[number];

/**
 * A page of a list that the server keeps in order and pages: the header stays in sight, thousands of rows stay smooth,
 * and every change is handed up, to go into the address. Cells are as high as their text; none moves another.
 */
export function ListTable<T extends object, K extends string>({ rows, rowKey, columns, state, total, totalLabel, renderExpanded, onChange }: Props<T, K>): ReactNode {
  const { t } = useTranslation();
  const { page, perPage, sort } = state;
  const paging = usePaging({ page, perPage, total });
  const mobile = useIsMobile();
  const top = useStickyTop();
  const printing = usePrinting();
  // Paper has no rows out of sight.
  const virtual = rows.length >= VIRTUAL_ROWS && !printing;
  const shown = useMemo(() => columns.map((column) => columnOf(column, sort?.key === column.key ? sort.direction : undefined, (page - 1) * perPage)), [columns, sort, page, perPage]);
  const width = columns.reduce((sum, column) => sum + column.width, renderExpanded ? EXPAND_WIDTH : 0);
  const totals = totalsOf({ columns, label: totalLabel, before: renderExpanded ? 1 : 0, fixed: virtual });
  return (
    <Table<T>
      className={`${styles.table} ${virtual ? styles.virtual : ''}`}
      size="small"
      tableLayout="fixed"
      rowKey={rowKey}
      dataSource={rows}
      columns={shown}
      pagination={printing ? false : paging}
      showSorterTooltip={false}
      virtual={virtual}
      scroll={virtual ? { x: width, y: VIRTUAL_HEIGHT } : printing ? {} : { x: width }}
      {...(mobile || virtual || printing ? {} : { sticky: { offsetHeader: top } })}
      {...(renderExpanded ? { expandable: { expandedRowRender: renderExpanded, columnWidth: EXPAND_WIDTH, columnTitle: <span className="ff-visually-hidden">{t('common.details')}</span> } } : {})}
      {...(totalLabel === undefined || rows.length === 0 ? {} : { summary: () => totals })}
      onChange={({ current, pageSize }, _filters, sorter, { action }) => {
        if (action === 'paginate') {
          onChange({ page: current ?? 1, perPage: pageSize ?? perPage });
          return;
        }
        const chosen = Array.isArray(sorter) ? undefined : columns.find(({ key }) => key === sorter.columnKey);
        if (chosen && !Array.isArray(sorter)) onChange({ sort: { key: chosen.key as K, direction: sorter.order === 'ascend' ? 'asc' : 'desc' } });
      }}
    />
  );
}

/** @param before rows on the pages before this one */
function columnOf<T>(column: ListColumn<T>, direction: 'asc' | 'desc' | undefined, before: number): Column<T> {
  const { key, title, hint, bare, width, grow, numeric, sort, fixed, render } = column;
  return {
    key,
    title: bare ? <span className="ff-visually-hidden">{title}</span> : hint === undefined ? title : <>{title} <Hint text={hint} /></>,
    align: numeric ? 'right' : 'left',
    className: numeric ? `ff-number ${styles.cell}` : (styles.cell ?? ''),
    render: (_: unknown, row: T, at: number) => render(row, before + at + 1),
    ...(grow ? {} : { width }),
    ...(fixed ? { fixed: 'left' as const } : {}),
    ...(sort === undefined ? {} : { sorter: true, sortOrder: direction === undefined ? null : ORDERS[direction], sortDirections: sort === 'asc' ? [ORDERS.asc, ORDERS.desc, ORDERS.asc] : [ORDERS.desc, ORDERS.asc, ORDERS.desc] }),
  };
}

interface TotalsParts<T> {
  readonly columns: readonly ListColumn<T>[];
  readonly label: ReactNode;
  /** Cells before the first column. */
  readonly before: number;
  /** Stays in sight below rows that scroll by themselves. */
  readonly fixed: boolean;
}

/** The row that sums up the whole list, not the page. Its name stands in the first column that has room for it. An element, not a component: the table looks at it. */
function totalsOf<T>({ columns, label, before, fixed }: TotalsParts<T>): ReactNode {
  const named = totalsNameAt(columns);
  return (
    <Table.Summary fixed={fixed}>
      <Table.Summary.Row className={styles.totals ?? ''}>
        {before === 0 ? null : <Table.Summary.Cell index={0} />}
        {columns.map(({ key, total, numeric }, at) => (
          <Table.Summary.Cell key={key} index={before + at} align={numeric ? 'right' : 'left'}>{at === named ? label : total}</Table.Summary.Cell>
        ))}
      </Table.Summary.Row>
    </Table.Summary>
  );
}
