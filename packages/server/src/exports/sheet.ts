/** A table on its way into a file: its columns, how many rows will come, and the rows as they come. */
import { FootfallError } from '@footfall/contract';

export type Cell = string | number | null;

export interface Sheet {
  /** Short, for the tab of a spreadsheet and the name of a file in a zip. */
  readonly name: string;
  readonly titles: readonly string[];
  readonly total: number;
  /** Read once. */
  readonly rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** A column that a table can show: its name, and what it says of a row. */
export interface SheetColumn<Row> {
  readonly key: string;
  readonly cell: (row: Row) => Cell;
}

/** The columns that are asked for, in their order, and what they are called. */
export interface Choice {
  readonly fields?: readonly string[] | undefined;
  readonly titles?: readonly string[] | undefined;
}

export interface Chosen<Row> {
  readonly columns: readonly SheetColumn<Row>[];
  readonly titles: readonly string[];
}

/** @throws FootfallError `request.invalid` for a column that the table does not have, or titles that do not go with the columns */
export function chosenColumns<Row>(all: readonly SheetColumn<Row>[], { fields, titles }: Choice): Chosen<Row> {
  const byKey = new Map(all.map((column) => [column.key, column]));
  const columns = fields === undefined || fields.length === 0 ? all : fields.map((key) => {
    const column = byKey.get(key);
    if (column === undefined) throw new FootfallError('request.invalid', { fields: [{ path: 'fields', message: `there is no column ${key.slice(0, 60)}: choose among ${all.map((one) => one.key).join(', ')}` }] });
    return column;
  });
  if (titles !== undefined && titles.length > 0 && titles.length !== columns.length) {
    throw new FootfallError('request.invalid', { fields: [{ path: 'titles', message: `give one for each of the ${columns.length} columns, or none` }] });
  }
  return { columns, titles: titles === undefined || titles.length === 0 ? columns.map(({ key }) => key) : titles };
}

/** The cells of rows that come in pieces, at most `limit` of them. */
export async function* cellsOf<Row>(pieces: AsyncIterable<readonly Row[]>, columns: readonly SheetColumn<Row>[], limit = Number.POSITIVE_INFINITY): AsyncGenerator<Cell[][]> {
  let left = limit;
  for await (const piece of pieces) {
    if (left <= 0) return;
    const rows = piece.length > left ? piece.slice(0, left) : piece;
    left -= rows.length;
    yield rows.map((row) => columns.map((column) => column.cell(row)));
  }
}

/** Rows that are there already. */
export async function* atOnce<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  if (rows.length > 0) yield rows;
}

/** A table of rows that are there already. */
export function sheetOf<Row>(name: string, rows: readonly Row[], all: readonly SheetColumn<Row>[], choice: Choice = {}): Sheet {
  const { columns, titles } = chosenColumns(all, choice);
  return { name, titles, total: rows.length, rows: cellsOf(atOnce(rows), columns) };
}
