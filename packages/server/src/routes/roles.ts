/** The roles: list, add, change, remove. For administrators. */
import { ADMIN_ROLE, type endpoints, GRANTABLE_ROUTES, type Role as RoleAnswer } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import type { Sessions } from '../http/session.js';
import type { Audit } from '../metadata/audit.js';
import type { Role, Roles } from '../metadata/roles.js';
import { changeOf, writeDownIn } from './audited.js';

export interface RoleDeps {
  readonly roles: Roles;
  readonly sessions: Pick<Sessions, 'refresh'>;
  readonly audit: Pick<Audit, 'record'>;
}

const EDITABLE = ['name', 'description', 'routes', 'allSites', 'sites'] as const;

function answer({ key, name, description, routes, allSites, sites, users }: Role): RoleAnswer {
  const builtIn = key === ADMIN_ROLE;
  return { key, name, description, routes: builtIn ? [...GRANTABLE_ROUTES] : [...routes], all_sites: allSites, sites: [...sites], built_in: builtIn, users };
}

/** The handlers. What changes holds for running sessions before it is answered. */
export function roleRoutes({ roles, sessions, audit }: RoleDeps): HandlersOf<typeof endpoints.roles> {
  const writeDown = writeDownIn(audit);
  return {
    async list() {
      return { list: (await roles.list()).map(answer) };
    },

    async add({ name, description, routes, all_sites: allSites, sites }, context) {
      const role = await roles.add({ name, description, routes, allSites, sites });
      await writeDown(context, 'role.add', role.name, { key: role.key, routes: role.routes, allSites: role.allSites, sites: role.sites });
      return answer(role);
    },

    async edit({ key, name, description, routes, all_sites: allSites, sites }, context) {
      const { before, after } = await roles.edit(key, {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(routes === undefined ? {} : { routes }),
        ...(allSites === undefined ? {} : { allSites }),
        ...(sites === undefined ? {} : { sites }),
      });
      sessions.refresh();
      const difference = changeOf(before, after, EDITABLE);
      if (difference) await writeDown(context, 'role.edit', after.name, { key, ...difference });
      return answer(after);
    },

    async remove({ key }, context) {
      const role = await roles.remove(key);
      // Nobody holds it, and an administrator may view as it.
      sessions.refresh();
      await writeDown(context, 'role.remove', role.name, { key });
      return null;
    },
  };
}
