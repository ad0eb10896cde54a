import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './print-table.module.css';

/** Columns that a sheet of paper has room for. */
const MOST = 10;

interface Props<T> {
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly columns: readonly { readonly key: string; readonly title: string; readonly numeric?: boolean }[];
  /** @param at the row's place on the page, from 0 */
  readonly text: (row: T, key: string, at: number) => ReactNode;
}

/** A list on paper: all rows of the page, none out of sight, the first columns in the reader's order. */
export function PrintTable<T>({ rows, rowKey, columns, text }: Props<T>): ReactNode {
  const { t } = useTranslation();
  const shown = columns.slice(0, MOST);
  return (
    <>
      <table className={styles.table}>
        <thead><tr>{shown.map(({ key, title, numeric }) => <th key={key} scope="col" className={numeric ? styles.number : ''}>{title}</th>)}</tr></thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={rowKey(row)}>{shown.map(({ key, numeric }) => <td key={key} className={numeric ? styles.number : ''}>{text(row, key, at)}</td>)}</tr>
          ))}
        </tbody>
      </table>
      {columns.length > shown.length ? <p className={styles.more}>{t('print.columns', { shown: shown.length, all: columns.length })}</p> : null}
    </>
  );
}
