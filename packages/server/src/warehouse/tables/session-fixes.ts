import type { TableDescription } from '../ddl.js';

/**
 * What visits are to be changed to, while they are being changed: for each run (milliseconds UTC times 1,000, and a
 * random part) the session of every visit of a visitor at one instant. Empty but while a change is under way.
 */
export const SESSION_FIXES: TableDescription = {
  name: 'session_fixes',
  columns: [
    { name: 'run', type: 'UInt64', codec: 'Delta, ZSTD(1)' },
    { name: 'site_id', type: 'UInt32', codec: 'ZSTD(1)' },
    { name: 'visitor', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'created_at', type: "DateTime64(3, 'UTC')", codec: 'DoubleDelta, ZSTD(1)' },
    { name: 'session_id', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'entry_url', type: 'String', codec: 'ZSTD(3)' },
  ],
  derived: [],
  indexes: [],
  partitionBy: 'run',
  orderBy: ['site_id', 'visitor', 'created_at'],
  shardBy: 'visitor',
};
