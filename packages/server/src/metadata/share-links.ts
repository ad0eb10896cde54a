import type { Kysely, Selectable } from 'kysely';
import type { MetadataTables } from './schema.js';
import type { ShareLinkTable } from './schema-accounts.js';
import { newToken, tokenHash } from './secret-token.js';
import { findUser, type User } from './users.js';

/** A link that shows a site's dashboard, without its token, which is kept nowhere. Times are milliseconds UTC. */
export interface StoredShare {
  readonly id: number;
  readonly siteId: number;
  /** Who made it. */
  readonly userId: number;
  readonly name: string;
  /** How the token begins. */
  readonly hint: string;
  readonly createdAt: number;
  /** null: never. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

export type NewShare = Pick<StoredShare, 'siteId' | 'userId' | 'name' | 'expiresAt'>;

/** A link and whoever made it. */
export interface MadeShare {
  readonly stored: StoredShare;
  readonly user: User;
}

export interface ShareLinks {
  /** A site's links, newest first, whatever has ended. */
  ofSite(siteId: number): Promise<MadeShare[]>;
  byId(id: number): Promise<MadeShare | undefined>;
  /** The link of a token, whatever has ended: whoever asks decides. */
  find(token: string): Promise<MadeShare | undefined>;
  /** Makes a link; `token` is told this once. */
  add(share: NewShare): Promise<{ readonly stored: StoredShare; readonly token: string }>;
  /** Ends a link; one that has ended keeps its time. */
  revoke(id: number): Promise<void>;
  /** Notes that a link was used. */
  touch(id: number, at: number): Promise<void>;
}

/** By which a link's token is told from others. */
export const SHARE_PREFIX = 'ffs_';

function storedOf(row: Selectable<ShareLinkTable>): StoredShare {
  return {
    id: row.id, siteId: row.site_id, userId: row.user_id, name: row.name, hint: row.hint,
    createdAt: row.created_at, expiresAt: row.expires_at, lastUsedAt: row.last_used_at, revokedAt: row.revoked_at,
  };
}

/** Reads and writes the share links. */
export function createShareLinks(db: Kysely<MetadataTables>, now: () => number): ShareLinks {
  const withMaker = async (row: Selectable<ShareLinkTable> | undefined): Promise<MadeShare | undefined> => {
    const user = row && (await findUser(db, row.user_id));
    return row && user && { stored: storedOf(row), user };
  };
  return {
    async ofSite(siteId) {
      const rows = await db.selectFrom('share_links').selectAll().where('site_id', '=', siteId).orderBy('id', 'desc').execute();
      const makers = new Map<number, User | undefined>();
      for (const { user_id } of rows) if (!makers.has(user_id)) makers.set(user_id, await findUser(db, user_id));
      return rows.flatMap((row) => {
        const user = makers.get(row.user_id);
        return user === undefined ? [] : [{ stored: storedOf(row), user }];
      });
    },
    byId: async (id) => withMaker(await db.selectFrom('share_links').selectAll().where('id', '=', id).executeTakeFirst()),
    find: async (token) => withMaker(await db.selectFrom('share_links').selectAll().where('token_hash', '=', tokenHash(token)).executeTakeFirst()),
    async add({ siteId, userId, name, expiresAt }) {
      const { token, hint } = newToken(SHARE_PREFIX);
      const row = await db
        .insertInto('share_links')
        .values({ site_id: siteId, user_id: userId, name, token_hash: tokenHash(token), hint, created_at: now(), expires_at: expiresAt, last_used_at: null, revoked_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { stored: storedOf(row), token };
    },
    async revoke(id) {
      await db.updateTable('share_links').set({ revoked_at: now() }).where('id', '=', id).where('revoked_at', 'is', null).execute();
    },
    async touch(id, at) {
      await db.updateTable('share_links').set({ last_used_at: at }).where('id', '=', id).execute();
    },
  };
}
