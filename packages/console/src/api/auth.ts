import { auth, type Input } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import { gotNoAnswer } from './api-error';
import type { Client } from './client';

/** Signs in; answers with the token. Keeping it is the caller's business. */
export async function signIn(client: Client, input: Input<typeof auth.login>): Promise<string> {
  const { access_token: token } = await client.call(auth.login, input);
  return token;
}

/** Whom a link to set a password is for. Fails when it was used, replaced or has expired. */
export function invitationQuery(client: Client, token: string) {
  return queryOptions({
    queryKey: [auth.invitation.id, token],
    queryFn: ({ signal }) => client.call(auth.invitation, { token }, { signal }),
    retry: false,
    gcTime: 0,
    meta: { shownBy: 'page' },
  });
}

/** Sets the password that a link is for, and signs in with it. Keeping the token is the caller's business. */
export async function acceptInvitation(client: Client, input: Input<typeof auth.acceptInvitation>): Promise<string> {
  const { access_token: token } = await client.call(auth.acceptInvitation, input);
  return token;
}

/** Ends the session on the server. */
export async function signOut(client: Client): Promise<void> {
  await client.call(auth.logout, {});
}

/** Answers this session from now on as a holder of a role, by its key; null: as its user. */
export async function viewAs(client: Client, role: string | null): Promise<void> {
  await client.call(auth.viewAs, { role });
}

/** Milliseconds between questions while nobody answers. */
const AGAIN = 5_000;

/** Milliseconds that what is known of the user counts as new. */
const GRANTS_FRESH_FOR = 15_000;

/**
 * The signed-in user. Asked before the first screen, and then again whenever roles may have changed meanwhile: a
 * page that comes to the front, a navigation after a while, a refused call. Signing in or out empties the cache.
 */
export function meQuery(client: Client) {
  return queryOptions({
    queryKey: [auth.me.id],
    queryFn: ({ signal }) => client.call(auth.me, {}, { signal }),
    staleTime: GRANTS_FRESH_FOR,
    refetchOnWindowFocus: 'always',
    gcTime: Infinity,
    retry: false,
    refetchInterval: ({ state: { error } }) => (error !== null && gotNoAnswer(error) ? AGAIN : false),
    meta: { shownBy: 'guard' },
  });
}
