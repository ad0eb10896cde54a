import type { Beside } from './options.js';
import { JOURNAL_TABLES, type JournalRow, type JournalTable, perTable } from './row.js';

/** What the batch number, bracket and newline add to a tail. */
const ROW_OVERHEAD = 24;

/** Units of text that some rows will take, near enough to their bytes for bounds. */
export function sizeOf(rows: readonly JournalRow[]): number {
  return rows.reduce((sum, row) => sum + row.tail.length + ROW_OVERHEAD, 0);
}

/** Appends that are committed together and answered by one promise. */
export class Group {
  readonly tails: Record<JournalTable, string[]> = perTable(() => []);
  readonly promise: Promise<void>;
  rows = 0;
  size = 0;
  /** What rides along, once nothing is added any more; undefined before. */
  beside: Beside | undefined = undefined;
  resolve!: () => void;
  reject!: (error: Error) => void;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  add(rows: readonly JournalRow[], size: number): void {
    for (const row of rows) this.tails[row.table].push(row.tail);
    this.rows += rows.length;
    this.size += size;
  }

  /** The ledger's rows of the moment, not counted against bounds: they must not be refused. */
  addBeside(rows: readonly JournalRow[]): void {
    for (const row of rows) this.tails[row.table].push(row.tail);
  }

  get isEmpty(): boolean {
    return JOURNAL_TABLES.every((table) => this.tails[table].length === 0);
  }
}
