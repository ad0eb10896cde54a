import { type Output, secondFactor, type UserRow, users } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** A secret to share with an app: as text, and as the address that a picture of it holds. */
export type NewFactor = Output<typeof secondFactor.begin>;

/** Whether the user signs in with a second factor. */
export function secondFactorQuery(client: Client) {
  return queryOptions({ queryKey: [secondFactor.state.id], queryFn: ({ signal }) => client.call(secondFactor.state, {}, { signal }), staleTime: 0 });
}

/** @param current the password */
export function beginSecondFactor(client: Client, current: string): Promise<NewFactor> {
  return client.call(secondFactor.begin, { current });
}

/** Turns it on; answers with the recovery codes, told this once. Other sessions end. */
export async function confirmSecondFactor(client: Client, code: string): Promise<readonly string[]> {
  return (await client.call(secondFactor.confirm, { code })).codes;
}

/** @param current the password. @returns the new codes, told this once */
export async function renewRecoveryCodes(client: Client, current: string): Promise<readonly string[]> {
  return (await client.call(secondFactor.renewCodes, { current })).codes;
}

/** @param current the password */
export async function removeSecondFactor(client: Client, current: string): Promise<void> {
  await client.call(secondFactor.remove, { current });
}

/** Takes another user's away; that user's sessions end. */
export function resetSecondFactor(client: Client, id: number): Promise<UserRow> {
  return client.call(users.resetSecondFactor, { id });
}

export async function secondFactorChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [secondFactor.state.id] });
}
