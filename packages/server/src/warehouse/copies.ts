/**
 * The rows of one store as another one takes them: compared by sums, read, stored and removed piece by piece.
 *
 * Invariants:
 * - Two stores have the same rows in a partition when they have the same batches in it, each with the same number of rows and the same sum of
 *   hashes over all their stored columns. The sum knows no order, and tells a row that is there twice.
 * - Everything that changes a store goes under one mark; `idle` resolves when nothing under it is under way, nor any change of parts, so that
 *   what is compared then stays so.
 * - No insert is taken for a repeat of another: the rows of a batch that was removed may come again. Each has a token of its own, for newer servers
 *   compare contents whatever `insert_deduplicate` says (`deduplicate_insert` overrides it), and drop what they had before without a word.
 */
import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { changeSettings, everywhere, insertSettings, type StatementSettings, storedEverywhere } from './cluster.js';
import type { Connection } from './connection.js';
import type { TableDescription, Topology } from './ddl.js';
import { batchFailure } from './failures.js';
import { ask, askStream } from './store-query.js';
import { EVENT_IDS, EVENTS } from './tables/events.js';
import { LEDGER } from './tables/ledger.js';
import { MOVED_AGENTS, MOVED_EVENTS, MOVED_HITS, MOVED_VISITS } from './tables/moved.js';
import { ROLLED_TABLES } from './tables/rolled.js';
import { SITEMAP_URLS } from './tables/sitemap-urls.js';
import { SPIDER_HITS } from './tables/spider-hits.js';
import { VISITS } from './tables/visits.js';

/** Every table whose rows are somebody's: the others are the schema's own, or hold something for a moment only. */
const COPIED: ReadonlyMap<string, TableDescription> = new Map([VISITS, SPIDER_HITS, EVENTS, EVENT_IDS, LEDGER, SITEMAP_URLS, MOVED_AGENTS, MOVED_VISITS, MOVED_HITS, MOVED_EVENTS].map((table) => [table.name, table]));
export const COPIED_TABLES: readonly string[] = [...COPIED.keys()];
/**
 * What is not copied, and why that is well: `migrations` is what each store went through, `session_fixes` is empty unless a correction is under
 * way, and what visits add up to is made of the visits.
 */
export const NOT_COPIED: readonly string[] = ['migrations', 'session_fixes', ...ROLLED_TABLES.map(({ name }) => name)];

/** A batch in a partition. */
export interface Digest {
  readonly batch: bigint;
  readonly rows: number;
  /** Sum of the hashes of its rows, modulo 2^64, as decimal text. */
  readonly sum: string;
}

/** Batches from one number to another, both included. */
export interface BatchRange {
  readonly from: bigint;
  readonly to: bigint;
}

/** One table's rows of one partition: `id` is the store's own name of it. */
export interface Partition {
  readonly table: string;
  readonly id: string;
}

export interface Copies {
  /** The partitions of a table that have rows, in order. */
  partitions(table: string): Promise<string[]>;
  /** The batches of a partition, in order, in constant memory. */
  digests(partition: Partition): AsyncGenerator<Digest>;
  /** What changes whenever the rows of a partition may have, by partition; only of a single node. */
  fingerprints(table: string): Promise<ReadonlyMap<string, string>>;
  /** How many rows go over at once, so that they are some tens of megabytes. */
  rowsAtOnce(table: string): number;
  read(partition: Partition, ranges: readonly BatchRange[]): Promise<Readable>;
  /** Stores what `read` of another store gives. */
  store(table: string, rows: Readable): Promise<void>;
  remove(partition: Partition, ranges: readonly BatchRange[]): Promise<void>;
  idle(): Promise<void>;
}

const MARK = 'footfall-move';
const PATIENCE_SECONDS = 86_400;
const CELLS_AT_ONCE = 6_000_000;
/** Rows; a core hashes some hundred thousand a second. */
const HASHED_AT_ONCE = 10_000_000;
const POLL_MS = 100;
const WHOLE = 'all';
const PARTITION_ID = /^(?:\d+|all)$/u;

const pause = (ms: number): Promise<void> => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

function described(name: string): TableDescription {
  const table = COPIED.get(name);
  if (table === undefined) throw new TypeError(`not a table that is copied: ${name}`);
  return table;
}

const namesOf = ({ columns }: TableDescription): string => columns.map(({ name }) => name).join(', ');
/** The column that says which rows came together. */
const BATCHES = ['batch_id', 'run', 'reading'];
function batchOf({ name, columns }: TableDescription): string {
  const batch = BATCHES.find((one) => columns.some((column) => column.name === one));
  if (batch === undefined) throw new TypeError(`rows of ${name} come in no batches`);
  return batch;
}
const idOf = ({ partitionBy }: TableDescription): string => (partitionBy === 'tuple()' ? `'${WHOLE}'` : `toString(${partitionBy})`);

function within({ table, id }: Partition): string {
  if (!PARTITION_ID.test(id)) throw new TypeError(`not a partition: ${id}`);
  const { partitionBy } = described(table);
  return partitionBy === 'tuple()' ? '1' : `${partitionBy} = ${id}`;
}

function among(table: TableDescription, ranges: readonly BatchRange[]): string {
  return ranges.map(({ from, to }) => `${batchOf(table)} BETWEEN ${String(from)} AND ${String(to)}`).join(' OR ');
}

/** Copies from or into a store. Everything fails as a question or a batch does. */
export function createCopies(connection: Connection, database: string, topology: Topology): Copies {
  const marked: StatementSettings = { log_comment: MARK };

  async function idle(): Promise<void> {
    const sql = `SELECT (SELECT count() FROM ${everywhere(topology, 'system.processes')} WHERE (position(query, '${MARK}') > 0 OR Settings['log_comment'] = '${MARK}') AND position(query, 'system.processes') = 0)
      + (SELECT count() FROM ${everywhere(topology, 'system.mutations')} WHERE database = {database:String} AND NOT is_done) AS num`;
    while (Number((await ask<{ num: string }>(connection, sql, { database }, {})).rows[0]?.num ?? 0) > 0) await pause(POLL_MS);
  }

  /** The batches of a partition in ranges that are hashed before a connection on which nothing is said counts as broken. */
  async function hashedAtOnce(partition: Partition): Promise<BatchRange[]> {
    const table = described(partition.table);
    const sql = `SELECT ${batchOf(table)} AS this_batch, count() AS row_count FROM ${table.name} WHERE ${within(partition)} GROUP BY this_batch ORDER BY this_batch`;
    const ranges: { from: bigint; to: bigint }[] = [];
    let rowsIn = Infinity;
    for await (const { rows } of askStream(connection, sql, {}, { maxSeconds: PATIENCE_SECONDS })) {
      for (const [value, num] of rows) {
        const [batch, last] = [BigInt(value ?? 0), ranges.at(-1)];
        if (last === undefined || rowsIn >= HASHED_AT_ONCE) ranges.push({ from: batch, to: batch });
        else last.to = batch;
        rowsIn = (last === ranges.at(-1) ? rowsIn : 0) + Number(num);
      }
    }
    return ranges;
  }

  return {
    async partitions(name) {
      const { rows } = await ask<{ this_partition: string }>(connection, `SELECT DISTINCT ${idOf(described(name))} AS this_partition FROM ${name} ORDER BY this_partition`, {}, { maxSeconds: PATIENCE_SECONDS });
      return rows.map((row) => row.this_partition);
    },
    async *digests(partition) {
      const table = described(partition.table);
      const sql = `SELECT ${batchOf(table)} AS this_batch, count() AS row_count, sum(sipHash64(tuple(${namesOf(table)}))) AS hash_sum FROM ${table.name} WHERE ${within(partition)} AND `;
      for (const range of await hashedAtOnce(partition)) {
        for await (const { rows } of askStream(connection, `${sql}${among(table, [range])} GROUP BY this_batch ORDER BY this_batch`, {}, { maxSeconds: PATIENCE_SECONDS })) {
          for (const [batch, num, total] of rows) yield { batch: BigInt(batch ?? 0), rows: Number(num), sum: String(total) };
        }
      }
    },
    async fingerprints(name) {
      // A lightweight change of rows makes parts of its own, whose partition ends like that of the rows.
      const { rows } = await ask<{ id: string; parts: string }>(
        connection,
        "SELECT splitByChar('-', partition_id)[-1] AS id, toString(sipHash64(arraySort(groupArray(name)))) AS parts FROM system.parts WHERE active AND database = {database:String} AND table = {table:String} GROUP BY id",
        { database, table: described(name).name },
        {},
      );
      return new Map(rows.map(({ id, parts }) => [id, parts]));
    },
    rowsAtOnce: (name) => Math.ceil(CELLS_AT_ONCE / described(name).columns.length),
    async read(partition, ranges) {
      const table = described(partition.table);
      const query = `SELECT ${namesOf(table)} FROM ${table.name} WHERE ${within(partition)} AND (${among(table, ranges)}) FORMAT Native`;
      try {
        const { stream } = await connection.client().exec({ query, clickhouse_settings: { wait_end_of_query: 0, max_threads: 1, max_execution_time: PATIENCE_SECONDS, readonly: '2', cancel_http_readonly_queries_on_client_close: 1 } });
        return stream;
      } catch (error) {
        throw batchFailure(error);
      }
    },
    async store(name, rows) {
      try {
        const { stream } = await connection.client().exec({
          query: `INSERT INTO ${name} (${namesOf(described(name))}) FORMAT Native`,
          values: rows,
          clickhouse_settings: { ...marked, ...insertSettings(topology), insert_deduplication_token: randomUUID(), async_insert: 0, distributed_foreground_insert: 1, max_partitions_per_insert_block: '0' },
        });
        stream.resume();
        await finished(stream, { writable: false });
      } catch (error) {
        throw batchFailure(error);
      } finally {
        rows.destroy();
      }
    },
    async remove(partition, ranges) {
      const table = described(partition.table);
      within(partition);
      try {
        await connection.client().command({
          query: `ALTER TABLE ${storedEverywhere(topology, table.name)} DELETE IN PARTITION ID '${partition.id}' WHERE ${among(table, ranges)}`,
          clickhouse_settings: { ...marked, ...changeSettings(topology), mutations_sync: '2' },
        });
      } catch (error) {
        throw batchFailure(error);
      }
    },
    idle,
  };
}
