import type { TableDescription } from '../ddl.js';
import { code, moment } from './columns.js';

/**
 * Custom events: the columns of the contract's EventRecord, behind the batch they came in. Properties are two maps, so that
 * `props['plan']` can be counted by value and `numbers['price']` added up without a cast that may fail; a property that was
 * sent as a number stands in both.
 */
export const EVENTS: TableDescription = {
  name: 'events',
  columns: [
    { name: 'batch_id', type: 'UInt64', codec: 'Delta, ZSTD(1)' },
    { name: 'id', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'site_id', type: 'UInt32', codec: 'ZSTD(1)' },
    moment('created_at'),
    moment('received_at'),
    code('source'),
    { name: 'visitor', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'session_id', type: 'UInt64', codec: 'ZSTD(1)' },
    code('name'),
    { name: 'props', type: 'Map(LowCardinality(String), String)', codec: 'ZSTD(3)' },
    { name: 'numbers', type: 'Map(LowCardinality(String), Float64)', codec: 'ZSTD(1)' },
    code('url'),
    code('title'),
    code('referer'),
    code('referer_host'),
    code('channel'),
    code('referer_name'),
    code('utm_source'),
    code('utm_medium'),
    code('utm_campaign'),
    { name: 'ip', type: 'IPv6', codec: 'ZSTD(1)' },
    code('country_code'),
    code('region'),
    code('city'),
    code('device_type'),
    code('device_vendor'),
    code('device_model'),
    code('os_name'),
    code('os_version'),
    code('browser_name'),
    code('browser_version'),
    code('language'),
    { name: 'is_bot', type: 'UInt8' },
  ],
  derived: [],
  indexes: [
    { name: 'by_batch', column: 'batch_id', type: 'minmax' },
    { name: 'by_arrival', column: 'received_at', type: 'minmax' },
    { name: 'by_visitor', column: 'visitor', type: 'bloom_filter(0.01)' },
    { name: 'by_name', column: 'name', type: 'set(100)' },
  ],
  partitionBy: 'toYYYYMM(created_at)',
  orderBy: ['site_id', 'created_at', 'id'],
  shardBy: 'visitor',
};

/**
 * The ids that servers gave to what they sent, page views and events alike, for ever: whatever comes again under such an id
 * is known, whenever that is and whatever time it claims. Sorted by id and finely indexed, because a batch asks for a thousand
 * ids that lie anywhere. It holds hashes only, and outlives the records, whose end must not make a repeat look new.
 */
export const EVENT_IDS: TableDescription = {
  name: 'event_ids',
  columns: [
    { name: 'batch_id', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'site_id', type: 'UInt32', codec: 'ZSTD(1)' },
    { name: 'id', type: 'UInt64', codec: 'NONE' },
  ],
  derived: [],
  indexes: [],
  partitionBy: 'tuple()',
  orderBy: ['site_id', 'id'],
  shardBy: 'id',
  settings: [
    ['index_granularity', 256],
    ['min_compress_block_size', 2_048],
  ],
};
