import { PREFIX_ROOM, type RowPrefix } from './row-prefix.js';

/** UTF-8 takes at most this many bytes per UTF-16 unit. */
const UTF8_BYTES = 3;
const NEWLINE = 0x0a;
/** Room of the first buffer. */
const LEAST = 16 * 1024;
/** A buffer up to this size is kept for other rows. */
const KEPT = 8 * 1024 * 1024;

/**
 * Rows of one table as bytes, outside of the heap: rows wait for the disk by the thousand, and as text the collector of garbage would move them about.
 * Which segment they go to is not known yet, so each has room for its number in front; until then its own length stands there.
 */
export class RowBytes {
  #buffer = Buffer.alloc(0);
  #end = 0;
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** Bytes of memory that it has. */
  get room(): number {
    return this.#buffer.length;
  }

  /** @param tail see JournalRow. @returns bytes that the row takes at most */
  add(tail: string): number {
    this.#reserve(PREFIX_ROOM + tail.length * UTF8_BYTES + 1);
    const start = this.#end;
    let end = start + PREFIX_ROOM;
    end += this.#buffer.write(tail, end, 'utf8');
    this.#buffer[end] = NEWLINE;
    this.#end = end + 1;
    this.#buffer.writeUInt32LE(this.#end - start, start);
    this.#rows += 1;
    return this.#end - start;
  }

  addAll(other: RowBytes): void {
    this.#reserve(other.#end);
    other.#buffer.copy(this.#buffer, this.#end, 0, other.#end);
    this.#end += other.#end;
    this.#rows += other.#rows;
  }

  /** Writes the rows, each with what stands before it in its segment; they take no more than `add` said. @returns where they end */
  writeTo(target: Buffer, at: number, prefix: RowPrefix): number {
    if (prefix.length !== PREFIX_ROOM) return this.#writeCloser(target, at, prefix);
    const end = at + this.#buffer.copy(target, at, 0, this.#end);
    for (let row = at; row < end; ) {
      const length = target.readUInt32LE(row);
      for (let i = 0; i < PREFIX_ROOM; i += 1) target[row + i] = prefix[i] ?? 0;
      row += length;
    }
    return end;
  }

  /** Forgets the rows; the room is for others. */
  clear(): void {
    this.#end = 0;
    this.#rows = 0;
    if (this.#buffer.length > KEPT) this.#buffer = Buffer.alloc(0);
  }

  /** What stands before a row is shorter than its room. */
  #writeCloser(target: Buffer, at: number, prefix: RowPrefix): number {
    let end = at;
    for (let row = 0; row < this.#end; ) {
      const length = this.#buffer.readUInt32LE(row);
      target.set(prefix, end);
      end += prefix.length;
      end += this.#buffer.copy(target, end, row + PREFIX_ROOM, row + length);
      row += length;
    }
    return end;
  }

  #reserve(more: number): void {
    const needed = this.#end + more;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length, LEAST));
    this.#buffer.copy(larger, 0, 0, this.#end);
    this.#buffer = larger;
  }
}
