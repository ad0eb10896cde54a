/** What `take` answers when a value is not what the column takes: whoever asks sends the rows as they are, and the store decides. */
export const NOT_TAKEN = -1;

/**
 * Values of one column, gathered row by row from JSON and given out as ClickHouse's Native format has them: what concerns all of them
 * first (`prefix`), then the values (`data`). Reference: ClickHouse's serializations, `SerializationLowCardinality` among them.
 */
export interface Column {
  /**
   * Takes the JSON value that begins at `at`.
   * @returns where it ends, or NOT_TAKEN; the column must be cleared then
   */
  take(bytes: Uint8Array, at: number): number;
  /** Bytes before any value. Good until the next call of `take` or `clear`, like those of `data`. */
  prefix(): readonly Uint8Array[];
  data(): readonly Uint8Array[];
  clear(): void;
}

/** A column that can take the value of an earlier row once more, without reading it. */
export interface RepeatableColumn extends Column {
  /** @param row counted from the first one since the column was cleared; it was taken */
  again(row: number): void;
}

export function isRepeatable(column: Column): column is RepeatableColumn {
  return 'again' in column;
}

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const CLOSE = 0x5d;
export const BACKSLASH = 0x5c;

/** Whether `null` stands there. */
export function isNull(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x6e && bytes[at + 1] === 0x75 && bytes[at + 2] === 0x6c && bytes[at + 3] === 0x6c;
}

/** Where the digits from `at` on end. */
export function digitsEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  for (let byte = bytes[end] ?? 0; byte >= ZERO && byte <= ZERO + 9; byte = bytes[end] ?? 0) end += 1;
  return end;
}
