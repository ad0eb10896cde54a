import type { TableDescription } from '../ddl.js';
import { EVENT_IDS, EVENTS } from './events.js';
import { LEDGER } from './ledger.js';
import { MOVED_AGENTS, MOVED_EVENTS, MOVED_HITS, MOVED_VISITS } from './moved.js';
import { ROLLED_TABLES } from './rolled.js';
import { SESSION_FIXES } from './session-fixes.js';
import { SITEMAP_URLS } from './sitemap-urls.js';
import { SPIDER_HITS } from './spider-hits.js';
import { VISITS } from './visits.js';

/** What is recorded of sites: each row belongs to one, by `site_id`. */
export const RECORDS: readonly TableDescription[] = [VISITS, SPIDER_HITS, EVENTS, LEDGER];

/** The names of all other tables of ours. */
export const OTHER_TABLES: readonly string[] = [
  ...[EVENT_IDS, SESSION_FIXES, SITEMAP_URLS, MOVED_VISITS, MOVED_HITS, MOVED_EVENTS, MOVED_AGENTS, ...ROLLED_TABLES].map(({ name }) => name), 'migrations',
];
