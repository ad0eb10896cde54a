/** What stands before each row of a segment: `[`, the segment's number, a comma. */
export type RowPrefix = Uint8Array;

/** A number takes at most so many digits: it stays below 2^53 (DESIGN.md, Numbers), and all since the year 2001 take as many. */
const DIGITS = 16;
/** Bytes that a prefix takes at most. */
export const PREFIX_ROOM = DIGITS + 2;

export function rowPrefix(seq: number): RowPrefix {
  return Buffer.from(`[${String(seq)},`);
}
