import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { MetadataTables, UserTable } from './schema.js';

export interface User {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly email: string;
  readonly avatar: string;
  readonly introduction: string;
  /** Never empty. */
  readonly roles: readonly string[];
  readonly disabled: boolean;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

/** A user with what sign-in compares; not to leave the server. */
export interface UserWithPassword extends User {
  readonly passwordHash: string;
}

export interface NewUser {
  readonly username: string;
  readonly passwordHash: string;
  readonly nickname?: string;
  readonly roles: readonly [string, ...string[]];
}

export interface Users {
  byId(id: number): Promise<User | undefined>;
  /** Exact, case-sensitive. */
  byUsername(username: string): Promise<UserWithPassword | undefined>;
  list(): Promise<User[]>;
  /** @returns the new user, or undefined when the name is taken. */
  create(user: NewUser): Promise<User | undefined>;
  setPassword(id: number, passwordHash: string): Promise<void>;
  setDisabled(id: number, disabled: boolean): Promise<void>;
}

const roleNames = z.array(z.string()).min(1);

/** A row of `users` as a {@link User}. */
export function userOf(row: Selectable<UserTable>): User {
  return {
    id: row.id,
    username: row.username,
    nickname: row.nickname,
    email: row.email,
    avatar: row.avatar,
    introduction: row.introduction,
    roles: roleNames.parse(JSON.parse(row.roles)),
    disabled: row.disabled !== 0,
    createdAt: row.created_at,
  };
}

/** Reads and writes accounts. */
export function createUsers(db: Kysely<MetadataTables>, now: () => number): Users {
  return {
    async byId(id) {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
      return row && userOf(row);
    },
    async byUsername(username) {
      // PostgreSQL would refuse the question instead of finding nobody.
      if (username.includes('\u0000') || !username.isWellFormed()) return undefined;
      const row = await db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();
      return row && { ...userOf(row), passwordHash: row.password_hash };
    },
    async list() {
      return (await db.selectFrom('users').selectAll().orderBy('id').execute()).map(userOf);
    },
    async create({ username, passwordHash, nickname, roles }) {
      const row = await db
        .insertInto('users')
        .values({
          username,
          password_hash: passwordHash,
          nickname: nickname ?? username,
          email: '',
          avatar: '',
          introduction: '',
          roles: JSON.stringify(roles),
          disabled: 0,
          created_at: now(),
        })
        .onConflict((conflict) => conflict.column('username').doNothing())
        .returningAll()
        .executeTakeFirst();
      return row && userOf(row);
    },
    async setPassword(id, passwordHash) {
      await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
    },
    async setDisabled(id, disabled) {
      await db.updateTable('users').set({ disabled: disabled ? 1 : 0 }).where('id', '=', id).execute();
    },
  };
}
