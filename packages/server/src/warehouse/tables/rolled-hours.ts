/**
 * Hours of busy sites, added up: what questions read instead of the visits of an hour that is over. An hour is a number of hours
 * since 1970, so that a day of every zone whose offset is whole hours is a union of them.
 *
 * Sets of visitors and addresses are bitmaps of small numbers that each site gives its own, in order: unions of such bitmaps are exact, and cost
 * about a nanosecond for each member, where a set of hashes costs fifty.
 *
 * Each site is a partition, so that what goes of one is not written anew for all; only busy sites have any.
 */
import type { StoredColumn, TableDescription } from '../ddl.js';

export const SITE: StoredColumn = { name: 'site_id', type: 'UInt32', codec: 'ZSTD(1)' };
const NUMBER: StoredColumn = { name: 'number', type: 'UInt32', codec: 'ZSTD(1)' };
export const MEMBERS = 'AggregateFunction(groupBitmap, UInt32)';
const FIGURES: readonly StoredColumn[] = [
  { name: 'pv', type: 'UInt64', codec: 'ZSTD(1)' },
  { name: 'referer_num', type: 'UInt64', codec: 'ZSTD(1)' },
  { name: 'visitors', type: MEMBERS, codec: 'ZSTD(1)' },
  { name: 'addresses', type: MEMBERS, codec: 'ZSTD(1)' },
];

/** A statement looks up some thousand visitors that lie anywhere. */
const FINE = [['index_granularity', 256], ['min_compress_block_size', 2_048]] as const;

/** The number of a visitor on a site. */
export const VISITOR_NUMBERS: TableDescription = {
  name: 'visitor_numbers',
  columns: [SITE, { name: 'visitor', type: 'UInt64', codec: 'ZSTD(1)' }, NUMBER],
  derived: [],
  indexes: [],
  partitionBy: 'site_id',
  orderBy: ['site_id', 'visitor'],
  shardBy: 'visitor',
  settings: FINE,
};

/** The number of an address on a site. */
export const ADDRESS_NUMBERS: TableDescription = {
  name: 'address_numbers',
  columns: [SITE, { name: 'ip', type: 'IPv6', codec: 'ZSTD(1)' }, NUMBER],
  derived: [],
  indexes: [],
  partitionBy: 'site_id',
  orderBy: ['site_id', 'ip'],
  shardBy: 'site_id',
  settings: FINE,
};

/** The figures of one hour of a site; an hour without a row is not known. */
export const ROLLED_HOURS: TableDescription = {
  name: 'rolled_hours',
  columns: [SITE, { name: 'hour', type: 'UInt32', codec: 'Delta, ZSTD(1)' }, ...FIGURES],
  derived: [],
  indexes: [],
  partitionBy: 'site_id',
  orderBy: ['site_id', 'hour'],
  shardBy: 'site_id',
  settings: [['index_granularity', 64]],
};

/** The figures of several hours together: of a day and of a month in the site's zone. Whatever is here is in `rolled_hours` as well. */
export const ROLLED_SPANS: TableDescription = {
  name: 'rolled_spans',
  columns: [SITE, { name: 'first', type: 'UInt32', codec: 'Delta, ZSTD(1)' }, { name: 'hours', type: 'UInt16', codec: 'ZSTD(1)' }, ...FIGURES],
  derived: [],
  indexes: [],
  partitionBy: 'site_id',
  orderBy: ['site_id', 'first', 'hours'],
  shardBy: 'site_id',
  settings: [['index_granularity', 8]],
};
