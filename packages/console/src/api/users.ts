import { type Input, type Invitation, type Output, roles, type UserRow, users } from '@footfall/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** A page of the users. */
export function usersQuery(client: Client, input: Input<typeof users.list>) {
  return queryOptions({
    queryKey: [users.list.id, input],
    queryFn: ({ signal }) => client.call(users.list, input, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Adds a user; the answer is the only one that holds the link's token. */
export function addUser(client: Client, input: Input<typeof users.add>): Promise<Output<typeof users.add>> {
  return client.call(users.add, input);
}

export function editUser(client: Client, input: Input<typeof users.edit>): Promise<UserRow> {
  return client.call(users.edit, input);
}

/** Makes a new link; the old password and all sessions end. */
export function resetUser(client: Client, id: number): Promise<Invitation> {
  return client.call(users.reset, { id });
}

export function setUserDisabled(client: Client, id: number, disabled: boolean): Promise<UserRow> {
  return client.call(users.setDisabled, { id, disabled });
}

export async function removeUser(client: Client, id: number): Promise<void> {
  await client.call(users.remove, { id });
}

/** Lists of users ask again, and those of roles, which count them. */
export async function usersChanged(queries: QueryClient): Promise<void> {
  const lists = new Set<unknown>([users.list.id, roles.list.id]);
  await queries.invalidateQueries({ predicate: (query) => lists.has(query.queryKey[0]) });
}
