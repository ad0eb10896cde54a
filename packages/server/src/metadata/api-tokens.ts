import type { GrantableRoute } from '@footfall/contract';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import { routesOf } from './grants.js';
import type { MetadataTables } from './schema.js';
import type { ApiTokenTable } from './schema-accounts.js';
import { newToken, tokenHash } from './secret-token.js';
import { findUser, type User } from './users.js';

/** A token of a user, without the token itself, which is kept nowhere. Times are milliseconds UTC. */
export interface StoredToken {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  /** How the token begins. */
  readonly hint: string;
  readonly routes: readonly GrantableRoute[];
  /** Ids; null for all that the user may see. */
  readonly sites: readonly number[] | null;
  readonly createdAt: number;
  /** null: never. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

export type NewToken = Pick<StoredToken, 'userId' | 'name' | 'routes' | 'sites' | 'expiresAt'>;

export interface ApiTokens {
  /** A user's tokens, newest first. */
  ofUser(userId: number): Promise<StoredToken[]>;
  /** The token and its user, whatever has ended: whoever asks decides. */
  find(token: string): Promise<{ readonly stored: StoredToken; readonly user: User } | undefined>;
  /** Makes a token; `token` is told this once. */
  add(token: NewToken): Promise<{ readonly stored: StoredToken; readonly token: string }>;
  /** Ends a token of a user; one that has ended keeps its time. @returns undefined when the user has none of that id */
  revoke(id: number, userId: number): Promise<StoredToken | undefined>;
  /** Notes that a token was used. */
  touch(id: number, at: number): Promise<void>;
}

/** By which a token is told from a session's. */
export const TOKEN_PREFIX = 'fft_';

const numbers = z.array(z.number());

function storedOf(row: Selectable<ApiTokenTable>): StoredToken {
  return {
    id: row.id, userId: row.user_id, name: row.name, hint: row.hint, routes: routesOf(row.routes), sites: row.sites === null ? null : numbers.parse(JSON.parse(row.sites)),
    createdAt: row.created_at, expiresAt: row.expires_at, lastUsedAt: row.last_used_at, revokedAt: row.revoked_at,
  };
}

/** Reads and writes the API tokens. */
export function createApiTokens(db: Kysely<MetadataTables>, now: () => number): ApiTokens {
  return {
    async ofUser(userId) {
      return (await db.selectFrom('api_tokens').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()).map(storedOf);
    },
    async find(token) {
      const row = await db.selectFrom('api_tokens').selectAll().where('token_hash', '=', tokenHash(token)).executeTakeFirst();
      if (row === undefined) return undefined;
      const user = await findUser(db, row.user_id);
      return user && { stored: storedOf(row), user };
    },
    async add({ userId, name, routes, sites, expiresAt }) {
      const { token, hint } = newToken(TOKEN_PREFIX);
      const row = await db
        .insertInto('api_tokens')
        .values({
          user_id: userId, name, token_hash: tokenHash(token), hint, routes: JSON.stringify(routes), sites: sites === null ? null : JSON.stringify(sites),
          created_at: now(), expires_at: expiresAt, last_used_at: null, revoked_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { stored: storedOf(row), token };
    },
    async revoke(id, userId) {
      await db.updateTable('api_tokens').set({ revoked_at: now() }).where('id', '=', id).where('user_id', '=', userId).where('revoked_at', 'is', null).execute();
      const row = await db.selectFrom('api_tokens').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
      return row === undefined ? undefined : storedOf(row);
    },
    async touch(id, at) {
      await db.updateTable('api_tokens').set({ last_used_at: at }).where('id', '=', id).execute();
    },
  };
}
