/** The rows of roll-ups and of numbers in the store, and what of the store decides about them: the statements of `rolled-hours.ts`. */
import type { Connection } from '../connection.js';
import { batchFailure } from '../failures.js';
import { SPAN_KIND } from '../tables/rolled-values.js';
import type { QueryParams } from '../query-params.js';
import { ask } from '../store-query.js';
import { HourSet } from './hour-set.js';
import type { SiteRows } from './rolled-site.js';
import { keysOf, type Span, SPAN_KEY, SpanSet } from './span-set.js';

export interface NumbersOfSite {
  readonly table: string;
  readonly siteId: number;
}

/** Reading fails as a question does, changing as a batch. */
export interface RolledRows {
  /** What has a row, by site. */
  read(): Promise<ReadonlyMap<number, { readonly hours: HourSet; readonly spans: SpanSet; readonly values: SpanSet }>>;
  /** Removes rows, durably: those of spans and of values first, so that whatever a span has is in hours as well. */
  remove(siteId: number, rows: SiteRows): Promise<void>;
  /** Numbers that no hour has any more go: nothing is left of a visitor who was erased. */
  removeNumbers(siteIds: readonly number[]): Promise<void>;
  /** Tables of numbers whose rows of a site lie in several parts of at least so many rows: who is looked up is looked for in each. */
  scattered(least: number): Promise<readonly NumbersOfSite[]>;
  /** Puts these rows into one part. */
  merge(numbers: NumbersOfSite): Promise<void>;
  /** Whether no statement changes anything, nor a change of rows that was begun before this process was waits to be ended. */
  isIdle(): Promise<boolean>;
  /** Whether visits are being changed by what an earlier process began. */
  hasOpenMutations(): Promise<boolean>;
}

const PATIENCE = { maxSeconds: 60 };
const OF_HOURS = 'FROM rolled_hours WHERE site_id = {site:UInt32} AND hour IN {hours:Array(UInt32)}';
const ofSpans = (table: string): string => `FROM ${table} WHERE site_id = {site:UInt32} AND first IN {firsts:Array(UInt32)} AND ${SPAN_KEY} IN {keys:Array(UInt64)}`;
/** Waits until it is durable; what is left out of parts is left out at once. */
const AT_ONCE = { lightweight_delete_mode: 'lightweight_update_force', lightweight_deletes_sync: '2' } as const;
const MEMBERS = [['visitor_numbers', 'visitors'], ['address_numbers', 'addresses']] as const;

/** @param connection that this process alone uses to change the store */
export function createRolledRows(connection: Connection, database: string): RolledRows {
  async function command(query: string, params: QueryParams, settings: Readonly<Record<string, string | number>>): Promise<void> {
    try {
      await connection.client().command({ query, query_params: params, clickhouse_settings: settings });
    } catch (error) {
      throw batchFailure(error);
    }
  }

  /** What the statement counts. */
  async function countOf(sql: string): Promise<number> {
    const { rows } = await ask<{ num: string }>(connection, sql, { database }, {});
    return Number(rows[0]?.num ?? 1);
  }

  return {
    async read() {
      const sites = new Map<number, { hours: HourSet; spans: SpanSet; values: SpanSet }>();
      const siteOf = (siteId: number) => {
        const site = sites.get(siteId) ?? { hours: new HourSet(), spans: new SpanSet(), values: new SpanSet() };
        sites.set(siteId, site);
        return site;
      };
      // A store of an earlier version, before its schema is brought up to this one's, has not all of them.
      const tables = await ask<{ name: string }>(connection, "SELECT name FROM system.tables WHERE database = {database:String} AND startsWith(name, 'rolled_')", { database }, {});
      const has = (table: string): boolean => tables.rows.some(({ name }) => name === table);
      if (!has('rolled_spans')) return sites;
      const { rows } = await ask<{ site_id: number; hours: number[] }>(connection, 'SELECT site_id, groupArray(hour) AS hours FROM rolled_hours GROUP BY site_id', {}, PATIENCE);
      for (const { site_id: siteId, hours } of rows) for (const hour of hours) siteOf(siteId).hours.add(hour);
      const spans = await ask<Span & { site_id: number }>(connection, 'SELECT site_id, first, hours FROM rolled_spans', {}, PATIENCE);
      for (const { site_id: siteId, ...span } of spans.rows) siteOf(siteId).spans.add(span);
      if (!has('rolled_values')) return sites;
      const values = await ask<Span & { site_id: number }>(connection, `SELECT site_id, first, hours FROM rolled_values WHERE kind = ${SPAN_KIND}`, {}, PATIENCE);
      for (const { site_id: siteId, ...span } of values.rows) siteOf(siteId).values.add(span);
      return sites;
    },
    async remove(siteId, { hours, spans, values }) {
      const removeFrom = async (rowsOf: string, params: QueryParams): Promise<void> => {
        const { rows } = await ask(connection, `SELECT 1 ${rowsOf} LIMIT 1`, params, {});
        if (rows.length > 0) await command(`DELETE ${rowsOf}`, params, AT_ONCE);
      };
      if (values.length > 0) await removeFrom(ofSpans('rolled_values'), { site: siteId, ...keysOf(values) });
      if (spans.length > 0) await removeFrom(ofSpans('rolled_spans'), { site: siteId, ...keysOf(spans) });
      if (!hours.isEmpty) await removeFrom(OF_HOURS, { site: siteId, hours: [...hours] });
    },
    async removeNumbers(siteIds) {
      for (const siteId of siteIds) {
        for (const [table, members] of MEMBERS) {
          const gone = `site_id = {site:UInt32} AND NOT bitmapContains((SELECT groupBitmapMergeState(${members}) FROM ${database}.rolled_hours WHERE site_id = {site:UInt32}), number)`;
          const { rows } = await ask(connection, `SELECT 1 FROM ${table} WHERE ${gone} LIMIT 1`, { site: siteId }, PATIENCE);
          if (rows.length > 0) await command(`ALTER TABLE ${table} DELETE IN PARTITION {site:UInt32} WHERE ${gone}`, { site: siteId }, { mutations_sync: '2' });
        }
      }
    },
    async scattered(least) {
      const { rows } = await ask<{ table: string; site: number }>(
        connection,
        `SELECT table, toUInt32(partition) AS site FROM system.parts WHERE active AND database = {database:String} AND table IN {tables:Array(String)} AND rows >= {least:UInt64}
          GROUP BY table, partition HAVING count() > 1 ORDER BY table, site`,
        { database, tables: MEMBERS.map(([table]) => table), least },
        PATIENCE,
      );
      return rows.map(({ table, site }) => ({ table, siteId: site }));
    },
    merge: ({ table, siteId }) => command(`OPTIMIZE TABLE ${table} PARTITION ${String(siteId)} FINAL`, {}, {}),
    isIdle: async () => (await countOf("SELECT (SELECT count() FROM system.processes WHERE query_kind NOT IN ('Select', 'Show', 'Describe', 'Explain', '')) + (SELECT count() FROM system.mutations WHERE database = {database:String} AND NOT is_done) AS num")) === 0,
    hasOpenMutations: async () => (await countOf("SELECT count() AS num FROM system.mutations WHERE database = {database:String} AND table IN ('visits', 'visitor_numbers', 'address_numbers') AND NOT is_done")) > 0,
  };
}
