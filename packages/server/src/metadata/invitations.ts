import type { Kysely } from 'kysely';
import type { MetadataTables } from './schema.js';
import { newToken, tokenHash } from './secret-token.js';

const DAY = 86_400_000;
/** Milliseconds that a link is good for: of a new user, and of one whose password was reset. */
export const INVITATION_TIME = 7 * DAY;
export const RESET_TIME = DAY;

/** Links with which users set a password: one for each user at a time, used once. */
export interface Invitations {
  /** Makes a link in place of an earlier one; `token` is told this once. Times are milliseconds UTC. */
  make(userId: number, lifetime: number): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Whom a link is for; undefined for one that is unknown, used, expired, or of a disabled user. */
  find(token: string): Promise<{ readonly userId: number; readonly expiresAt: number } | undefined>;
  /** Uses a link up and sets the password. @returns the user, or undefined as `find` does: then nothing changed. */
  accept(token: string, passwordHash: string): Promise<number | undefined>;
}

/** Reads and writes the links. */
export function createInvitations(db: Kysely<MetadataTables>, now: () => number): Invitations {
  const open = (source: Kysely<MetadataTables>, token: string) =>
    source
      .selectFrom('invitations')
      .innerJoin('users', 'users.id', 'invitations.user_id')
      .select(['invitations.user_id', 'invitations.expires_at'])
      .where('invitations.token_hash', '=', tokenHash(token))
      .where('invitations.expires_at', '>', now())
      .where('users.disabled', '=', 0)
      .executeTakeFirst();
  return {
    async make(userId, lifetime) {
      const { token } = newToken('');
      const row = { token_hash: tokenHash(token), created_at: now(), expires_at: now() + lifetime };
      await db
        .insertInto('invitations')
        .values({ ...row, user_id: userId })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute();
      return { token, expiresAt: row.expires_at };
    },
    async find(token) {
      const row = await open(db, token);
      return row && { userId: row.user_id, expiresAt: row.expires_at };
    },
    accept: (token, passwordHash) =>
      db.transaction().execute(async (transaction) => {
        const row = await open(transaction, token);
        if (!row) return undefined;
        const { numDeletedRows } = await transaction.deleteFrom('invitations').where('token_hash', '=', tokenHash(token)).executeTakeFirstOrThrow();
        // Somebody was quicker with the same link.
        if (numDeletedRows === 0n) return undefined;
        await transaction.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', row.user_id).execute();
        return row.user_id;
      }),
  };
}
