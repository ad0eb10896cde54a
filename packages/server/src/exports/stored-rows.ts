import type { Row } from '../questions/counts.js';
import type { Piece } from '../warehouse/store-query.js';

/** Pieces of an answer as rows by name: for answers of few columns, as groups are. */
export async function* namedRows(pieces: AsyncIterable<Piece>): AsyncGenerator<readonly Row[]> {
  for await (const { columns, rows } of pieces) {
    // Absent is null, as in an answer that comes at once.
    yield rows.map((values) => Object.fromEntries(columns.map((column, i) => [column, values[i]])) as Row);
  }
}
