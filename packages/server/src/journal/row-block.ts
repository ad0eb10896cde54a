import { type JournalRow, JOURNAL_TABLES, type JournalTable, perTable } from './row.js';
import { RowBytes, type WriteMembers } from './row-bytes.js';

const writeTail: WriteMembers<string> = (tail, row) => row.encoded(tail.slice(0, -1));

/** Rows of all tables as bytes (see RowBytes), from when they are encoded until they are on disk. */
export class RowBlock {
  readonly tables = perTable(() => new RowBytes());
  /** The same, in the order of JOURNAL_TABLES: looked up by their names again and again, they cost more than a beacon's row costs to copy. */
  readonly #all = JOURNAL_TABLES.map((table) => this.tables[table]);
  #bytes = 0;
  #rows = 0;

  /** Bytes that the rows take in a segment at most. */
  get bytes(): number {
    return this.#bytes;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Bytes of memory that it has. */
  get room(): number {
    let room = 0;
    for (const table of this.#all) room += table.room;
    return room;
  }

  /** Adds a row that `write` writes. @throws what it throws; nothing is left of the row then */
  write<T>(table: JournalTable, write: WriteMembers<T>, record: T): void {
    this.#bytes += this.tables[table].add(write, record);
    this.#rows += 1;
  }

  add({ table, tail }: JournalRow): void {
    this.write(table, writeTail, tail);
  }

  /** Takes the rows of another one, which is empty then. */
  takeAll(other: RowBlock): void {
    for (let i = 0; i < this.#all.length; i += 1) {
      const rows = other.#all[i];
      if (rows !== undefined && rows.rows > 0) this.#all[i]?.takeAll(rows);
    }
    this.#bytes += other.#bytes;
    this.#rows += other.#rows;
    other.#bytes = 0;
    other.#rows = 0;
  }

  clear(): void {
    for (const table of this.#all) table.clear();
    this.#bytes = 0;
    this.#rows = 0;
  }
}

/** Room up to which a block is kept whatever happens. */
const SMALL = 64 * 1024;

/**
 * Blocks that are not in use, so that a busy server does not ask the system for their room again and again. Held weakly: what is not
 * taken by the next full collection of garbage goes with it. But for a small one: a beacon takes and gives one back, and a weak hold of each
 * would cost the collector more than the room.
 */
export class RowBlocks {
  readonly #free: WeakRef<RowBlock>[] = [];
  #small: RowBlock | null = null;

  /** An empty block; the caller gives it back when it is done with its rows. */
  take(): RowBlock {
    const small = this.#small;
    if (small !== null) {
      this.#small = null;
      return small;
    }
    for (let ref = this.#free.pop(); ref !== undefined; ref = this.#free.pop()) {
      const block = ref.deref();
      if (block !== undefined) return block;
    }
    return new RowBlock();
  }

  give(block: RowBlock): void {
    block.clear();
    if (this.#small === null && block.room <= SMALL) this.#small = block;
    else this.#free.push(new WeakRef(block));
  }
}
