import type { endpoints, GrantableRoute, Input, Role } from '@footfall/contract';

/** A role as the form holds it. */
export interface RoleFields {
  name: string;
  description: string;
  routes: GrantableRoute[];
  scope: 'all' | 'some';
  sites: number[];
}

/** The form's fields for a role, or for a new one. */
export function roleFields(role: Role | undefined): RoleFields {
  return {
    name: role?.name ?? '',
    description: role?.description ?? '',
    routes: [...(role?.routes ?? [])],
    scope: role?.all_sites ? 'all' : 'some',
    sites: [...(role?.sites ?? [])],
  };
}

/** What the form's fields mean to the server. All sites makes a list of some meaningless. */
export function roleInput({ name, description, routes, scope, sites }: RoleFields): Input<typeof endpoints.roles.add> {
  return { name: name.trim(), description: description.trim(), routes, all_sites: scope === 'all', sites: scope === 'all' ? [] : sites };
}
