import type { Beside } from './options.js';
import type { JournalRow } from './row.js';
import type { RowBlock } from './row-block.js';

/** Appends that are committed together and answered by one promise. */
export class Group {
  readonly promise: Promise<void>;
  rows = 0;
  size = 0;
  /** What rides along, once nothing is added any more; undefined before. */
  beside: Beside | undefined = undefined;
  resolve!: () => void;
  reject!: (error: Error) => void;

  /** @param block empty, and the group's until it is on disk or refused */
  constructor(readonly block: RowBlock) {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Takes the rows of a block, which is empty then. */
  add(rows: RowBlock): void {
    this.rows += rows.rows;
    this.size += rows.bytes;
    this.block.takeAll(rows);
  }

  /** The ledger's rows of the moment, not counted against bounds: they must not be refused. */
  addBeside(rows: readonly JournalRow[]): void {
    for (const row of rows) this.block.add(row);
  }

  get isEmpty(): boolean {
    return this.block.rows === 0;
  }
}
