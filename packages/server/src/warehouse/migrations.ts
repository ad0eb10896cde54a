import { createTable, type Topology } from './ddl.js';
import { EVENT_IDS, EVENTS } from './tables/events.js';
import { LEDGER } from './tables/ledger.js';
import { SPIDER_HITS } from './tables/spider-hits.js';
import { VISITS } from './tables/visits.js';

/**
 * A numbered step of the schema. What has been released is never edited: a change is a new step. Every statement must be
 * harmless when run again (IF NOT EXISTS, IF EXISTS), because a kill may come between the statement and its record.
 */
export interface Migration {
  readonly id: number;
  readonly name: string;
  statements(database: string, topology: Topology): readonly string[];
}

export const MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    name: 'visits, spider hits, ledger',
    statements: (database, topology) => [VISITS, SPIDER_HITS, LEDGER].flatMap((table) => createTable(database, table, topology)),
  },
  {
    id: 3,
    name: 'custom events',
    statements: (database, topology) => [EVENTS, EVENT_IDS].flatMap((table) => createTable(database, table, topology)),
  },
];
