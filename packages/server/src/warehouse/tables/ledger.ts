import type { TableDescription } from '../ddl.js';

/**
 * What became of what was received, per site and minute of arrival (site 0: it is not known which). A row says that in
 * `minute` `num` things were received, or refused for `reason`. Several rows may speak of the same minute; their numbers
 * add up. The rows ride in the same journal frame as the records that they count, so ledger and records can not drift
 * apart.
 */
export const LEDGER: TableDescription = {
  name: 'ledger',
  columns: [
    { name: 'batch_id', type: 'UInt64', codec: 'Delta, ZSTD(1)' },
    { name: 'site_id', type: 'UInt32', codec: 'ZSTD(1)' },
    { name: 'minute', type: "DateTime('UTC')", codec: 'DoubleDelta, ZSTD(1)' },
    { name: 'outcome', type: 'LowCardinality(String)' },
    { name: 'reason', type: 'LowCardinality(String)' },
    { name: 'num', type: 'UInt32', codec: 'ZSTD(1)' },
  ],
  derived: [],
  indexes: [{ name: 'by_batch', column: 'batch_id', type: 'minmax' }],
  partitionBy: 'toYYYYMM(minute)',
  orderBy: ['minute', 'site_id', 'outcome', 'reason'],
  shardBy: 'site_id',
};
