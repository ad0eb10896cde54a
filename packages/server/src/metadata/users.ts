/**
 * Accounts.
 *
 * Invariants: every user holds at least one role; at every moment an enabled administrator with a password is left
 * who could sign in, once there was one, also when two changes happen at once (administrators.ts).
 */
import { FootfallError, type UserPreferences } from '@footfall/contract';
import type { Kysely, Selectable } from 'kysely';
import { keepAnAdministrator } from './administrators.js';
import { type Grants, type Holding, holdings, NOTHING_HELD } from './grants.js';
import { preferencesOf } from './preferences.js';
import type { MetadataTables } from './schema.js';
import type { UserTable } from './schema-accounts.js';

export interface User {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly email: string;
  /** Address of the picture, '' without one. */
  readonly avatar: string;
  readonly introduction: string;
  /** Keys. Never empty. */
  readonly roles: readonly string[];
  readonly grants: Grants;
  readonly preferences: UserPreferences;
  readonly disabled: boolean;
  /** False until an invitation is accepted: nobody can sign in. */
  readonly hasPassword: boolean;
  /** Milliseconds UTC. */
  readonly createdAt: number;
  readonly lastSignInAt: number | null;
}

/** A user with what sign-in compares; not to leave the server. */
export interface UserWithPassword extends User {
  /** undefined when there is no password yet. */
  readonly passwordHash: string | undefined;
}

export interface NewUser {
  readonly username: string;
  /** Absent: the user is invited and sets one. */
  readonly passwordHash?: string;
  readonly nickname?: string;
  readonly email?: string;
  /** Keys. */
  readonly roles: readonly string[];
}

export type UserChange = Partial<Pick<User, 'nickname' | 'email' | 'introduction' | 'roles' | 'preferences'>>;

export interface Users {
  byId(id: number): Promise<User | undefined>;
  /** Exact, case-sensitive. */
  byUsername(username: string): Promise<UserWithPassword | undefined>;
  /** By id. */
  list(): Promise<User[]>;
  /** @returns the new user, or undefined when the name is taken. @throws FootfallError `role.unknown` */
  create(user: NewUser): Promise<User | undefined>;
  /** Changes the given fields. @returns undefined when there is no such user. @throws FootfallError `role.unknown`, `user.last_administrator` */
  edit(id: number, change: UserChange): Promise<User | undefined>;
  /** A hash, or null to take the password away. @throws FootfallError `user.last_administrator` */
  setPassword(id: number, passwordHash: string | null): Promise<void>;
  /** @throws FootfallError `user.last_administrator` */
  setDisabled(id: number, disabled: boolean): Promise<void>;
  /** @throws FootfallError `user.last_administrator` */
  remove(id: number): Promise<void>;
  noteSignIn(id: number): Promise<void>;
}

/** Stored in place of a hash where there is no password. */
const NO_PASSWORD = '';

function userOf(row: Selectable<UserTable>, { roles, grants }: Holding): UserWithPassword {
  return {
    id: row.id,
    username: row.username,
    nickname: row.nickname,
    email: row.email,
    avatar: row.avatar,
    introduction: row.introduction,
    roles,
    grants,
    preferences: preferencesOf(row.preferences),
    disabled: row.disabled !== 0,
    hasPassword: row.password_hash !== NO_PASSWORD,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
    passwordHash: row.password_hash === NO_PASSWORD ? undefined : row.password_hash,
  };
}

function withoutPassword({ passwordHash: _hash, ...user }: UserWithPassword): User {
  return user;
}

/** The user of an id, with what the roles grant at this moment. */
export async function findUser(db: Kysely<MetadataTables>, id: number): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row && withoutPassword(userOf(row, (await holdings(db, id)).get(id) ?? NOTHING_HELD));
}

/** Gives a user exactly these roles. */
async function setRoles(db: Kysely<MetadataTables>, userId: number, keys: readonly string[]): Promise<void> {
  const wanted = [...new Set(keys)];
  const found = await db.selectFrom('roles').select(['id', 'key']).where('key', 'in', wanted).execute();
  if (wanted.length === 0 || found.length < wanted.length) throw new FootfallError('role.unknown', { roles: wanted.filter((key) => !found.some((role) => role.key === key)) });
  await db.deleteFrom('user_roles').where('user_id', '=', userId).execute();
  await db.insertInto('user_roles').values(found.map(({ id }) => ({ user_id: userId, role_id: id }))).execute();
}

/** Reads and writes accounts. */
export function createUsers(db: Kysely<MetadataTables>, now: () => number): Users {
  return {
    byId: (id) => findUser(db, id),
    async byUsername(username) {
      // PostgreSQL would refuse the question instead of finding nobody.
      if (username.includes('\u0000') || !username.isWellFormed()) return undefined;
      const row = await db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();
      return row && userOf(row, (await holdings(db, row.id)).get(row.id) ?? NOTHING_HELD);
    },
    async list() {
      const rows = await db.selectFrom('users').selectAll().orderBy('id').execute();
      const held = await holdings(db);
      return rows.map((row) => withoutPassword(userOf(row, held.get(row.id) ?? NOTHING_HELD)));
    },
    create: ({ username, passwordHash, nickname, email, roles }) =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .insertInto('users')
          .values({
            username,
            password_hash: passwordHash ?? NO_PASSWORD,
            nickname: nickname ?? username,
            email: email ?? '',
            avatar: '',
            introduction: '',
            preferences: '{}',
            disabled: 0,
            created_at: now(),
            last_sign_in_at: null,
          })
          .onConflict((conflict) => conflict.column('username').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (!row) return undefined;
        await setRoles(transaction, row.id, roles);
        return findUser(transaction, row.id);
      }),
    edit: (id, { roles, preferences, ...fields }) =>
      keepAnAdministrator(db, async (transaction) => {
        if (!(await findUser(transaction, id))) return undefined;
        const columns = { ...fields, ...(preferences === undefined ? {} : { preferences: JSON.stringify(preferences) }) };
        if (Object.keys(columns).length > 0) await transaction.updateTable('users').set(columns).where('id', '=', id).execute();
        if (roles !== undefined) await setRoles(transaction, id, roles);
        return findUser(transaction, id);
      }),
    async setPassword(id, passwordHash) {
      await keepAnAdministrator(db, (transaction) => transaction.updateTable('users').set({ password_hash: passwordHash ?? NO_PASSWORD }).where('id', '=', id).execute());
    },
    async setDisabled(id, disabled) {
      await keepAnAdministrator(db, (transaction) => transaction.updateTable('users').set({ disabled: disabled ? 1 : 0 }).where('id', '=', id).execute());
    },
    async remove(id) {
      await keepAnAdministrator(db, (transaction) => transaction.deleteFrom('users').where('id', '=', id).execute());
    },
    async noteSignIn(id) {
      await db.updateTable('users').set({ last_sign_in_at: now() }).where('id', '=', id).execute();
    },
  };
}
