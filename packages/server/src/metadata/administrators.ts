import { ADMIN_ROLE, FootfallError } from '@footfall/contract';
import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';

/** How many administrators can sign in. */
async function countAdministrators(db: Kysely<MetadataTables>): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('roles.key', '=', ADMIN_ROLE)
    .where('users.disabled', '=', 0)
    .where('users.password_hash', '<>', '')
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Runs a change of accounts that is undone when it takes the last administrator away who can sign in. Transactions
 * go one after the other: two that each leave one administrator can not together leave none.
 * @throws FootfallError `user.last_administrator`
 */
export async function keepAnAdministrator<T>(db: Kysely<MetadataTables>, change: (transaction: Kysely<MetadataTables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const before = await countAdministrators(transaction);
    const result = await change(transaction);
    if (before > 0 && (await countAdministrators(transaction)) === 0) throw new FootfallError('user.last_administrator');
    return result;
  });
}
