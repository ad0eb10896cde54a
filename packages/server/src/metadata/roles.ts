/**
 * Roles: what their holders may open, and which sites they see. The administrators' role grants everything and is not
 * changed; its key alone says so.
 */
import { ADMIN_ROLE, FootfallError, type GrantableRoute } from '@footfall/contract';
import type { Kysely } from 'kysely';
import { grantedSites, routesOf } from './grants.js';
import type { MetadataTables } from './schema.js';

export interface Role {
  /** Given when the role is made, never changed. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly routes: readonly GrantableRoute[];
  readonly allSites: boolean;
  /** Ids of the granted sites, ascending; empty where all are. */
  readonly sites: readonly number[];
  /** How many hold it. */
  readonly users: number;
}

export type NewRole = Pick<Role, 'name' | 'description' | 'routes' | 'allSites' | 'sites'>;

export interface Roles {
  /** The built-in one first, then by name. */
  list(): Promise<Role[]>;
  /** @throws FootfallError `role.duplicate`, `site.unknown` */
  add(role: NewRole): Promise<Role>;
  /** Changes the given fields. @throws FootfallError `role.unknown`, `role.built_in`, `role.duplicate`, `site.unknown` */
  edit(key: string, change: Partial<NewRole>): Promise<{ readonly before: Role; readonly after: Role }>;
  /** Grants a site to exactly these roles among those that name their sites; the keys that this changed. @throws FootfallError `role.unknown` */
  grantSite(siteId: number, keys: readonly string[]): Promise<{ readonly added: readonly string[]; readonly removed: readonly string[] }>;
  /** @returns what it was. @throws FootfallError `role.unknown`, `role.built_in`, `role.in_use` */
  remove(key: string): Promise<Role>;
}

type StoredRole = Role & { readonly id: number };

const KEY_LENGTH = 40;

/** All roles, by id. */
async function read(db: Kysely<MetadataTables>): Promise<StoredRole[]> {
  const sites = await grantedSites(db);
  const counts = await db.selectFrom('user_roles').select(({ fn }) => ['role_id', fn.countAll<number>().as('users')]).groupBy('role_id').execute();
  const users = new Map(counts.map((row) => [row.role_id, row.users]));
  const rows = await db.selectFrom('roles').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    key: row.key,
    name: row.name,
    description: row.description,
    routes: routesOf(row.routes),
    allSites: row.all_sites !== 0,
    sites: row.all_sites === 0 ? (sites.get(row.id) ?? []) : [],
    users: users.get(row.id) ?? 0,
  }));
}

function withoutId({ id: _id, ...role }: StoredRole): Role {
  return role;
}

/** A key that says what the role is called, as far as Latin letters and digits can, and that no other role has. */
function freeKey(name: string, taken: ReadonlySet<string>): string {
  const words = name.normalize('NFKD').toLowerCase().replaceAll(/[\u0300-\u036f]/gu, '').replaceAll(/[^a-z0-9]+/gu, '-');
  const base = words.slice(0, KEY_LENGTH).replaceAll(/^-+|-+$/gu, '') || 'role';
  let key = base;
  for (let number = 2; taken.has(key); number += 1) key = `${base}-${number}`;
  return key;
}

function mustBeFree(name: string, others: readonly Role[]): void {
  if (others.some((role) => role.name.toLowerCase() === name.toLowerCase())) throw new FootfallError('role.duplicate');
}

function mustBeEditable(roles: readonly StoredRole[], key: string): StoredRole {
  const role = roles.find((candidate) => candidate.key === key);
  if (!role) throw new FootfallError('role.unknown', { roles: [key] });
  if (role.key === ADMIN_ROLE) throw new FootfallError('role.built_in');
  return role;
}

async function grantSites(db: Kysely<MetadataTables>, roleId: number, { allSites, sites }: Pick<NewRole, 'allSites' | 'sites'>): Promise<void> {
  await db.deleteFrom('role_sites').where('role_id', '=', roleId).execute();
  const wanted = [...new Set(allSites ? [] : sites)];
  if (wanted.length === 0) return;
  const live = new Set((await db.selectFrom('sites').select('id').where('deleted_at', 'is', null).execute()).map(({ id }) => id));
  const missing = wanted.filter((id) => !live.has(id));
  if (missing.length > 0) throw new FootfallError('site.unknown', { sites: missing });
  // One by one: a statement takes a limited number of values.
  for (const id of wanted) await db.insertInto('role_sites').values({ role_id: roleId, site_id: id }).execute();
}

function columnsOf({ name, description, routes, allSites }: NewRole) {
  return { name, description, routes: JSON.stringify([...new Set(routes)]), all_sites: allSites ? 1 : 0 };
}

async function readOne(db: Kysely<MetadataTables>, id: number): Promise<Role> {
  const role = (await read(db)).find((candidate) => candidate.id === id);
  if (!role) throw new Error(`role ${id} is gone within its own transaction`);
  return withoutId(role);
}

/** Reads and writes the roles. */
export function createRoles(db: Kysely<MetadataTables>): Roles {
  return {
    async list() {
      const rank = ({ key }: Role): number => (key === ADMIN_ROLE ? 0 : 1);
      return (await read(db)).toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || a.id - b.id).map(withoutId);
    },
    add: (role) =>
      db.transaction().execute(async (transaction) => {
        const others = await read(transaction);
        mustBeFree(role.name, others);
        const key = freeKey(role.name, new Set(others.map((other) => other.key)));
        const { id } = await transaction.insertInto('roles').values({ key, ...columnsOf(role) }).returning('id').executeTakeFirstOrThrow();
        await grantSites(transaction, id, role);
        return readOne(transaction, id);
      }),
    edit: (key, change) =>
      db.transaction().execute(async (transaction) => {
        const roles = await read(transaction);
        const stored = mustBeEditable(roles, key);
        const before = withoutId(stored);
        const wanted = { ...before, ...change };
        mustBeFree(wanted.name, roles.filter((role) => role.id !== stored.id));
        await transaction.updateTable('roles').set(columnsOf(wanted)).where('id', '=', stored.id).execute();
        await grantSites(transaction, stored.id, wanted);
        return { before, after: await readOne(transaction, stored.id) };
      }),
    grantSite: (siteId, keys) =>
      db.transaction().execute(async (transaction) => {
        const all = await read(transaction);
        const unknown = keys.filter((key) => !all.some((role) => role.key === key));
        if (unknown.length > 0) throw new FootfallError('role.unknown', { roles: unknown });
        const naming = all.filter((role) => role.key !== ADMIN_ROLE && !role.allSites);
        const added = naming.filter((role) => keys.includes(role.key) && !role.sites.includes(siteId));
        const removed = naming.filter((role) => !keys.includes(role.key) && role.sites.includes(siteId));
        for (const { id } of added) await transaction.insertInto('role_sites').values({ role_id: id, site_id: siteId }).execute();
        for (const { id } of removed) await transaction.deleteFrom('role_sites').where('role_id', '=', id).where('site_id', '=', siteId).execute();
        return { added: added.map(({ key }) => key), removed: removed.map(({ key }) => key) };
      }),
    remove: (key) =>
      db.transaction().execute(async (transaction) => {
        const role = mustBeEditable(await read(transaction), key);
        if (role.users > 0) throw new FootfallError('role.in_use', { users: role.users });
        await transaction.deleteFrom('roles').where('id', '=', role.id).execute();
        return withoutId(role);
      }),
  };
}
