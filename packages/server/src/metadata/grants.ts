import { ADMIN_ROLE, GRANTABLE_ROUTES, type GrantableRoute } from '@footfall/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { groupBy } from '../group-by.js';
import type { MetadataTables } from './schema.js';

/** What somebody's roles grant together. */
export interface Grants {
  /** May do everything. */
  readonly isAdmin: boolean;
  readonly routes: readonly GrantableRoute[];
  /** Ids, ascending. */
  readonly sites: 'all' | readonly number[];
}

/** The roles of a user, and what comes of them. */
export interface Holding {
  /** Keys, oldest role first. */
  readonly roles: readonly string[];
  readonly grants: Grants;
}

export const NOTHING_HELD: Holding = { roles: [], grants: { isAdmin: false, routes: [], sites: [] } };

const names = z.array(z.string());

/** The stored list of routes; a name that this release does not know grants nothing. */
export function routesOf(stored: string): GrantableRoute[] {
  const held = new Set(names.parse(JSON.parse(stored)));
  return GRANTABLE_ROUTES.filter((route) => held.has(route));
}

interface HeldRole {
  readonly id: number;
  readonly key: string;
  readonly routes: string;
  readonly all_sites: number;
}

function holdingOf(held: readonly HeldRole[], sitesOf: ReadonlyMap<number, readonly number[]>): Holding {
  const isAdmin = held.some(({ key }) => key === ADMIN_ROLE);
  const granted = new Set(held.flatMap(({ routes }) => routesOf(routes)));
  const sites = new Set(held.flatMap(({ id }) => sitesOf.get(id) ?? []));
  return {
    roles: held.map(({ key }) => key),
    grants: {
      isAdmin,
      routes: GRANTABLE_ROUTES.filter((route) => isAdmin || granted.has(route)),
      sites: isAdmin || held.some((role) => role.all_sites !== 0) ? 'all' : [...sites].toSorted((a, b) => a - b),
    },
  };
}

/** The ids of the sites granted by each role that names any. Sites off the list are left out. */
export async function grantedSites(db: Kysely<MetadataTables>): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('role_sites')
    .innerJoin('sites', 'sites.id', 'role_sites.site_id')
    .select(['role_sites.role_id', 'role_sites.site_id'])
    .where('sites.deleted_at', 'is', null)
    .orderBy('role_sites.site_id')
    .execute();
  return new Map([...groupBy(rows, ({ role_id }) => role_id)].map(([id, sites]) => [id, sites.map(({ site_id }) => site_id)]));
}

/** What every user holds, or the one of the given id; who holds nothing is absent. */
export async function holdings(db: Kysely<MetadataTables>, userId?: number): Promise<Map<number, Holding>> {
  let query = db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['user_roles.user_id', 'roles.id', 'roles.key', 'roles.routes', 'roles.all_sites'])
    .orderBy('roles.id');
  if (userId !== undefined) query = query.where('user_roles.user_id', '=', userId);
  const byUser = groupBy(await query.execute(), ({ user_id }) => user_id);
  const sites = byUser.size === 0 ? new Map<number, number[]>() : await grantedSites(db);
  return new Map([...byUser].map(([id, held]) => [id, holdingOf(held, sites)]));
}

/** What a user would hold who had this role alone. One that does not exist grants nothing, and is called by its key. */
export async function roleHolding(db: Kysely<MetadataTables>, key: string): Promise<Holding & { readonly name: string }> {
  const role = await db.selectFrom('roles').select(['id', 'key', 'name', 'routes', 'all_sites']).where('key', '=', key).executeTakeFirst();
  if (!role) return { ...NOTHING_HELD, roles: [key], name: key };
  return { ...holdingOf([role], await grantedSites(db)), name: role.name };
}
