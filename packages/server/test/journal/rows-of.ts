import { type JournalRow, JOURNAL_TABLES } from '../../src/journal/row.js';
import { RowBlock } from '../../src/journal/row-block.js';
import type { WriteMembers } from '../../src/journal/row-bytes.js';
import { rowPrefix } from '../../src/journal/row-prefix.js';

/** The rows of a block, table by table, as they would be written. */
export function rowsOf(block: RowBlock): JournalRow[] {
  const prefix = rowPrefix(1);
  return JOURNAL_TABLES.flatMap((table) => {
    const target = Buffer.alloc(block.bytes);
    const end = block.tables[table].writeTo(target, 0, prefix);
    return target.toString('utf8', 0, end).split('\n').slice(0, -1).map((row) => ({ table, tail: row.slice(prefix.length) }));
  });
}

export function blockOf(rows: Iterable<JournalRow>): RowBlock {
  const block = new RowBlock();
  for (const row of rows) block.add(row);
  return block;
}

/** The tail (see JournalRow) of the row that `write` makes of a record. */
export function tailOf<T>(write: WriteMembers<T>, record: T): string {
  const block = new RowBlock();
  block.write('visits', write, record);
  return rowsOf(block)[0]?.tail ?? '';
}
