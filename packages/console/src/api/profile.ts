import { auth, type Input, profile, type UserPreferences, type UserSession } from '@footfall/contract';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { base64Of } from '../lib/base64';
import type { Client } from './client';

export function editProfile(client: Client, input: Input<typeof profile.edit>): Promise<UserSession> {
  return client.call(profile.edit, input);
}

/** @param picture a PNG as `AVATAR_SIZE` and `AVATAR_BYTES` say */
export async function setAvatar(client: Client, picture: Blob): Promise<UserSession> {
  return client.call(profile.setAvatar, { data: await base64Of(picture) });
}

export function removeAvatar(client: Client): Promise<UserSession> {
  return client.call(profile.removeAvatar, {});
}

/** Changes the password; all other sessions end. */
export async function changePassword(client: Client, input: Input<typeof profile.changePassword>): Promise<void> {
  await client.call(profile.changePassword, input);
}

/** Keeps what the user chose on the server. */
export function savePreferences(client: Client, part: Input<typeof profile.setPreferences>): Promise<UserPreferences> {
  return client.call(profile.setPreferences, part);
}

/** What the user did, newest first. */
export function ownActivityQuery(client: Client, input: Input<typeof profile.activity>) {
  return queryOptions({
    queryKey: [profile.activity.id, input],
    queryFn: ({ signal }) => client.call(profile.activity, input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Where the user is signed in. */
export function ownSessionsQuery(client: Client) {
  return queryOptions({
    queryKey: [profile.sessions.id],
    queryFn: ({ signal }) => client.call(profile.sessions, {}, { signal }),
    staleTime: 0,
  });
}

export async function endOwnSession(client: Client, id: string): Promise<void> {
  await client.call(profile.endSession, { id });
}

/** Signs out everywhere else; answers with how many sessions that ended. */
export async function endOtherSessions(client: Client): Promise<number> {
  const { ended } = await client.call(profile.endOtherSessions, {});
  return ended;
}

export async function ownSessionsChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [profile.sessions.id] });
}

/** The whole console shows the user as the server now does. */
export function profileChanged(queries: QueryClient, user: UserSession): void {
  queries.setQueryData([auth.me.id], user);
}
