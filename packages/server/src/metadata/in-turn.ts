import { ADMIN_ROLE } from '@footfall/contract';
import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';

/**
 * Runs a change of users or roles in a transaction, one after the other, also between processes and on PostgreSQL: each
 * writes the administrators' role first, and so waits for the one before. What a change checks holds until it is done.
 */
export async function inTurn<T>(db: Kysely<MetadataTables>, change: (transaction: Kysely<MetadataTables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await transaction.updateTable('roles').set({ key: ADMIN_ROLE }).where('key', '=', ADMIN_ROLE).execute();
    return change(transaction);
  });
}
