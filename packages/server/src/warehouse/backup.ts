/**
 * Copies of the whole store in files, by the engine's own BACKUP and RESTORE: parts as they were at one instant, while others write.
 * Each runs in the background, so that it may last as long as it takes, and is looked after.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { StatementSettings } from './cluster.js';
import type { Connection } from './connection.js';
import { NUMBERS_KEPT_ONCE } from './ddl.js';
import { batchFailure } from './failures.js';
import { ask } from './store-query.js';
import { ROLLED_TABLES } from './tables/rolled.js';

const LOOK_MS = 100;
const NAME = /^[a-z_][a-z0-9_]*$/u;

interface Progress {
  readonly status: string;
  readonly error: string;
  readonly total_size: string;
}

/** A path as a literal of the store's SQL. */
function literal(path: string): string {
  return `'${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

async function run(connection: Connection, statement: string, done: string, settings: StatementSettings = {}): Promise<number> {
  try {
    const { stream } = await connection.client().exec({ query: `${statement} ASYNC`, clickhouse_settings: settings });
    let text = '';
    for await (const chunk of stream as AsyncIterable<Buffer>) text += chunk.toString('utf8');
    const [id = ''] = text.split('\t');
    for (;;) {
      const { rows } = await ask<Progress>(connection, 'SELECT toString(status) AS status, error, total_size FROM system.backups WHERE id = {id:String}', { id }, {});
      const [progress] = rows;
      if (progress === undefined) throw new Error('the engine was started again meanwhile');
      if (progress.status === done) return Number(progress.total_size);
      if (progress.error !== '') throw new Error(progress.error);
      await pause(LOOK_MS);
    }
  } catch (error) {
    throw batchFailure(error);
  }
}

/**
 * Copies every table into a folder that is not there yet, inside the one that the engine may write backups to.
 * @returns bytes
 * @throws StoreUnavailable when it could not; what was begun of the folder may be there
 */
export async function backUp(connection: Connection, database: string, folder: string): Promise<number> {
  if (!NAME.test(database)) throw new TypeError(`not a database: ${database}`);
  return run(connection, `BACKUP DATABASE ${database} TO File(${literal(folder)})`, 'BACKUP_CREATED');
}

/**
 * Brings every table back from such a folder into a store that has none. Hours that were rolled up go: a backup is of all tables, but not of one
 * instant of all of them.
 * @throws StoreUnavailable when it could not
 */
export async function restore(connection: Connection, database: string, folder: string): Promise<void> {
  if (!NAME.test(database)) throw new TypeError(`not a database: ${database}`);
  await run(connection, `RESTORE DATABASE ${database} FROM File(${literal(folder)})`, 'RESTORED', NUMBERS_KEPT_ONCE);
  try {
    for (const { name } of ROLLED_TABLES) await connection.client().command({ query: `TRUNCATE TABLE IF EXISTS ${database}.${name}` });
  } catch (error) {
    throw batchFailure(error);
  }
}
