import type { TableDescription } from '../ddl.js';
import { code, moment } from './columns.js';

/** The requests by crawlers: the columns of the contract's SpiderHitRecord, behind the batch they came in. */
export const SPIDER_HITS: TableDescription = {
  name: 'spider_hits',
  columns: [
    { name: 'batch_id', type: 'UInt64', codec: 'Delta, ZSTD(1)' },
    { name: 'id', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'site_id', type: 'UInt32', codec: 'ZSTD(1)' },
    moment('created_at'),
    moment('received_at'),
    code('source'),
    { name: 'ip', type: 'IPv6', codec: 'ZSTD(1)' },
    code('country_code'),
    { name: 'spider_id', type: 'UInt32', codec: 'ZSTD(1)' },
    code('type'),
    code('name'),
    code('reason'),
    code('url'),
    code('referer'),
    code('user_agent'),
    code('method'),
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
