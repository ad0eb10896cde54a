import type { TableDescription } from '../ddl.js';
import { moment, text } from './columns.js';

/**
 * The addresses that sitemaps list, by the reading that they come from: the metadata store says which readings are in force, and all
 * others are left over. No personal data; not removed by age, as a sitemap says what there is now.
 */
export const SITEMAP_URLS: TableDescription = {
  name: 'sitemap_urls',
  columns: [
    { name: 'site_id', type: 'UInt32', codec: 'ZSTD(1)' },
    { name: 'reading', type: 'UInt64', codec: 'Delta, ZSTD(1)' },
    text('url'),
    // The earliest of when a sitemap of the site first listed it, and of every last change that one told of it.
    moment('published_at'),
  ],
  derived: [],
  indexes: [],
  // A reading goes as a whole, at once.
  partitionBy: 'reading',
  orderBy: ['site_id', 'reading', 'url'],
  shardBy: 'reading',
};
