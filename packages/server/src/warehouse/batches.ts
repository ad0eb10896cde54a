/**
 * Writing batches so that each is stored exactly once, whatever happens to either side.
 *
 * Invariants:
 * - One insert, one block, one token. The rows of a batch are parsed on one thread into a single block (limits below are
 *   above any batch), so that the part the store remembers under the token is the whole batch, and the same bytes under
 *   the same token are dropped as a whole. A batch over several months makes one part a month, each remembered alike.
 * - `insert` resolves only after the rows are on disk (the tables' fsync settings; asynchronous inserts are off).
 * - A token means these bytes for ever: the same rows in another format are another batch to the store. After deleting a batch, its rows need a fresh token: the store would drop them
 *   under the old one.
 */
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { changeSettings, insertSettings, type StatementSettings, storedEverywhere } from './cluster.js';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { batchFailure } from './failures.js';
import { inColumnsOfNow } from './older-rows.js';
import { ask } from './store-query.js';

/** Rows in a file in the folder that the store shares with this process (`rowsFolder`). */
export interface RowsPath {
  /** Absolute. */
  readonly path: string;
  readonly format: 'JSONCompactEachRow' | 'Native';
}

export interface Batch {
  /** A table of this folder. */
  readonly table: string;
  /** In the order of the values of a row. */
  readonly columns: readonly string[];
  /** Whole rows; bytes are JSONCompactEachRow. */
  readonly body: Buffer | RowsPath;
  /** What this batch, and no other, is known by. */
  readonly token: string;
}

const NAME = /^[a-z_][a-z0-9_]*$/u;
/** Rows and bytes that no batch reaches: the journal seals a segment at 80,000 rows and 32 MB. */
const BLOCK_ROWS = 50_000_000;
const BLOCK_BYTES = 8_000_000_000;
const PIECE_BYTES = 256 * 1024;

/** Names can not be parameters; these come from our own tables, and are checked all the same. */
function names(list: readonly string[]): string {
  for (const name of list) if (!NAME.test(name)) throw new TypeError(`not a column name: ${JSON.stringify(name)}`);
  return list.join(', ');
}

/** A body in pieces, with a turn of the event loop between them: handing many megabytes to the kernel at once holds everything up. */
async function* pieces(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    yield body.subarray(at, at + PIECE_BYTES);
    await setImmediate();
  }
}

const INSERT_SETTINGS = {
  insert_deduplicate: 1,
  async_insert: 0,
  distributed_foreground_insert: 1,
  input_format_parallel_parsing: 0,
  max_insert_block_size: String(BLOCK_ROWS),
  min_insert_block_size_rows: String(BLOCK_ROWS),
  min_insert_block_size_bytes: String(BLOCK_BYTES),
  max_partitions_per_insert_block: '0',
} as const;

async function sendRows(connection: Connection, query: string, body: Buffer, settings: StatementSettings): Promise<void> {
  const { stream } = await connection.client().exec({ query, values: Readable.from(pieces(body), { objectMode: false }), clickhouse_settings: settings });
  stream.resume();
  await finished(stream, { writable: false });
}

/** From a file: the rows never pass through this thread, which has visitors to answer. */
async function nameRows(connection: Connection, query: string, { path }: RowsPath, settings: StatementSettings): Promise<void> {
  const withFile: StatementSettings = { ...settings, engine_allow_files: 1, engine_rows_file: path };
  await connection.client().command({ query, clickhouse_settings: withFile });
}

/**
 * Stores a batch; sending it again under the same token changes nothing.
 * @throws StoreRejected when the rows themselves are at fault, StoreUnavailable otherwise
 */
export async function insertBatch(connection: Connection, topology: Topology, batch: Batch): Promise<void> {
  const { table, columns, body, token } = await inColumnsOfNow(batch);
  const query = `INSERT INTO ${names([table])} (${names(columns)}) FORMAT ${Buffer.isBuffer(body) ? 'JSONCompactEachRow' : body.format}`;
  const settings = { ...INSERT_SETTINGS, ...insertSettings(topology), insert_deduplication_token: token };
  try {
    await (Buffer.isBuffer(body) ? sendRows(connection, query, body, settings) : nameRows(connection, query, body, settings));
  } catch (error) {
    throw batchFailure(error);
  }
}

async function presentOf(connection: Connection, table: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await ask<{ batch_id: string }>(connection, `SELECT DISTINCT batch_id FROM ${table} WHERE batch_id IN {ids:Array(UInt64)}`, { ids }, {});
  return rows.map((row) => row.batch_id);
}

/**
 * Removes every row of the given batches, and waits until they are gone. Cheap when there are none, which is the usual
 * case; else it costs about 0.1 s for every part of the table, because a mutation makes a new version of each. A cluster is not
 * asked first: the replica that answered might be behind the one that took the batch.
 * @throws StoreUnavailable
 */
export async function deleteBatches(connection: Connection, topology: Topology, table: string, batchIds: readonly number[]): Promise<void> {
  if (batchIds.length === 0) return;
  const name = names([table]);
  const ids = batchIds.map(String);
  try {
    const present = topology.kind === 'single' ? await presentOf(connection, name, ids) : ids;
    if (present.length === 0) return;
    await connection.client().command({
      query: `ALTER TABLE ${storedEverywhere(topology, name)} DELETE WHERE batch_id IN {present:Array(UInt64)}`,
      query_params: { present },
      clickhouse_settings: { ...changeSettings(topology), mutations_sync: '2' },
    });
  } catch (error) {
    throw batchFailure(error);
  }
}
