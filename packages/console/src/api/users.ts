import { endpoints, type Input, type Invitation, type Output, type UserRow } from '@footfall/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** A page of the users. */
export function usersQuery(client: Client, input: Input<typeof endpoints.users.list>) {
  return queryOptions({
    queryKey: [endpoints.users.list.id, input],
    queryFn: ({ signal }) => client.call(endpoints.users.list, input, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Adds a user; the answer is the only one that holds the link's token. */
export function addUser(client: Client, input: Input<typeof endpoints.users.add>): Promise<Output<typeof endpoints.users.add>> {
  return client.call(endpoints.users.add, input);
}

export function editUser(client: Client, input: Input<typeof endpoints.users.edit>): Promise<UserRow> {
  return client.call(endpoints.users.edit, input);
}

/** Makes a new link; the old password and all sessions end. */
export function resetUser(client: Client, id: number): Promise<Invitation> {
  return client.call(endpoints.users.reset, { id });
}

export function setUserDisabled(client: Client, id: number, disabled: boolean): Promise<UserRow> {
  return client.call(endpoints.users.setDisabled, { id, disabled });
}

export async function removeUser(client: Client, id: number): Promise<void> {
  await client.call(endpoints.users.remove, { id });
}

/** Lists of users ask again, and those of roles, which count them. */
export async function usersChanged(queries: QueryClient): Promise<void> {
  const lists = new Set<unknown>([endpoints.users.list.id, endpoints.roles.list.id]);
  await queries.invalidateQueries({ predicate: (query) => lists.has(query.queryKey[0]) });
}
