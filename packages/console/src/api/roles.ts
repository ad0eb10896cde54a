import { endpoints, type Input, type Role } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** The roles, the administrators' first. */
export function rolesQuery(client: Client) {
  return queryOptions({
    queryKey: [endpoints.roles.list.id],
    queryFn: ({ signal }) => client.call(endpoints.roles.list, {}, { signal }),
  });
}

export function addRole(client: Client, input: Input<typeof endpoints.roles.add>): Promise<Role> {
  return client.call(endpoints.roles.add, input);
}

export function editRole(client: Client, input: Input<typeof endpoints.roles.edit>): Promise<Role> {
  return client.call(endpoints.roles.edit, input);
}

export async function removeRole(client: Client, key: string): Promise<void> {
  await client.call(endpoints.roles.remove, { key });
}

/** Lists of roles ask again. */
export async function rolesChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [endpoints.roles.list.id] });
}
