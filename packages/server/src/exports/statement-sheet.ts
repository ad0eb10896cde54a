import type { StatementAnswer } from '../questions/sql/statement.js';
import { atOnce, type Cell, type Sheet } from './sheet.js';

/** Whole numbers that come as text, so that no digit is lost. */
const LARGE = /^(?:Nullable\()?U?Int(?:64|128|256)\b/u;

/** What a cell of a table can hold: a number where a spreadsheet keeps its digits; arrays, maps and tuples as JSON. */
function cellOf(value: unknown, isLarge: boolean): Cell {
  if (value === null || value === undefined || typeof value === 'number') return value ?? null;
  if (typeof value !== 'string') return JSON.stringify(value);
  const number = Number(value);
  return isLarge && Number.isSafeInteger(number) ? number : value;
}

/** The answer to a statement as a table. */
export function statementSheet({ columns, rows }: StatementAnswer): Sheet {
  return { name: 'sql', titles: columns.map(({ name }) => name), total: rows.length, rows: pieces(rows, columns.map(({ type }) => LARGE.test(type))) };
}

async function* pieces(rows: StatementAnswer['rows'], large: readonly boolean[]): AsyncGenerator<Cell[][]> {
  for await (const piece of atOnce(rows)) yield piece.map((row) => row.map((value, at) => cellOf(value, large[at] === true)));
}
