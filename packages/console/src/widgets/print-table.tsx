import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { totalsNameAt } from './list-table/list-column';
import styles from './print-table.module.css';

/** Columns that a sheet of paper has room for. */
const MOST = 10;

/** What is short, and no longer to be read when it is cut. */
const WHOLE = new Set(['ip', 'created_at', 'last_seen', 'fingerprint']);

interface PrintColumn {
  readonly key: string;
  readonly title: string;
  readonly numeric?: boolean;
  readonly grow?: boolean;
  /** In the row of totals. */
  readonly total?: ReactNode;
}

interface Props<T> {
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly columns: readonly PrintColumn[];
  /** @param at the row's place on the page, from 0 */
  readonly text: (row: T, key: string, at: number) => ReactNode;
  /** Names the row of totals; absent: there is none. */
  readonly totalLabel?: ReactNode;
}

/** A list on paper: all rows of the page, none out of sight, the first columns in the reader's order, and what all rows are together. */
export function PrintTable<T>({ rows, rowKey, columns, text, totalLabel }: Props<T>): ReactNode {
  const { t } = useTranslation();
  const shown = columns.slice(0, MOST);
  const named = totalsNameAt(shown);
  const style = ({ key, numeric }: PrintColumn) => [numeric ? styles.number : '', WHOLE.has(key) ? styles.whole : ''].join(' ').trim();
  return (
    <>
      <table className={styles.table}>
        <thead><tr>{shown.map((column) => <th key={column.key} scope="col" className={style(column)}>{column.title}</th>)}</tr></thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={rowKey(row)}>{shown.map((column) => <td key={column.key} className={style(column)}>{text(row, column.key, at)}</td>)}</tr>
          ))}
          {totalLabel === undefined ? null : (
            // Not a foot: browsers print that on every sheet.
            <tr className={styles.totals}>{shown.map((column, at) => <td key={column.key} className={style(column)}>{at === named ? totalLabel : column.total}</td>)}</tr>
          )}
        </tbody>
      </table>
      {columns.length > shown.length ? <p className={styles.more}>{t('print.columns', { shown: shown.length, all: columns.length })}</p> : null}
    </>
  );
}
