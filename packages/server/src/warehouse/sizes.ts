/** What each site has in the store: rows and bytes. */
import { groupBy } from '../group-by.js';
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

type Table = TableSize['table'];

const TABLES = ['visits', 'spider_hits', 'events'] as const satisfies readonly Table[];
/** A count by site reads one small column; of a store that needs longer than this, no screen waits. */
const PATIENCE_SECONDS = 20;
/** Months that one statement counts. */
const AT_ONCE = 40;
/** A site's rows lie together: where one ends the next begins, which no table of groups has to be looked into for. */
const IN_ORDER = { optimize_aggregation_in_order: 1 } as const;
/** A lightweight change of rows makes parts of its own, whose partition ends like that of the rows. */
const PARTITION = "splitByChar('-', partition_id)[-1]";

interface Count {
  readonly table: Table;
  readonly siteId: number;
  readonly num: number;
}

/** What is stored of one partition, by which parts it was counted. */
interface Counted {
  readonly parts: string;
  readonly counts: readonly Count[];
}

interface CountRow {
  readonly table: Table;
  readonly partition: string;
  readonly site_id: number;
  readonly num: string;
}

const keyOf = (table: string, partition: string): string => `${table} ${partition}`;

/**
 * Rows and bytes on disk by site and table. On one server a month is counted again when its parts have changed: mostly that is the running one alone. Over a cluster
 * all are counted each time, and one replica of each shard is asked for its bytes.
 * What it gives throws FootfallError as a question does.
 */
export function createSiteSizes(connection: Connection, database: string, topology: Topology): () => Promise<TableSize[]> {
  const known = new Map<string, Counted>();

  const toldBy = async (sql: string, params: Readonly<Record<string, string>>): Promise<readonly CountRow[]> => (await ask<CountRow>(connection, sql, params, { maxSeconds: PATIENCE_SECONDS, settings: IN_ORDER })).rows;
  const countOf = ({ table, site_id: siteId, num }: CountRow): Count => ({ table, siteId, num: Number(num) });

  /** Each month by itself, in the order of its rows. */
  const countedOf = (some: readonly { readonly table: Table; readonly partition: string }[]): Promise<readonly CountRow[]> =>
    toldBy(
      some.map(({ table }, i) => `SELECT '${table}' AS table, {partition${i}:String} AS partition, site_id, count() AS num FROM ${table} WHERE _partition_id = {partition${i}:String} GROUP BY site_id`).join(' UNION ALL '),
      Object.fromEntries(some.map(({ partition }, i) => [`partition${i}`, partition])),
    );

  async function countedOnOne(): Promise<Count[]> {
    const { rows: parts } = await ask<{ table: Table; partition: string; names: string }>(
      connection,
      `SELECT table, ${PARTITION} AS partition, toString(sipHash64(arraySort(groupArray(name)))) AS names FROM system.parts WHERE active AND database = {database:String} AND table IN {tables:Array(String)} GROUP BY table, partition`,
      { database, tables: TABLES },
      { maxSeconds: PATIENCE_SECONDS },
    );
    const changed = parts.filter(({ table, partition, names }) => known.get(keyOf(table, partition))?.parts !== names);
    const rows: CountRow[] = [];
    // Counted after it is known which parts there are: what has changed in between is counted once more the next time.
    for (let at = 0; at < changed.length; at += AT_ONCE) rows.push(...(await countedOf(changed.slice(at, at + AT_ONCE))));
    const found = groupBy(rows, ({ table, partition }) => keyOf(table, partition));
    for (const { table, partition, names } of changed) known.set(keyOf(table, partition), { parts: names, counts: (found.get(keyOf(table, partition)) ?? []).map(countOf) });
    const there = new Set(parts.map(({ table, partition }) => keyOf(table, partition)));
    for (const key of known.keys()) if (!there.has(key)) known.delete(key);
    const sums = groupBy([...known.values()].flatMap(({ counts: some }) => some), ({ table, siteId }) => keyOf(table, String(siteId)));
    return [...sums.values()].flatMap((some) => some.slice(0, 1).map((one) => ({ ...one, num: some.reduce((sum, { num }) => sum + num, 0) })));
  }

  const countedOnAll = async (): Promise<Count[]> => (await toldBy(TABLES.map((table) => `SELECT '${table}' AS table, '' AS partition, site_id, count() AS num FROM ${table} GROUP BY site_id`).join(' UNION ALL '), {})).map(countOf);

  return async () => {
    const suffix = topology.kind === 'single' ? '' : '_local';
    const counts = await (topology.kind === 'single' ? countedOnOne() : countedOnAll());
    const { rows: held } = await ask<{ table: string; num: string; bytes: string }>(
      connection,
      `SELECT table, sum(rows) AS num, sum(bytes_on_disk) AS bytes FROM ${ofEachShard(topology, 'system.parts')} WHERE active AND database = {database:String} GROUP BY table`,
      { database },
      { maxSeconds: PATIENCE_SECONDS },
    );
    const perRow = new Map(held.map(({ table, num, bytes }) => [table, Number(num) === 0 ? 0 : Number(bytes) / Number(num)]));
    return counts.map(({ table, siteId, num }) => ({ siteId, table, rows: num, bytes: Math.round(num * (perRow.get(`${table}${suffix}`) ?? 0)) }));
  };
}
