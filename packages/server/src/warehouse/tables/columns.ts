import type { StoredColumn } from '../ddl.js';

/**
 * Text of few different values, or of values that come again and again, as the addresses of a site's pages do: each is kept once in some
 * thousand rows, and looked at once. Where nearly every row has a value of its own it takes as many bytes as plain text, and a fifth longer to read.
 */
export const code = (name: string): StoredColumn => ({ name, type: 'LowCardinality(String)', codec: 'ZSTD(1)' });
export const text = (name: string): StoredColumn => ({ name, type: 'String', codec: 'ZSTD(3)' });
/** An instant, to the millisecond. Read by every question: T64 is taken apart in a third of the time that DoubleDelta takes. */
export const moment = (name: string): StoredColumn => ({ name, type: "DateTime64(3, 'UTC')", codec: 'Delta, T64, ZSTD(1)' });
/**
 * A number that few values have, as memory and cores do; absent it is NULL, as the record says null: a sentinel such as 0 is a value some device
 * really reports. Each is kept once in some thousand rows, which takes half the bytes. The store makes no such column unless it is told that
 * it is meant (`NUMBERS_KEPT_ONCE` of ddl.ts).
 */
export const few = (name: string, type: string): StoredColumn => ({ name, type: `LowCardinality(Nullable(${type}))`, codec: 'ZSTD(1)' });
