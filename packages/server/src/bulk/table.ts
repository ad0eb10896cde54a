/** A table as rows of texts, the headings first; rows and cells that are blank to the end are left out. */
export type Table = readonly (readonly string[])[];

/** Cells of a row at most, and rows at most with the headings. */
export const MOST_COLUMNS = 50;
export const MOST_ROWS = 2_001;

/** Why a file gives no table; the names are the contract's, after `bulk.`. */
export type TableFault = 'damaged' | 'too_many';

/** Thrown where a file can not be read; `fault` says which failure it is. */
export class UnreadableTable extends Error {
  constructor(
    readonly fault: TableFault,
    message: string,
  ) {
    super(message);
    this.name = 'UnreadableTable';
  }
}

/** Rows without what is blank at their ends. @throws UnreadableTable when there are too many */
export function trimmed(rows: readonly (readonly string[])[]): Table {
  const cut = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  const table = cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1);
  if (table.length > MOST_ROWS || table.some((row) => row.length > MOST_COLUMNS)) throw new UnreadableTable('too_many', 'more rows or columns than are taken');
  return table;
}
