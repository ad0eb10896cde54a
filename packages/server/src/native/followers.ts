import { CLOSE, COMMA, NOT_TAKEN, type RepeatableColumn } from './column.js';
import type { CodeColumn } from './text-columns.js';

const NOTHING = Buffer.alloc(0);

/**
 * A column and those behind it whose values mostly follow from its text, as what a device is does from its agent. Where they stand as they last stood
 * behind the same text, they are not read once more but taken from that row: comparing bytes costs a fraction of reading them.
 */
export class Followers {
  readonly #leader: CodeColumn;
  readonly #columns: readonly RepeatableColumn[];
  /** Where the values last stood, how many bytes they took, and in which row; by the place of the leader's text. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #rows: number[] = [];
  #bytes: Buffer = NOTHING;
  #row = 0;

  constructor(leader: CodeColumn, columns: readonly RepeatableColumn[]) {
    this.#leader = leader;
    this.#columns = columns;
  }

  /** Takes the values of all its columns, as a Column does. */
  take(bytes: Buffer, at: number): number {
    if (bytes !== this.#bytes) this.#forget(bytes);
    const start = this.#leader.take(bytes, at);
    if (start === NOT_TAKEN) return NOT_TAKEN;
    const place = this.#leader.lastPlace;
    const end = this.#isAgain(place, start) ? this.#again(place, start) : this.#read(place, start);
    this.#row += 1;
    return end;
  }

  /** With its columns. */
  clear(): void {
    this.#row = 0;
    this.#forget(NOTHING);
    this.#leader.clear();
    for (const column of this.#columns) column.clear();
  }

  /** Places in other bytes mean nothing. */
  #forget(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#starts.length = 0;
    this.#lengths.length = 0;
    this.#rows.length = 0;
  }

  #isAgain(place: number, start: number): boolean {
    const known = this.#starts[place];
    if (known === undefined) return false;
    const bytes = this.#bytes;
    const length = this.#lengths[place] ?? 0;
    // What follows ends the last value: without it, 12 would be found where 123 stands.
    const behind = bytes[start + length];
    return (behind === COMMA || behind === CLOSE) && bytes.compare(bytes, known, known + length, start, start + length) === 0;
  }

  #again(place: number, start: number): number {
    const row = this.#rows[place] ?? 0;
    for (const column of this.#columns) column.again(row);
    return start + (this.#lengths[place] ?? 0);
  }

  #read(place: number, start: number): number {
    const bytes = this.#bytes;
    let end = start;
    for (const column of this.#columns) {
      if (bytes[end] !== COMMA) return NOT_TAKEN;
      end = column.take(bytes, end + 1);
      if (end === NOT_TAKEN) return NOT_TAKEN;
    }
    this.#starts[place] = start;
    this.#lengths[place] = end - start;
    this.#rows[place] = this.#row;
    return end;
  }
}
