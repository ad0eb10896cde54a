import { FootfallError } from '@footfall/contract';
import type { Kysely, Selectable } from 'kysely';
import type { ApiKeyTable, MetadataTables } from './schema.js';
import { newToken, tokenHash } from './secret-token.js';

/** A key of a site, without the key itself, which is kept nowhere. Times are milliseconds UTC. */
export interface StoredKey {
  readonly id: number;
  readonly siteId: number;
  readonly name: string;
  /** How the key begins. */
  readonly hint: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

export interface ApiKeys {
  /** A site's keys, newest first. */
  ofSite(siteId: number): Promise<StoredKey[]>;
  /** Hash and site of every valid key. */
  valid(): Promise<{ readonly id: number; readonly siteId: number; readonly keyHash: string }[]>;
  /** Makes a key; `key` is told this once. @throws FootfallError `site.unknown` */
  add(siteId: number, name: string): Promise<{ readonly stored: StoredKey; readonly key: string }>;
  /** Ends a key; one that has ended keeps its time. @returns undefined when there is none. */
  revoke(id: number): Promise<StoredKey | undefined>;
  /** Notes that a key was used. */
  touch(id: number, at: number): Promise<void>;
}

const PREFIX = 'ffk_';

function storedOf(row: Selectable<ApiKeyTable>): StoredKey {
  return { id: row.id, siteId: row.site_id, name: row.name, hint: row.hint, createdAt: row.created_at, lastUsedAt: row.last_used_at, revokedAt: row.revoked_at };
}

/** Reads and writes the API keys. */
export function createApiKeys(db: Kysely<MetadataTables>, now: () => number): ApiKeys {
  return {
    async ofSite(siteId) {
      return (await db.selectFrom('api_keys').selectAll().where('site_id', '=', siteId).orderBy('id', 'desc').execute()).map(storedOf);
    },
    async valid() {
      const rows = await db
        .selectFrom('api_keys')
        .innerJoin('sites', 'sites.id', 'api_keys.site_id')
        .select(['api_keys.id', 'api_keys.site_id', 'api_keys.key_hash'])
        .where('api_keys.revoked_at', 'is', null)
        .where('sites.deleted_at', 'is', null)
        .execute();
      return rows.map((row) => ({ id: row.id, siteId: row.site_id, keyHash: row.key_hash }));
    },
    async add(siteId, name) {
      const site = await db.selectFrom('sites').select('id').where('id', '=', siteId).where('deleted_at', 'is', null).executeTakeFirst();
      if (!site) throw new FootfallError('site.unknown');
      const { token: key, hint } = newToken(PREFIX);
      const row = await db
        .insertInto('api_keys')
        .values({ site_id: siteId, name, key_hash: tokenHash(key), hint, created_at: now(), last_used_at: null, revoked_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { stored: storedOf(row), key };
    },
    async revoke(id) {
      await db.updateTable('api_keys').set({ revoked_at: now() }).where('id', '=', id).where('revoked_at', 'is', null).execute();
      const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : storedOf(row);
    },
    async touch(id, at) {
      await db.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute();
    },
  };
}
