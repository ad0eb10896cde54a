import { type Kysely, sql } from 'kysely';
import type { Migration } from '../migration.js';
import type { MetadataTables } from '../schema.js';

/** The screens that there were when this migration was made: what every signed-in user could open until then. */
const SCREENS = JSON.stringify(['DashboardInfo', 'reportDevice', 'DomainList']);

/** `users.roles` as it was before this migration: a JSON list of names. */
interface OldUserTable {
  id: number;
  roles: string;
}

/** The tables of people: roles and what they grant, who holds them, links to set a password, pictures; the audit log says who and whence. */
export const people: Migration = {
  name: '0006_people',
  async up(db, columns) {
    await db.schema
      .createTable('roles')
      .addColumn('id', ...columns.serial)
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('routes', 'text', (column) => column.notNull())
      .addColumn('all_sites', columns.flag, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('role_sites')
      .addColumn('role_id', columns.reference, (column) => column.notNull().references('roles.id').onDelete('cascade'))
      .addColumn('site_id', columns.reference, (column) => column.notNull().references('sites.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('role_sites_pk', ['role_id', 'site_id'])
      .execute();
    await db.schema
      .createTable('user_roles')
      .addColumn('user_id', columns.reference, (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('role_id', columns.reference, (column) => column.notNull().references('roles.id'))
      .addPrimaryKeyConstraint('user_roles_pk', ['user_id', 'role_id'])
      .execute();
    await db.schema.createIndex('user_roles_role').on('user_roles').column('role_id').execute();
    await db.schema
      .createTable('invitations')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', columns.reference, (column) => column.notNull().unique().references('users.id').onDelete('cascade'))
      .addColumn('created_at', columns.time, (column) => column.notNull())
      .addColumn('expires_at', columns.time, (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('avatars')
      .addColumn('user_id', columns.reference, (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('png', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('avatars_name').on('avatars').column('name').execute();
    // One column a statement: SQLite takes no more.
    await db.schema.alterTable('users').addColumn('preferences', 'text', (column) => column.notNull().defaultTo('{}')).execute();
    await db.schema.alterTable('users').addColumn('last_sign_in_at', columns.time).execute();
    await db.schema.alterTable('audit_log').addColumn('username', 'text', (column) => column.notNull().defaultTo('')).execute();
    await db.schema.alterTable('audit_log').addColumn('address', 'text', (column) => column.notNull().defaultTo('')).execute();
    await sql`update audit_log set username = coalesce((select username from users where users.id = audit_log.user_id), '')`.execute(db);
    await moveRoles(db);
    await db.schema.alterTable('users').dropColumn('roles').execute();
  },
};

/** Every role name that was in use becomes a role that grants what its holders could do: everything but administration. */
async function moveRoles(db: Kysely<MetadataTables>): Promise<void> {
  const old = await db.withTables<{ users: OldUserTable }>().selectFrom('users').select(['id', 'roles']).orderBy('id').execute();
  const held = old.map(({ id, roles }) => ({ id, keys: JSON.parse(roles) as string[] }));
  const ids = new Map<string, number>();
  for (const key of new Set(['admin', ...held.flatMap(({ keys }) => keys)])) {
    const builtIn = key === 'admin';
    const { id } = await db
      .insertInto('roles')
      .values({ key, name: builtIn ? 'Administrator' : key, description: '', routes: builtIn ? '[]' : SCREENS, all_sites: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(key, id);
  }
  for (const { id, keys } of held) {
    for (const key of new Set(keys)) await db.insertInto('user_roles').values({ user_id: id, role_id: ids.get(key) ?? 0 }).execute();
  }
}
