import { JsonMembers } from './json-members.js';
import { PREFIX_ROOM, type RowPrefix } from './row-prefix.js';

const NEWLINE = 0x0a;
const CLOSING_BRACKET = 0x5d;
/** A buffer up to this size is kept for other rows. */
const KEPT = 8 * 1024 * 1024;
/** From so many bytes on rows change hands together with their memory. */
const WORTH_A_SWAP = 64 * 1024;

/** Writes a row's members, all but the number of its segment, in the order of its table's columns. */
export type WriteMembers<T> = (record: T, row: JsonMembers) => void;

/**
 * Rows of one table as bytes, outside of the heap: rows wait for the disk by the thousand, and as text the collector of garbage would move them about.
 * Which segment they go to is not known yet, so each has room for its number in front; until then its own length stands there.
 */
export class RowBytes {
  #members = new JsonMembers();
  /** Where the last whole row ends. */
  #end = 0;
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  /** Bytes of memory that it has. */
  get room(): number {
    return this.#members.bytes.length;
  }

  /** Nothing is left of a row whose writing throws. @returns bytes that it takes at most */
  add<T>(write: WriteMembers<T>, record: T): number {
    const members = this.#members;
    const start = this.#end;
    members.end = start;
    members.reserve(PREFIX_ROOM);
    members.end = start + PREFIX_ROOM;
    write(record, members);
    members.reserve(1);
    const { bytes, end } = members;
    // Where the comma behind the last member stands.
    bytes[end - 1] = CLOSING_BRACKET;
    bytes[end] = NEWLINE;
    this.#end = end + 1;
    bytes.writeUInt32LE(this.#end - start, start);
    this.#rows += 1;
    return this.#end - start;
  }

  /** Takes the rows of another one, which is empty then. Many are not copied, where there were none. */
  takeAll(other: RowBytes): void {
    if (this.#rows === 0 && other.#end >= WORTH_A_SWAP) [this.#members, other.#members] = [other.#members, this.#members];
    else {
      this.#members.end = this.#end;
      this.#members.reserve(other.#end);
      other.#members.bytes.copy(this.#members.bytes, this.#end, 0, other.#end);
    }
    this.#end += other.#end;
    this.#rows += other.#rows;
    other.clear();
  }

  /** Writes the rows, each with what stands before it in its segment; they take no more than `add` said. @returns where they end */
  writeTo(target: Buffer, at: number, prefix: RowPrefix): number {
    if (prefix.length !== PREFIX_ROOM) return this.#writeCloser(target, at, prefix);
    const end = at + this.#members.bytes.copy(target, at, 0, this.#end);
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
    if (this.room > KEPT) this.#members = new JsonMembers();
  }

  /** What stands before a row is shorter than its room. */
  #writeCloser(target: Buffer, at: number, prefix: RowPrefix): number {
    const { bytes } = this.#members;
    let end = at;
    for (let row = 0; row < this.#end; ) {
      const length = bytes.readUInt32LE(row);
      target.set(prefix, end);
      end += prefix.length;
      end += bytes.copy(target, end, row + PREFIX_ROOM, row + length);
      row += length;
    }
    return end;
  }
}
