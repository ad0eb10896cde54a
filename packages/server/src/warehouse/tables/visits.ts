import type { StoredColumn, TableDescription } from '../ddl.js';
import { code, few, moment, text } from './columns.js';
import { DERIVED } from './joined.js';

/** What migration 2 added: network operator, the rest of a campaign, spam, and why a visit looks automated. */
const ADDED_BY_2: readonly StoredColumn[] = [
  code('isp'),
  text('utm_term'),
  code('utm_content'),
  code('click_id_type'),
  text('click_id'),
  { name: 'referer_spam', type: 'UInt8' },
  code('bot_reason'),
];

/**
 * The page views by people: the columns of the contract's VisitRecord, behind the batch they came in. Facts that mostly go together are kept as one
 * text, and read as columns all the same (`tables/joined.ts`).
 *
 * Sorted by site and time, so that a question reads only its site's range, and by id for a stable newest-first list.
 * `ip` holds IPv4 addresses as ::ffff:a.b.c.d. The numbers that browsers report as fractions are Float64 although
 * Float32 would do: a filter compares them with what an operator types, and Float32 1.1 is not 1.1.
 */
export const VISITS: TableDescription = {
  name: 'visits',
  columns: [
    { name: 'batch_id', type: 'UInt64', codec: 'Delta, ZSTD(1)' },
    { name: 'id', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'site_id', type: 'UInt32', codec: 'ZSTD(1)' },
    moment('created_at'),
    moment('received_at'),
    code('source'),
    { name: 'visitor', type: 'UInt64', codec: 'ZSTD(1)' },
    { name: 'session_id', type: 'UInt64', codec: 'ZSTD(1)' },
    code('entry_url'),
    { name: 'ip', type: 'IPv6', codec: 'ZSTD(1)' },
    code('country_code'),
    code('region'),
    code('city'),
    code('url'),
    code('title'),
    code('referer'),
    code('referer_host'),
    code('channel'),
    code('referer_name'),
    text('search_term'),
    code('utm_source'),
    code('utm_medium'),
    code('utm_campaign'),
    code('user_agent'),
    code('platform'),
    few('cpu_cores', 'UInt16'),
    code('cpu_architecture'),
    code('device_type'),
    code('device_vendor'),
    code('device_model'),
    code('os_name'),
    code('os_version'),
    code('browser_name'),
    code('browser_version'),
    code('engine'),
    code('languages'),
    few('ram', 'Float64'),
    code('screen_sizes'),
    few('device_pixel_ratio', 'Float64'),
    few('max_touch_points', 'UInt16'),
    code('timezone'),
    code('gpu'),
    { name: 'is_bot', type: 'UInt8' },
    few('is_charging', 'UInt8'),
    few('battery_level', 'Float64'),
    code('connection_type'),
    text('fingerprint'),
    ...ADDED_BY_2,
  ],
  derived: DERIVED,
  indexes: [
    { name: 'by_batch', column: 'batch_id', type: 'minmax' },
    { name: 'by_arrival', column: 'received_at', type: 'minmax' },
    { name: 'by_visitor', column: 'visitor', type: 'bloom_filter(0.01)' },
    { name: 'by_ip', column: 'ip', type: 'bloom_filter(0.01)' },
  ],
  partitionBy: 'toYYYYMM(created_at)',
  orderBy: ['site_id', 'created_at', 'id'],
  shardBy: 'visitor',
};

/** Columns of `visits` by the migration that added them to the table that migration 1 made. */
export const VISITS_ADDED: ReadonlyMap<number, readonly StoredColumn[]> = new Map([[2, ADDED_BY_2]]);
