import { ofEachShard } from './cluster.js';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { ask } from './store-query.js';

/** What a site has in one table; `bytes` is the table's, by the site's part of its rows. */
export interface TableSize {
  readonly siteId: number;
  readonly table: 'visits' | 'spider_hits' | 'events';
  readonly rows: number;
  readonly bytes: number;
}

const TABLES = ['visits', 'spider_hits', 'events'] as const;
/** A count by site reads one small column; of a store that needs longer than this, no screen waits. */
const PATIENCE_SECONDS = 20;
/** A site's rows lie together: where one ends the next begins, which no table of groups has to be looked into for. */
const IN_ORDER = { optimize_aggregation_in_order: 1 } as const;

/**
 * Rows and bytes on disk by site and table. Over a cluster, one replica of each shard is asked for its bytes.
 * @throws FootfallError as a question does
 */
export async function siteSizes(connection: Connection, database: string, topology: Topology): Promise<TableSize[]> {
  const suffix = topology.kind === 'single' ? '' : '_local';
  const counts = TABLES.map((table) => `SELECT '${table}' AS table, site_id, count() AS num FROM ${table} GROUP BY site_id`).join(' UNION ALL ');
  const { rows } = await ask<{ table: TableSize['table']; site_id: number; num: string }>(connection, counts, {}, { maxSeconds: PATIENCE_SECONDS, settings: IN_ORDER });
  const { rows: held } = await ask<{ table: string; num: string; bytes: string }>(
    connection,
    `SELECT table, sum(rows) AS num, sum(bytes_on_disk) AS bytes FROM ${ofEachShard(topology, 'system.parts')} WHERE active AND database = {database:String} GROUP BY table`,
    { database },
    { maxSeconds: PATIENCE_SECONDS },
  );
  const perRow = new Map(held.map(({ table, num, bytes }) => [table, Number(num) === 0 ? 0 : Number(bytes) / Number(num)]));
  return rows.map(({ table, site_id: siteId, num }) => ({ siteId, table, rows: Number(num), bytes: Math.round(Number(num) * (perRow.get(`${table}${suffix}`) ?? 0)) }));
}
