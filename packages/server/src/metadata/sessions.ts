import type { Kysely, Selectable } from 'kysely';
import type { MetadataTables, SessionTable } from './schema.js';
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
}

export interface Sessions {
  insert(session: SessionRow): Promise<void>;
  /** The session and its user, expired or not, disabled or not: whoever asks decides. */
  find(tokenHash: string): Promise<{ session: SessionRow; user: User } | undefined>;
  /** Notes use and moves the end; a session that was replaced keeps its short grace. */
  touch(tokenHash: string, lastSeenAt: number, expiresAt: number): Promise<void>;
  /**
   * Puts `next` in place of a session, which stays until `graceEnd`.
   * @returns false when it was replaced or ended already: then nothing changed.
   */
  replace(tokenHash: string, next: SessionRow, graceEnd: number): Promise<boolean>;
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
  };
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
      return user && { session: sessionOf(session), user };
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
        const { numUpdatedRows } = await transaction
          .updateTable('sessions')
          .set({ replaced_by: next.tokenHash, expires_at: graceEnd })
          .where('token_hash', '=', tokenHash)
          .where('replaced_by', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        await transaction.insertInto('sessions').values(rowOf(next)).execute();
        return true;
      });
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
