import { addColumns, addDerived, allowUpdates, before, createTable, dropColumns, fillColumns, modifyColumns, retryChangesSoon, type TableDescription, type Topology } from './ddl.js';
import { EVENT_IDS, EVENTS } from './tables/events.js';
import { beforeJoining, joinedColumns, joiningSql, partedNames } from './tables/joined.js';
import { LEDGER } from './tables/ledger.js';
import { MOVED_AGENTS, MOVED_EVENTS, MOVED_HITS, MOVED_VISITS } from './tables/moved.js';
import { beforeRecoding, recodedColumns } from './tables/recoded.js';
import { ADDRESS_NUMBERS, ROLLED_HOURS, ROLLED_SPANS, VISITOR_NUMBERS } from './tables/rolled-hours.js';
import { ROLLED_VALUES } from './tables/rolled-values.js';
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
  /** Whether its statements leave rows to be written anew: each is done when they are. */
  readonly rewrites?: boolean;
  statements(database: string, topology: Topology): readonly string[];
}

const added = (migration: number) => VISITS_ADDED.get(migration) ?? [];
const atFirst = (table: TableDescription): TableDescription => beforeRecoding(10, table);
const VISITS_APART = beforeJoining(VISITS);
const MOVED_VISITS_APART = beforeJoining(MOVED_VISITS);
const VISITS_AT_FIRST = atFirst(before(VISITS_APART, [...VISITS_ADDED.values()].flat()));
const RECODED: readonly TableDescription[] = [VISITS_APART, SPIDER_HITS, EVENTS, SITEMAP_URLS, MOVED_VISITS_APART, MOVED_HITS, MOVED_EVENTS];

const JOINED: readonly TableDescription[] = [VISITS, MOVED_VISITS];
/** Columns that are made of such as go: no column goes while another is made of it. */
const MADE_OF_PARTED = ['screen_resolution', 'uap_result'];

const rolledTable = (database: string, table: TableDescription, topology: Topology): string[] => [...createTable(database, table, topology), allowUpdates(database, table, topology), retryChangesSoon(database, table, topology)];

function recodedTable(migration: number, database: string, table: TableDescription, topology: Topology): string[] {
  const { retyped, recoded } = recodedColumns(migration, table);
  return modifyColumns(database, table, retyped, recoded, topology);
}

export const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    name: 'visits, spider hits, ledger',
    statements: (database, topology) => [VISITS_AT_FIRST, atFirst(SPIDER_HITS), LEDGER].flatMap((table) => createTable(database, table, topology)),
  },
  {
    id: 2,
    name: 'visits: operator, campaign term and content, click id, spam, automation',
    statements: (database, topology) => addColumns(database, VISITS, atFirst({ ...VISITS, columns: added(2) }).columns, topology),
  },
  {
    id: 3,
    name: 'custom events',
    statements: (database, topology) => [atFirst(EVENTS), EVENT_IDS].flatMap((table) => createTable(database, table, topology)),
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
      ...[MOVED_VISITS_APART, MOVED_HITS, MOVED_EVENTS, MOVED_AGENTS].flatMap((table) => createTable(database, atFirst(table), topology)),
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
    statements: (database, topology) => [...createTable(database, atFirst(SITEMAP_URLS), topology), retryChangesSoon(database, SITEMAP_URLS, topology)],
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
  {
    id: 10,
    name: 'pages, agents, codes and instants in fewer bytes',
    rewrites: true,
    statements: (database, topology) => RECODED.flatMap((table) => recodedTable(10, database, table, topology)),
  },
  {
    id: 11,
    name: 'numbers that few values have in fewer bytes',
    rewrites: true,
    statements: (database, topology) => [VISITS_APART, MOVED_VISITS_APART].flatMap((table) => recodedTable(11, database, table, topology)),
  },
  {
    id: 12,
    name: 'sizes of screens, engines and graphics as one text each',
    rewrites: true,
    statements: (database, topology) => JOINED.flatMap((table) => [...addColumns(database, table, joinedColumns(table), topology), fillColumns(database, table, joiningSql, topology)]),
  },
  {
    // A step of its own: what is filled from columns that went would be empty.
    id: 13,
    name: 'what was joined is read from where it is kept',
    rewrites: true,
    statements: (database, topology) => JOINED.flatMap((table) => [...dropColumns(database, table, MADE_OF_PARTED, topology), ...dropColumns(database, table, partedNames, topology), ...addDerived(database, table, table.derived, topology)]),
  },
  {
    id: 14,
    name: 'hours, days and months of busy sites by country and by device model',
    statements: (database, topology) => rolledTable(database, ROLLED_VALUES, topology),
  },
];
