import { GRANTABLE_ROUTES } from '@footfall/contract';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Metadata } from '../../src/metadata/database.js';
import { migrate } from '../../src/metadata/migrate.js';
import { createRoles } from '../../src/metadata/roles.js';
import { createUsers } from '../../src/metadata/users.js';
import { sizes } from './sizes.js';

const AT = 1_763_712_000_123;

describe.each(sizes())('people on $name', (size) => {
  let metadata: Metadata;
  const now = (): number => AT;
  beforeEach(async () => {
    metadata = await size.open(now);
  });
  afterEach(() => metadata.close());

  /** Takes the store back to before there were roles, with the given users. */
  async function asBefore(held: readonly (readonly [string, readonly string[]])[]): Promise<void> {
    const { db } = metadata;
    for (const table of ['avatars', 'invitations', 'user_roles', 'role_sites', 'roles']) await db.schema.dropTable(table).execute();
    for (const column of ['preferences', 'last_sign_in_at']) await db.schema.alterTable('users').dropColumn(column).execute();
    for (const column of ['username', 'address']) await db.schema.alterTable('audit_log').dropColumn(column).execute();
    await db.schema.alterTable('users').addColumn('roles', 'text', (column) => column.notNull().defaultTo('[]')).execute();
    for (const [username, roles] of held) {
      await sql`insert into users (username, password_hash, nickname, email, avatar, introduction, roles, disabled, created_at) values (${username}, 'h', ${username}, '', '', '', ${JSON.stringify(roles)}, 0, 1)`.execute(db);
    }
    await sql`insert into audit_log (at, user_id, action, target, details) values (1, 2, 'site.add', 'x', '{}'), (2, null, 'auth.failed', 'y', '{}'), (3, 77, 'site.add', 'z', '{}')`.execute(db);
    await sql`delete from migrations where name = '0006_people'`.execute(db);
  }

  it('of an older store keep what they could do, each under the role they had', async () => {
    await asBefore([['root', ['admin']], ['vera', ['viewer']], ['both', ['viewer', 'admin']], ['odd', ['a b']]]);
    expect(await migrate(metadata.db, metadata.dialect, now)).toEqual(['0006_people']);
    const users = createUsers(metadata.db, now);
    expect((await users.list()).map(({ username, roles, grants }) => [username, roles, grants.isAdmin, grants.sites, grants.routes.length])).toEqual([
      ['root', ['admin'], true, 'all', GRANTABLE_ROUTES.length],
      ['vera', ['viewer'], false, 'all', 3],
      ['both', ['admin', 'viewer'], true, 'all', GRANTABLE_ROUTES.length],
      ['odd', ['a b'], false, 'all', 3],
    ]);
    expect(await users.byUsername('root')).toMatchObject({ passwordHash: 'h', preferences: { language: '' }, lastSignInAt: null });
    expect((await metadata.db.selectFrom('audit_log').select('username').orderBy('id').execute()).map(({ username }) => username)).toEqual(['vera', '', '']);
  });

  it('of a new store have the administrators’ role only', async () => {
    expect(await createRoles(metadata.db).list()).toMatchObject([{ key: 'admin', allSites: true, users: 0 }]);
  });

  it('whose roles grant what this release does not know are granted nothing by that', async () => {
    await metadata.db.insertInto('roles').values({ key: 'r', name: 'R', description: '', routes: '["reportDevice","Yesterday","__proto__"]', all_sites: 0 }).execute();
    await createUsers(metadata.db, now).create({ username: 'ann', roles: ['r'] });
    expect((await createUsers(metadata.db, now).byId(1))?.grants).toEqual({ isAdmin: false, routes: ['reportDevice'], sites: [] });
  });

  it('who hold nothing may do nothing', async () => {
    await metadata.db.insertInto('roles').values({ key: 'r', name: 'R', description: '', routes: '["reportDevice"]', all_sites: 1 }).execute();
    const users = createUsers(metadata.db, now);
    await users.create({ username: 'ann', roles: ['r'] });
    await metadata.db.deleteFrom('user_roles').execute();
    expect((await users.byId(1))?.grants).toEqual({ isAdmin: false, routes: [], sites: [] });
  });

  it('can not be left without an administrator by two changes at once', async () => {
    const users = createUsers(metadata.db, now);
    for (const username of ['a', 'b']) await users.create({ username, passwordHash: 'h', roles: ['admin'] });
    const outcomes = await Promise.allSettled([users.setDisabled(1, true), users.remove(2), users.setPassword(1, null)]);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(1);
    const left = (await users.list()).filter(({ grants, disabled, hasPassword }) => grants.isAdmin && !disabled && hasPassword);
    expect(left).toHaveLength(1);
  });

  it('removed take their sessions, links and pictures along', async () => {
    const users = createUsers(metadata.db, now);
    await users.create({ username: 'root', passwordHash: 'h', roles: ['admin'] });
    await users.create({ username: 'ann', passwordHash: 'h', roles: ['admin'] });
    await metadata.db.insertInto('avatars').values({ user_id: 2, name: 'n', png: '' }).execute();
    await metadata.db.insertInto('invitations').values({ token_hash: 't', user_id: 2, created_at: 1, expires_at: 2 }).execute();
    await users.remove(2);
    const counts = await Promise.all((['avatars', 'invitations', 'user_roles'] as const).map(async (table) => (await metadata.db.selectFrom(table).selectAll().where('user_id', '=', 2).execute()).length));
    expect(counts).toEqual([0, 0, 0]);
  });
});
