import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';

export interface Settings {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  /** The value, made and kept when there is none; the same for all processes that ask at once. */
  ensure(key: string, make: () => string): Promise<string>;
  /** Identity of this installation for its whole life: part of every batch token, so that two stores never mix. */
  installationId(): Promise<string>;
}

/** Reads and writes the installation's settings. */
export function createSettings(db: Kysely<MetadataTables>): Settings {
  const settings: Settings = {
    async get(key) {
      return (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value;
    },
    async set(key, value) {
      await db
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    },
    async ensure(key, make) {
      const known = await settings.get(key);
      if (known !== undefined) return known;
      await db
        .insertInto('settings')
        .values({ key, value: make() })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
      // Read again: another process may have been first.
      return (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow()).value;
    },
    installationId: () => settings.ensure('installation_id', randomUUID),
  };
  return settings;
}
