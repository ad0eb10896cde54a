import type { StoredColumn } from '../ddl.js';

/** Text of few different values. */
export const code = (name: string): StoredColumn => ({ name, type: 'LowCardinality(String)' });
export const text = (name: string): StoredColumn => ({ name, type: 'String', codec: 'ZSTD(3)' });
/** An instant, to the millisecond. */
export const moment = (name: string): StoredColumn => ({ name, type: "DateTime64(3, 'UTC')", codec: 'DoubleDelta, ZSTD(1)' });
