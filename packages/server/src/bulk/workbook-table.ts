import { read, utils } from '@e965/xlsx';
import { MOST_ROWS, type Table, trimmed, UnreadableTable } from './table.js';
import { unpacked } from './unpack.js';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** How a compound file begins, which an .xls is. Source: MS-CFB, section 2.2. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const LONGEST_CELL = 32_767;

function text(cell: unknown): string {
  if (typeof cell === 'boolean') return cell ? '1' : '0';
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell).slice(0, LONGEST_CELL) : '';
}

/**
 * The first sheet of a workbook, .xlsx or .xls. Of a formula the value counts that stands beside it; nothing is calculated. Only what begins
 * as its kind of file does is read at all: the library would else guess among two dozen formats.
 * @throws UnreadableTable
 */
export async function workbookTable(bytes: Buffer, suffix: '.xlsx' | '.xls'): Promise<Table> {
  const begins = suffix === '.xlsx' ? ZIP : COMPOUND;
  if (!bytes.subarray(0, begins.length).equals(begins)) throw new UnreadableTable('damaged', `does not begin as ${suffix} does`);
  const safe = suffix === '.xlsx' ? await unpacked(bytes) : bytes;
  let rows: unknown[][];
  try {
    const book = read(safe, { type: 'buffer', dense: true, sheets: 0, sheetRows: MOST_ROWS + 1, cellFormula: false, cellHTML: false, cellText: false, cellStyles: false, bookVBA: false, bookDeps: false });
    const sheet = book.Sheets[book.SheetNames[0] ?? ''];
    if (sheet === undefined) throw new UnreadableTable('damaged', 'no sheet');
    rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '', blankrows: true });
  } catch (error) {
    if (error instanceof UnreadableTable) throw error;
    throw new UnreadableTable('damaged', error instanceof Error ? error.message : 'can not be read');
  }
  return trimmed(rows.map((row) => Array.from(row, text)));
}
