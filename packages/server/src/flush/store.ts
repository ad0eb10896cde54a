
import type { ColumnTypes, RowsFile } from '../journal/row-files.js';

/** Rows in a file that the store can read. */
export type RowsPath = Pick<RowsFile, 'path' | 'format'>;

/** One insert: whole rows, in JSONCompactEachRow where they are bytes, their columns in order, and the token by which the store knows a repeat. */
export interface Batch {
  readonly table: string;
  readonly columns: readonly string[];
  readonly body: Buffer | RowsPath;
  readonly token: string;
}

/** What the flusher needs of the warehouse. */
export interface Store {
  /** Where this process and the store can both read and write; undefined when they share no folder. */
  rowsFolder(): string | undefined;
  /** What its tables hold. */
  readonly types: ColumnTypes;
  /**
   * Resolves when the batch is durable; the same bytes under the same token again change nothing.
   * @throws StoreRejected when the rows are at fault; anything else means that the store could not take them now.
   */
  insert(batch: Batch): Promise<void>;
  /** Resolves when no row of these batches is left. */
  deleteBatches(table: string, batchIds: readonly number[]): Promise<void>;
}

/** Told by name, so that a store of a test need not be the warehouse's. */
export function isRejection(error: unknown): error is Error {
  return error instanceof Error && error.name === 'StoreRejected';
}

