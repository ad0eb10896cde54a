import { everywhere, ofEachShard } from './cluster.js';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { type Replicas, replicasOf } from './replicas.js';
import { MIGRATIONS } from './migrations.js';
import { ask } from './store-query.js';

/** What an operator should know of the store. */
export interface StoreState {
  readonly version: string;
  /** Release of its time zone data, '' where it does not say. */
  readonly zoneData: string;
  /** Of the asked zones, those that it does not know. */
  readonly unknownZones: readonly string[];
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly bytes: number }[];
  /** Parts of the table and month that has the most. */
  readonly mostParts: number;
  /** Parts that were found broken and taken out, and changes that do not come to an end, with the reason of one. */
  readonly broken: number;
  readonly stuck: number;
  readonly stuckReason: string;
  /** When the newest visit was received, milliseconds UTC; null without any. */
  readonly newest: number | null;
  /** Steps of the schema that were run, and that this version knows. */
  readonly schema: number;
  readonly knownSchema: number;
  /** Of a cluster. */
  readonly replicas: Replicas | null;
}

/** With a replica away the others still say how they are. */
const REACHED = ' SETTINGS skip_unavailable_shards = 1';

const factsOf = (topology: Topology): string => `SELECT version() AS version,
  (SELECT any(value) FROM system.build_options WHERE name = 'TZDATA_VERSION') AS zone_data,
  (SELECT groupArray(time_zone) FROM system.time_zones WHERE time_zone IN {zones:Array(String)}) AS zones,
  (SELECT max(num) FROM (SELECT count() AS num FROM ${ofEachShard(topology, 'system.parts')} WHERE active AND database = {database:String} GROUP BY table, partition)) AS parts,
  (SELECT count() FROM ${everywhere(topology, 'system.detached_parts')} WHERE database = {database:String} AND reason IN ('broken', 'broken-on-start', 'unexpected')) AS broken,
  (SELECT count() FROM ${everywhere(topology, 'system.mutations')} WHERE database = {database:String} AND NOT is_done AND latest_fail_reason != '') AS stuck,
  (SELECT any(latest_fail_reason) FROM ${everywhere(topology, 'system.mutations')} WHERE database = {database:String} AND NOT is_done AND latest_fail_reason != '') AS stuck_reason,
  (SELECT max(id) FROM migrations) AS schema,
  (SELECT toUnixTimestamp64Milli(max(received_at)) FROM visits) AS newest${topology.kind === 'single' ? '' : REACHED}`;

interface Facts {
  readonly version: string;
  readonly zone_data: string | null;
  readonly zones: readonly string[];
  readonly parts: string;
  readonly broken: string;
  readonly stuck: string;
  readonly stuck_reason: string | null;
  readonly schema: number;
  readonly newest: string;
}

/** @param connection to any database @throws FootfallError as a question does */
export async function versionOf(connection: Connection): Promise<string> {
  const { rows } = await ask<{ version: string }>(connection, 'SELECT version() AS version', {}, {});
  return rows[0]?.version ?? '';
}

/** @throws FootfallError as a question does */
export async function storeState(connection: Connection, database: string, topology: Topology, zones: readonly string[]): Promise<StoreState> {
  const { rows } = await ask<Facts>(connection, factsOf(topology), { zones, database }, {});
  const tables = await ask<{ table: string; num: string; bytes: string }>(
    connection,
    `SELECT table, sum(rows) AS num, sum(bytes_on_disk) AS bytes FROM ${ofEachShard(topology, 'system.parts')} WHERE active AND database = {database:String} GROUP BY table ORDER BY table${topology.kind === 'single' ? '' : REACHED}`,
    { database },
    {},
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('the store gave no answer');
  return {
    version: facts.version,
    zoneData: facts.zone_data ?? '',
    unknownZones: zones.filter((zone) => !facts.zones.includes(zone)),
    tables: tables.rows.map(({ table, num, bytes }) => ({ name: topology.kind === 'single' ? table : table.replace(/_local$/u, ''), rows: Number(num), bytes: Number(bytes) })),
    mostParts: Number(facts.parts),
    broken: Number(facts.broken),
    stuck: Number(facts.stuck),
    stuckReason: facts.stuck_reason ?? '',
    newest: Number(facts.newest) === 0 ? null : Number(facts.newest),
    schema: facts.schema,
    replicas: await replicasOf(connection, database, topology),
    knownSchema: Math.max(...MIGRATIONS.map(({ id }) => id)),
  };
}
