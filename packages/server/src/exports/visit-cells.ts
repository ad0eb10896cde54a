import type { Asked } from '../questions/asked.js';
import type { CompiledQuery } from '../questions/compile.js';
import { domainsOf, STORED_COLUMN, visitCell } from '../questions/visit-rows.js';
import type { Cell } from './sheet.js';

/**
 * Visits as cells of the given columns, read no wider than these: the hot path of long downloads.
 * @param query what is asked for the stored columns that are needed, each once
 */
export async function* visitCells(asked: Asked, columns: readonly string[], query: (needed: readonly string[]) => CompiledQuery): AsyncGenerator<Cell[][]> {
  const domains = domainsOf(asked);
  const stored = columns.map((column) => STORED_COLUMN[column] ?? column);
  const needed = [...new Set(stored)];
  const cells = columns.map((column, i) => ({ at: needed.indexOf(stored[i] ?? column), show: visitCell(column, asked, domains) }));
  for await (const { rows } of asked.stream(query(needed))) {
    yield rows.map((values) => cells.map(({ at, show }) => show(values[at] ?? null)));
  }
}
