import type { TableDescription } from '../ddl.js';

/** The requests by crawlers: the columns of the contract's SpiderHitRecord, behind the batch they came in. */
export const SPIDER_HITS: TableDescription = {
  name: 'spider_hits',
  columns: [
    { name: 'batch_id', type: 'UInt64', codec: 'Delta, ZSTD(1)' },
    { name: 'id', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'site_id', type: 'UInt32', codec: 'ZSTD(1)' },
    { name: 'created_at', type: "DateTime64(3, 'UTC')", codec: 'DoubleDelta, ZSTD(1)' },
    { name: 'received_at', type: "DateTime64(3, 'UTC')", codec: 'DoubleDelta, ZSTD(1)' },
    { name: 'source', type: 'LowCardinality(String)' },
    { name: 'ip', type: 'IPv6', codec: 'ZSTD(1)' },
    { name: 'country_code', type: 'LowCardinality(String)' },
    { name: 'spider_id', type: 'UInt32', codec: 'ZSTD(1)' },
    { name: 'type', type: 'LowCardinality(String)' },
    { name: 'name', type: 'LowCardinality(String)' },
    { name: 'reason', type: 'LowCardinality(String)' },
    { name: 'url', type: 'String', codec: 'ZSTD(3)' },
    { name: 'referer', type: 'String', codec: 'ZSTD(3)' },
    { name: 'user_agent', type: 'String', codec: 'ZSTD(3)' },
    { name: 'method', type: 'LowCardinality(String)' },
    { name: 'status', type: 'Nullable(UInt16)', codec: 'ZSTD(1)' },
    { name: 'bytes', type: 'Nullable(UInt64)', codec: 'ZSTD(1)' },
  ],
  derived: [],
  indexes: [
    { name: 'by_batch', column: 'batch_id', type: 'minmax' },
    { name: 'by_arrival', column: 'received_at', type: 'minmax' },
    { name: 'by_ip', column: 'ip', type: 'bloom_filter(0.01)' },
  ],
  partitionBy: 'toYYYYMM(created_at)',
  orderBy: ['site_id', 'created_at', 'id'],
  shardBy: 'id',
};
