/**
 * Removing stored rows for good: of a site that is to be erased, and what is older than a site keeps. The rows are taken out of their
 * parts (a mutation, waited for), not only marked, so that they are gone from the disk when a call resolves; ClickHouse itself keeps the parts
 * that they were in for some minutes more (`old_parts_lifetime`).
 */
import { changeSettings, storedEverywhere } from './cluster.js';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { batchFailure } from './failures.js';
import type { QueryParams } from './query-params.js';
import { storeTime } from './store-time.js';
import { ask } from './store-query.js';
import { ROLLED_TABLES } from './tables/rolled.js';

/** Everything of the site that was recorded before `before` (milliseconds UTC) is to go. */
export interface Expiry {
  readonly siteId: number;
  readonly before: number;
}

/** Sites in one statement, so that a part is written anew once for all of them. */
const AT_ONCE = 50;
/** Made of other rows: they go as well, and are not counted. */
const DERIVED: ReadonlySet<string> = new Set(ROLLED_TABLES.map(({ name }) => name));
const NAME = /^[a-z_][a-z0-9_]*$/u;

/** Removes rows from their parts, and waits for it. @throws TypeError for a name that is no table's; else as the client does */
export async function removeWhere(connection: Connection, topology: Topology, table: string, condition: string, params: QueryParams): Promise<void> {
  if (!NAME.test(table)) throw new TypeError(`not a table: ${table}`);
  await connection.client().command({ query: `ALTER TABLE ${storedEverywhere(topology, table)} DELETE WHERE ${condition}`, query_params: params, clickhouse_settings: { ...changeSettings(topology), mutations_sync: '2' } });
}

/** Every table that has rows of sites, and what else is asked for in its columns; also those of a later release. */
export async function tablesOfSites(connection: Connection, topology: Topology, column = 'site_id'): Promise<string[]> {
  const engine = topology.kind === 'single' ? "position(engine, 'MergeTree') > 0" : "engine = 'Distributed'";
  const { rows } = await ask<{ table: string }>(
    connection,
    `SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'site_id'
      AND table IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = {column:String})
      AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND ${engine}) ORDER BY table`,
    { column },
    {},
  );
  return rows.map(({ table }) => table);
}

/**
 * Removes every row of a site from every table, and answers with how many records there were.
 * @throws StoreUnavailable, FootfallError as a question does: some may be gone then; doing it again ends it
 */
export async function eraseSite(connection: Connection, topology: Topology, siteId: number): Promise<number> {
  let found = 0;
  try {
    for (const table of await tablesOfSites(connection, topology)) {
      const { rows } = await ask<{ num: string }>(connection, `SELECT count() AS num FROM ${table} WHERE site_id = {site:UInt32}`, { site: siteId }, {});
      const num = Number(rows[0]?.num ?? 0);
      if (num > 0) await removeWhere(connection, topology, table, 'site_id = {site:UInt32}', { site: siteId });
      if (!DERIVED.has(table)) found += num;
    }
  } catch (error) {
    throw batchFailure(error);
  }
  return found;
}

/**
 * Removes what is older than sites keep from every table that says when something happened: visits, spider hits, events, and what is set
 * aside of them. The ledger only counts, and no person is in it. Costs a look-up for each site where there is nothing to do.
 * @throws as `eraseSite`
 */
export async function removeExpired(connection: Connection, topology: Topology, expiries: readonly Expiry[]): Promise<void> {
  try {
    if (expiries.length === 0) return;
    for (const table of await tablesOfSites(connection, topology, 'created_at')) {
      const due: Expiry[] = [];
      for (const expiry of expiries) {
        const params = { site: expiry.siteId, before: storeTime(expiry.before) };
        const { rows } = await ask(connection, `SELECT 1 FROM ${table} WHERE site_id = {site:UInt32} AND created_at < {before:DateTime64(3, 'UTC')} LIMIT 1`, params, {});
        if (rows.length > 0) due.push(expiry);
      }
      for (let at = 0; at < due.length; at += AT_ONCE) {
        const group = due.slice(at, at + AT_ONCE);
        const condition = group.map((_, i) => `(site_id = {s${i}:UInt32} AND created_at < {b${i}:DateTime64(3, 'UTC')})`).join(' OR ');
        const params = Object.fromEntries(group.flatMap(({ siteId, before }, i) => [[`s${i}`, siteId], [`b${i}`, storeTime(before)]]));
        await removeWhere(connection, topology, table, condition, params);
      }
    }
  } catch (error) {
    throw batchFailure(error);
  }
}
