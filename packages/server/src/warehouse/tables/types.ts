import { EVENT_IDS, EVENTS } from './events.js';
import { LEDGER } from './ledger.js';
import { SPIDER_HITS } from './spider-hits.js';
import { VISITS } from './visits.js';

/** Types by table and column. */
export type ColumnTypes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Of the tables that the journal's rows go to. */
export const COLUMN_TYPES: ColumnTypes = Object.freeze(
  Object.fromEntries([VISITS, SPIDER_HITS, EVENTS, EVENT_IDS, LEDGER].map((table) => [table.name, Object.fromEntries(table.columns.map(({ name, type }) => [name, type]))])),
);
