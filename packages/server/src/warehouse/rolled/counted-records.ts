/** Records of a key, how often it occurs, and what else there is of it: in the order of their keys, each key once. */
import { SortedRecords } from './sorted-records.js';

/** Bytes of a key that is a hash, or an address. */
export const KEY = 16;
/** Bytes of how often it occurs. */
export const NUM = 4;
/** Bytes of what a record begins with: such a key, and how often it occurs. */
export const COUNTED = KEY + NUM;
/** Bytes of the moment that follows a record of an hour by moments, in steps of the clock since 1970. */
const MOMENT = 4;

/** Puts what else there is of one of the others to what is written of its key. */
export type JoinRest = (written: Buffer, at: number, others: Buffer, there: number) => void;

export const numAt = ({ bytes, key }: SortedRecords, at: number): number => bytes.readUInt32LE(at + key);

/** How often each record's key occurs. */
export function numsOf(records: SortedRecords): Uint32Array {
  const { bytes, size, record, key } = records;
  const nums = new Uint32Array(size);
  for (let i = 0; i < size; i += 1) nums[i] = bytes.readUInt32LE(i * record + key);
  return nums;
}

export function totalOf(records: SortedRecords): number {
  let total = 0;
  for (const num of numsOf(records)) total += num;
  return total;
}

/** How often a key occurs. */
export function countOf(records: SortedRecords, key: Buffer): number {
  const one = new SortedRecords(key, records.key);
  const place = records.placeFor(one, 0);
  return records.isAt(place, one, 0) ? numAt(records, place) : 0;
}

/** Both together; what occurs in both, as often as in both. */
export function together(records: SortedRecords, others: SortedRecords, joinRest?: JoinRest): SortedRecords {
  const { key } = records;
  return records.with(others, (written, at, there) => {
    written.writeUInt32LE(written.readUInt32LE(at + key) + numAt(others, there), at + key);
    joinRest?.(written, at, others.bytes, there);
  });
}

/** Records of an hour by the moments that they came in: as above, each followed by its moment. A key has as many as there were moments that it came in. */
export class MomentaryRecords {
  readonly bytes: Buffer;
  readonly #record: number;
  readonly size: number;

  /** @param bytes in their order @param record bytes of a record without its moment */
  constructor(bytes: Buffer, record: number) {
    this.bytes = bytes;
    this.#record = record;
    this.size = bytes.length / (record + MOMENT);
  }

  /** What came before a moment. */
  before(moment: number, joinRest?: JoinRest): SortedRecords {
    const { bytes } = this;
    const record = this.#record;
    const all = Buffer.allocUnsafe(this.size * record);
    let end = 0;
    for (let at = 0; at < bytes.length; at += record + MOMENT) {
      if (bytes.readUInt32LE(at + record) >= moment) continue;
      const last = end - record;
      if (last >= 0 && all.compare(bytes, at, at + KEY, last, last + KEY) === 0) {
        all.writeUInt32LE(all.readUInt32LE(last + KEY) + bytes.readUInt32LE(at + KEY), last + KEY);
        joinRest?.(all, last, bytes, at);
      } else end += bytes.copy(all, end, at, at + record);
    }
    return new SortedRecords(Buffer.from(all.subarray(0, end)), KEY, record);
  }
}
