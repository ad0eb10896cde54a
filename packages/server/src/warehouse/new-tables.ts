import { CHANGES_RETRIED_SOON, createTable, type TableDescription, type Topology, UPDATES_ALLOWED } from './ddl.js';
import { RECORDS } from './tables/all.js';
import { EVENT_IDS } from './tables/events.js';
import { MOVED_AGENTS, MOVED_EVENTS, MOVED_HITS, MOVED_VISITS } from './tables/moved.js';
import { ROLLED_TABLES } from './tables/rolled.js';
import { SESSION_FIXES } from './tables/session-fixes.js';
import { SITEMAP_URLS } from './tables/sitemap-urls.js';

/** Tables whose rows are changed in place. */
const CHANGED: readonly TableDescription[] = [...RECORDS, ...ROLLED_TABLES];
const UNCHANGED: readonly TableDescription[] = [EVENT_IDS, SESSION_FIXES, SITEMAP_URLS, MOVED_VISITS, MOVED_HITS, MOVED_EVENTS, MOVED_AGENTS];

/** The statements that make all tables of a new store as the steps of migrations.ts leave them. */
export function newTables(database: string, topology: Topology): string[] {
  const made = (table: TableDescription, more: typeof UPDATES_ALLOWED): string[] => createTable(database, { ...table, settings: [...(table.settings ?? []), ...more, ...CHANGES_RETRIED_SOON] }, topology);
  return [...CHANGED.flatMap((table) => made(table, UPDATES_ALLOWED)), ...UNCHANGED.flatMap((table) => made(table, []))];
}
