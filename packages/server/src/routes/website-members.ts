/** Who may see a site: roles grant sites, and users hold roles. */
import { ADMIN_ROLE, type endpoints, FootfallError, type WebsiteMembers } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { invalid } from '../http/input.js';
import type { Audit } from '../metadata/audit.js';
import type { Role, Roles } from '../metadata/roles.js';
import type { Sites } from '../metadata/sites.js';
import type { Users } from '../metadata/users.js';
import { writeDownIn } from './audited.js';

export interface WebsiteMemberDeps {
  readonly sites: Pick<Sites, 'byId'>;
  readonly roles: Pick<Roles, 'list' | 'grantSite'>;
  readonly users: Pick<Users, 'list'>;
  readonly audit: Pick<Audit, 'record'>;
}

const grants = (role: Role, siteId: number): boolean => role.key === ADMIN_ROLE || role.allSites || role.sites.includes(siteId);

export function websiteMemberRoutes({ sites, roles, users, audit }: WebsiteMemberDeps): Pick<HandlersOf<typeof endpoints.websites>, 'members' | 'setMembers'> {
  const writeDown = writeDownIn(audit);

  async function membersOf(siteId: number): Promise<WebsiteMembers> {
    const all = await roles.list();
    const granting = new Set(all.filter((role) => grants(role, siteId)).map(({ key }) => key));
    return {
      roles: all.map((role) => ({ key: role.key, name: role.name, built_in: role.key === ADMIN_ROLE, all_sites: role.key === ADMIN_ROLE || role.allSites, granted: granting.has(role.key) })),
      users: (await users.list())
        .map(({ id, username, nickname, roles: held }) => ({ id, username, nickname, roles: held.filter((key) => granting.has(key)) }))
        .filter((user) => user.roles.length > 0)
        .toSorted((a, b) => a.username.localeCompare(b.username)),
    };
  }

  return {
    async members({ id }) {
      if (!(await sites.byId(id))) throw new FootfallError('site.unknown');
      return membersOf(id);
    },

    async setMembers({ id, roles: keys }, context) {
      const site = await sites.byId(id);
      if (!site) throw new FootfallError('site.unknown');
      const all = await roles.list();
      const fixed = keys.filter((key) => all.some((role) => role.key === key && (role.key === ADMIN_ROLE || role.allSites)));
      if (fixed.length > 0) throw invalid([{ path: 'roles', message: `${fixed.join(', ')}: grants every site already` }]);
      const changed = await roles.grantSite(id, keys);
      if (changed.added.length + changed.removed.length > 0) await writeDown(context, 'site.members', site.domain, { id, ...changed });
      return membersOf(id);
    },
  };
}
