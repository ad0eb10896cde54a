/**
 * Brings the store's schema up to this version.
 *
 * Invariants:
 * - A new store gets its tables as they are now, which is what all steps lead to; the steps count as run. That it is made so is written into it
 *   before its first table: after a kill it is gone on with as it was begun, for a step would change what never was as it expects.
 * - Steps run in order, each is recorded after its last statement; a kill anywhere repeats at most one step, and
 *   repeating it is harmless.
 * - A store that a newer version has migrated is refused: this version does not know what its columns mean.
 */
import type { Logger } from 'pino';
import { insertSettings } from './cluster.js';
import type { Connection } from './connection.js';
import { createDatabase, createTable, NUMBERS_KEPT_ONCE, statementsDatabase, type TableDescription, type Topology } from './ddl.js';
import { MIGRATIONS, type Migration } from './migrations.js';
import { newTables } from './new-tables.js';
import { rowsRewritten } from './rewriting.js';
import { ask } from './store-query.js';

/** The store is ahead of this program. */
export class StoreTooNew extends Error {
  constructor(readonly applied: number, readonly known: number) {
    super(`The store was written by a newer version (schema ${applied}; this version knows ${known}): update this installation, or restore a backup made before.`);
    this.name = 'StoreTooNew';
  }
}

const APPLIED: TableDescription = {
  name: 'migrations',
  columns: [
    { name: 'id', type: 'UInt32' },
    { name: 'name', type: 'String' },
    { name: 'applied_at', type: "DateTime64(3, 'UTC')" },
  ],
  derived: [],
  indexes: [],
  partitionBy: 'tuple()',
  orderBy: ['id'],
  shardBy: '0',
};

export interface MigrateOptions {
  readonly connection: Connection;
  /** A connection to the `default` database, which is there before ours is. */
  readonly bootstrap: Connection;
  readonly database: string;
  readonly topology: Topology;
  readonly log: Logger;
  readonly now: () => number;
  readonly migrations?: readonly Migration[];
}

/** Marks that are no steps of the schema have this number: see move-mark.ts as well. */
const MARK = 0;
const MADE = 'made as of step ';

/** The step that the tables of a store were made as of, all at once; 0 where they came by steps. */
function madeAsOf(rows: readonly { readonly id: number; readonly name: string }[]): number {
  return Math.max(0, ...rows.filter(({ id, name }) => id === MARK && name.startsWith(MADE)).map(({ name }) => Number(name.slice(MADE.length))));
}

/** Whether there is no table but that of the steps: a store that was begun and not finished has some. */
async function isEmpty(connection: Connection, database: string): Promise<boolean> {
  const { rows } = await ask<{ tables: string }>(connection, 'SELECT count() AS tables FROM system.tables WHERE database = {database:String} AND name NOT IN {steps:Array(String)}', { database, steps: [APPLIED.name, `${APPLIED.name}_local`] }, {});
  return rows[0]?.tables === '0';
}

/**
 * @returns the ids of the steps that were run now
 * @throws StoreTooNew; ClickHouse's own error when a statement fails; FootfallError `store.unavailable`
 */
export async function migrate(options: MigrateOptions): Promise<number[]> {
  const { connection, bootstrap, database, topology, log, now, migrations = MIGRATIONS } = options;
  await bootstrap.client().command({ query: createDatabase(database, topology) });
  // Where it may not be made, everything else works without it.
  await bootstrap.client().command({ query: createDatabase(statementsDatabase(database), topology) }).catch((error: unknown) => log.warn({ err: error }, 'no database for statements: SQL is not offered'));
  for (const query of createTable(database, APPLIED, topology)) await bootstrap.client().command({ query });
  const { rows } = await ask<{ id: number; name: string }>(connection, 'SELECT DISTINCT id, name FROM migrations', {}, {});
  const applied = new Set(rows.map((row) => row.id));
  const newest = Math.max(madeAsOf(rows), ...applied);
  const known = Math.max(0, ...migrations.map((step) => step.id));
  if (newest > known) throw new StoreTooNew(newest, known);
  const note = (id: number, name: string): Promise<unknown> =>
    connection.client().command({
      query: 'INSERT INTO migrations (id, name, applied_at) SELECT {id:UInt32}, {name:String}, fromUnixTimestamp64Milli({at:Int64})',
      query_params: { id, name, at: now() },
      clickhouse_settings: insertSettings(topology),
    });
  const isNew = options.migrations === undefined && (await isEmpty(connection, database));
  if (isNew && madeAsOf(rows) < known) await note(MARK, `${MADE}${known}`);
  const made = isNew ? known : madeAsOf(rows);
  const open = migrations.filter(({ id }) => !applied.has(id)).toSorted((a, b) => a.id - b.id);
  if (isNew || open.some(({ id }) => id <= made)) for (const query of newTables(database, topology)) await connection.client().command({ query, clickhouse_settings: NUMBERS_KEPT_ONCE });
  const ran: number[] = [];
  for (const step of open) {
    for (const query of step.id <= made ? [] : step.statements(database, topology)) {
      await connection.client().command({ query, clickhouse_settings: NUMBERS_KEPT_ONCE });
      if (step.rewrites === true) await rowsRewritten({ connection, database, topology, log });
    }
    await note(step.id, step.name);
    log.info({ migration: step.id, name: step.name }, 'store schema migrated');
    ran.push(step.id);
  }
  return ran;
}
