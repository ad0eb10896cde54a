import type { Kysely, Selectable } from 'kysely';
import { roleHolding } from './grants.js';
import type { MetadataTables } from './schema.js';
import type { SessionTable } from './schema-accounts.js';
import { findUser, type User } from './users.js';

export interface SessionRow {
  readonly tokenHash: string;
  readonly family: string;
  readonly userId: number;
  /** Milliseconds UTC, as all times here. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly address: string;
  readonly agent: string;
  readonly replacedBy: string | null;
  /** Key of the role that an administrator looks at the console with; null: with the own ones. */
  readonly viewing: string | null;
}

/** A user as a session answers for it: with the grants of the role that it is viewed as, which never are more than the user's own. */
export interface SessionUser extends User {
  readonly viewing: { readonly key: string; readonly name: string } | null;
}

export interface Sessions {
  insert(session: SessionRow): Promise<void>;
  /** The session and its user, expired or not, disabled or not: whoever asks decides. */
  find(tokenHash: string): Promise<{ session: SessionRow; user: SessionUser } | undefined>;
  /** Notes use and moves the end; a session that was replaced keeps its short grace. */
  touch(tokenHash: string, lastSeenAt: number, expiresAt: number): Promise<void>;
  /**
   * Puts `next` in place of a session, which stays until `graceEnd`.
   * @returns false when it was replaced or ended already: then nothing changed.
   */
  replace(tokenHash: string, next: SessionRow, graceEnd: number): Promise<boolean>;
  /** From now on a session and those that replaced it or that it replaced look at the console as a role; null: as themselves. */
  view(family: string, role: string | null): Promise<void>;
  /** Ends a session with those that it replaced and that replaced it. */
  endFamily(family: string): Promise<void>;
  /** Ends all of a user's sessions, but those of the family given. @returns the families that ended */
  endAllOf(userId: number, exceptFamily?: string): Promise<string[]>;
  /** A user's sessions as they stand: of each family the token that counts. */
  ofUser(userId: number): Promise<SessionRow[]>;
  /** Removes what ended before the given time. */
  purge(before: number): Promise<void>;
}

function sessionOf(row: Selectable<SessionTable>): SessionRow {
  return {
    tokenHash: row.token_hash,
    family: row.family,
    userId: row.user_id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    address: row.address,
    agent: row.agent,
    replacedBy: row.replaced_by,
    viewing: row.viewing,
  };
}

function rowOf(session: SessionRow): Selectable<SessionTable> {
  return {
    token_hash: session.tokenHash,
    family: session.family,
    user_id: session.userId,
    created_at: session.createdAt,
    last_seen_at: session.lastSeenAt,
    expires_at: session.expiresAt,
    address: session.address,
    agent: session.agent,
    replaced_by: session.replacedBy,
    viewing: session.viewing,
  };
}

/**
 * Only an administrator views as a role: nobody else is given anything by it. A role that is gone grants nothing, so
 * that what is shown is never more than what was asked for.
 */
async function viewedAs(db: Kysely<MetadataTables>, user: User, key: string | null): Promise<SessionUser> {
  if (key === null || !user.grants.isAdmin) return { ...user, viewing: null };
  const { name, ...held } = await roleHolding(db, key);
  return { ...user, ...held, viewing: { key, name } };
}

/** Reads and writes sessions; the rules of their life are in http/session.ts. */
export function createSessionStore(db: Kysely<MetadataTables>): Sessions {
  return {
    async insert(session) {
      await db.insertInto('sessions').values(rowOf(session)).execute();
    },
    async find(tokenHash) {
      const session = await db.selectFrom('sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
      if (!session) return undefined;
      const user = await findUser(db, session.user_id);
      return user && { session: sessionOf(session), user: await viewedAs(db, user, session.viewing) };
    },
    async touch(tokenHash, lastSeenAt, expiresAt) {
      await db
        .updateTable('sessions')
        .set({ last_seen_at: lastSeenAt, expires_at: expiresAt })
        .where('token_hash', '=', tokenHash)
        .where('replaced_by', 'is', null)
        .execute();
    },
    async replace(tokenHash, next, graceEnd) {
      return db.transaction().execute(async (transaction) => {
        const replaced = await transaction
          .updateTable('sessions')
          .set({ replaced_by: next.tokenHash, expires_at: graceEnd })
          .where('token_hash', '=', tokenHash)
          .where('replaced_by', 'is', null)
          .returning('viewing')
          .executeTakeFirst();
        if (!replaced) return false;
        // What it is viewed as may have changed since `next` was made.
        await transaction.insertInto('sessions').values(rowOf({ ...next, viewing: replaced.viewing })).execute();
        return true;
      });
    },
    async view(family, role) {
      await db.updateTable('sessions').set({ viewing: role }).where('family', '=', family).execute();
    },
    async endFamily(family) {
      await db.deleteFrom('sessions').where('family', '=', family).execute();
    },
    async endAllOf(userId, exceptFamily) {
      let query = db.deleteFrom('sessions').where('user_id', '=', userId);
      if (exceptFamily !== undefined) query = query.where('family', '<>', exceptFamily);
      const ended = await query.returning('family').execute();
      return [...new Set(ended.map(({ family }) => family))];
    },
    async ofUser(userId) {
      const rows = await db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('replaced_by', 'is', null).execute();
      return rows.map(sessionOf);
    },
    async purge(before) {
      await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
    },
  };
}
