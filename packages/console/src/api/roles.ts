import { type Input, type Role, roles } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** The roles, the administrators' first. */
export function rolesQuery(client: Client) {
  return queryOptions({
    queryKey: [roles.list.id],
    queryFn: ({ signal }) => client.call(roles.list, {}, { signal }),
  });
}

export function addRole(client: Client, input: Input<typeof roles.add>): Promise<Role> {
  return client.call(roles.add, input);
}

export function editRole(client: Client, input: Input<typeof roles.edit>): Promise<Role> {
  return client.call(roles.edit, input);
}

export async function removeRole(client: Client, key: string): Promise<void> {
  await client.call(roles.remove, { key });
}

/** Lists of roles ask again. */
export async function rolesChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [roles.list.id] });
}
