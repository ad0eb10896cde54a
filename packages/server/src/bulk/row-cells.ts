import { BULK_COLUMNS, type BulkKind, FootfallError } from '@footfall/contract';
import type { Table } from './table.js';

/** The cells of a row by column; undefined where the file has no such column. */
export interface RowCells {
  /** Counted from 1 with the headings. */
  readonly line: number;
  get(column: string): string | undefined;
}

/** What an export puts in front of a cell that a spreadsheet would take for a formula: see exports/defuse.ts. */
const DEFUSED = /^'(?=\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/u;

/**
 * The rows of a table below its headings, which may stand in any order; blank rows are left out.
 * @throws FootfallError `bulk.columns`, `bulk.empty`
 */
export function rowsOf(kind: BulkKind, [headings = [], ...rows]: Table): RowCells[] {
  const known = BULK_COLUMNS[kind].map((column) => ({ name: column.replace('*', ''), required: column.endsWith('*') }));
  const found = headings.map((heading) => heading.trim().toLowerCase().replace('*', ''));
  const missing = known.filter(({ name, required }) => required && !found.includes(name)).map(({ name }) => name);
  const unknown = found.filter((heading) => heading !== '' && !known.some(({ name }) => name === heading));
  const twice = found.filter((heading, at) => heading !== '' && found.indexOf(heading) !== at);
  if (missing.length + unknown.length + twice.length > 0) throw new FootfallError('bulk.columns', { missing, unknown: unknown.map((one) => one.slice(0, 60)), twice });
  const filled = rows.map((cells, at) => ({ cells, line: at + 2 })).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw new FootfallError('bulk.empty');
  return filled.map(({ cells, line }) => ({
    line,
    get(column) {
      const at = found.indexOf(column);
      return at === -1 ? undefined : (cells[at] ?? '').replace(DEFUSED, '').trim();
    },
  }));
}

/** @throws FootfallError `bulk.row`, always */
export function wrongCell(column: string, message: string): never {
  throw new FootfallError('bulk.row', { fields: [{ path: column, message }] });
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([['1', true], ['0', false], ['yes', true], ['no', false], ['true', true], ['false', false], ['是', true], ['否', false]]);

/** A cell that says yes or no; blank is `otherwise`. @throws FootfallError `bulk.row` */
export function flagIn(cells: RowCells, column: string, otherwise: boolean): boolean | undefined {
  const typed = cells.get(column);
  if (typed === undefined) return undefined;
  return typed === '' ? otherwise : (FLAGS.get(typed.toLowerCase()) ?? wrongCell(column, 'must be 1 or 0'));
}

/** A cell of several values, parted by blanks or the given signs. */
export function listIn(cells: RowCells, column: string, signs = ''): string[] | undefined {
  return cells.get(column)?.split(new RegExp(`[\\s${signs}]+`, 'u')).filter((part) => part !== '');
}

/** A text that must be there. @throws FootfallError `bulk.row` */
export function textIn(cells: RowCells, column: string, longest: number): string {
  const typed = cells.get(column) ?? '';
  if (typed === '') return wrongCell(column, 'must not be empty');
  if (typed.length > longest || /\p{Cc}/u.test(typed) || !typed.isWellFormed()) return wrongCell(column, `must be a line of at most ${longest} characters`);
  return typed;
}
