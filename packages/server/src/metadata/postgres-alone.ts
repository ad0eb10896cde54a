import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { MetadataTables } from './schema.js';

/** Any constant will do, as long as every Footfall takes the same one, and nothing else does. */
const LOCK = sql.lit(7_346_619);
const ASK_EVERY = 300;

/**
 * Does work while no other process does any under this; waits for as long as that takes. The lock belongs to a connection: with the process
 * it goes by itself.
 */
export async function aloneOnPostgres<T>(db: Kysely<MetadataTables>, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    for (;;) {
      // Asked again and again: a question that waits for long would be taken for a server that went silent.
      const { rows } = await sql<{ had: boolean }>`select pg_try_advisory_lock(${LOCK}) as had`.execute(connection);
      if (rows[0]?.had === true) break;
      await setTimeout(ASK_EVERY);
    }
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
}
