import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { MetadataTables } from './schema.js';

const held = z.object({ owner: z.string(), until: z.number() });

/**
 * Of all processes lets one do something.
 * @param key of the setting that says who
 * @param forMs milliseconds that it is held for, from now
 * @returns whether it is this owner
 */
export function lead(db: Kysely<MetadataTables>, key: string, owner: string, forMs: number, now: () => number): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    const holder = row === undefined ? undefined : held.parse(JSON.parse(row.value));
    if (holder !== undefined && holder.owner !== owner && holder.until > now()) return false;
    const value = JSON.stringify({ owner, until: now() + forMs });
    await transaction.insertInto('settings').values({ key, value }).onConflict((conflict) => conflict.column('key').doUpdateSet({ value })).execute();
    return true;
  });
}
