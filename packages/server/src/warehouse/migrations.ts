import { addColumns, allowUpdates, before, createTable, retryChangesSoon, type TableDescription, type Topology } from './ddl.js';
import { EVENT_IDS, EVENTS } from './tables/events.js';
import { LEDGER } from './tables/ledger.js';
import { MOVED_AGENTS, MOVED_EVENTS, MOVED_HITS, MOVED_VISITS } from './tables/moved.js';
import { ADDRESS_NUMBERS, ROLLED_HOURS, ROLLED_SPANS, VISITOR_NUMBERS } from './tables/rolled-hours.js';
import { SESSION_FIXES } from './tables/session-fixes.js';
import { SITEMAP_URLS } from './tables/sitemap-urls.js';
import { SPIDER_HITS } from './tables/spider-hits.js';
import { VISITS, VISITS_ADDED } from './tables/visits.js';

/**
 * A numbered step of the schema. What has been released is never edited: a change is a new step. Every statement must be
 * harmless when run again (IF NOT EXISTS, IF EXISTS), because a kill may come between the statement and its record.
 */
export interface Migration {
  readonly id: number;
  readonly name: string;
  statements(database: string, topology: Topology): readonly string[];
}

const added = (migration: number) => VISITS_ADDED.get(migration) ?? [];
const VISITS_AT_FIRST = before(VISITS, [...VISITS_ADDED.values()].flat());

const rolledTable = (database: string, table: TableDescription, topology: Topology): string[] => [...createTable(database, table, topology), allowUpdates(database, table, topology), retryChangesSoon(database, table, topology)];

export const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    name: 'visits, spider hits, ledger',
    statements: (database, topology) => [VISITS_AT_FIRST, SPIDER_HITS, LEDGER].flatMap((table) => createTable(database, table, topology)),
  },
  {
    id: 2,
    name: 'visits: operator, campaign term and content, click id, spam, automation',
    statements: (database, topology) => addColumns(database, VISITS, added(2), topology),
  },
  {
    id: 3,
    name: 'custom events',
    statements: (database, topology) => [EVENTS, EVENT_IDS].flatMap((table) => createTable(database, table, topology)),
  },
  {
    id: 4,
    name: 'corrections of sessions',
    statements: (database, topology) => [...createTable(database, SESSION_FIXES, topology), allowUpdates(database, VISITS, topology)],
  },
  {
    id: 5,
    name: 'what rules take back in time',
    statements: (database, topology) => [
      ...[MOVED_VISITS, MOVED_HITS, MOVED_EVENTS, MOVED_AGENTS].flatMap((table) => createTable(database, table, topology)),
      ...[SPIDER_HITS, EVENTS, LEDGER].map((table) => allowUpdates(database, table, topology)),
    ],
  },
  {
    id: 6,
    name: 'changes of rows that failed are tried again soon',
    statements: (database, topology) => [VISITS, SPIDER_HITS, LEDGER, EVENTS, EVENT_IDS, SESSION_FIXES, MOVED_VISITS, MOVED_HITS, MOVED_EVENTS, MOVED_AGENTS].map((table) => retryChangesSoon(database, table, topology)),
  },
  {
    id: 7,
    name: 'addresses that sitemaps list',
    statements: (database, topology) => [...createTable(database, SITEMAP_URLS, topology), retryChangesSoon(database, SITEMAP_URLS, topology)],
  },
  {
    id: 8,
    name: 'hours of busy sites, added up',
    statements: (database, topology) => [VISITOR_NUMBERS, ADDRESS_NUMBERS, ROLLED_HOURS].flatMap((table) => rolledTable(database, table, topology)),
  },
  {
    id: 9,
    name: 'days and months of busy sites, added up',
    statements: (database, topology) => rolledTable(database, ROLLED_SPANS, topology),
  },
];
