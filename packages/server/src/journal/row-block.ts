import { type JournalRow, JOURNAL_TABLES, perTable } from './row.js';
import { RowBytes } from './row-bytes.js';

/** Rows of all tables as bytes (see RowBytes), from when they are encoded until they are on disk. */
export class RowBlock {
  readonly tables = perTable(() => new RowBytes());
  #bytes = 0;
  #rows = 0;

  /** Bytes that the rows take in a segment at most. */
  get bytes(): number {
    return this.#bytes;
  }

  get rows(): number {
    return this.#rows;
  }

  add({ table, tail }: JournalRow): void {
    this.#bytes += this.tables[table].add(tail);
    this.#rows += 1;
  }

  addAll(other: RowBlock): void {
    for (const table of JOURNAL_TABLES) if (other.tables[table].rows > 0) this.tables[table].addAll(other.tables[table]);
    this.#bytes += other.#bytes;
    this.#rows += other.#rows;
  }

  clear(): void {
    for (const table of JOURNAL_TABLES) this.tables[table].clear();
    this.#bytes = 0;
    this.#rows = 0;
  }
}

/**
 * Blocks that are not in use, so that a busy server does not ask the system for their room again and again. Held weakly: what is not
 * taken by the next full collection of garbage goes with it.
 */
export class RowBlocks {
  #free: WeakRef<RowBlock>[] = [];

  /** An empty block; the caller gives it back when it is done with its rows. */
  take(): RowBlock {
    for (let ref = this.#free.pop(); ref !== undefined; ref = this.#free.pop()) {
      const block = ref.deref();
      if (block !== undefined) return block;
    }
    return new RowBlock();
  }

  give(block: RowBlock): void {
    block.clear();
    this.#free.push(new WeakRef(block));
  }
}
