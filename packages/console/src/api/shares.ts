import { type Input, type Output, type ShareLink, shares } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** A site's share links, newest first. */
export function sharesQuery(client: Client, domain: string) {
  return queryOptions({
    queryKey: [shares.list.id, domain],
    queryFn: ({ signal }) => client.call(shares.list, { domain }, { signal }),
    // Decides what strangers see: never shown from memory.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Makes a link; its answer is the only one that holds the token. */
export function addShare(client: Client, input: Input<typeof shares.add>): Promise<Output<typeof shares.add>> {
  return client.call(shares.add, input);
}

export function revokeShare(client: Client, id: number): Promise<ShareLink> {
  return client.call(shares.revoke, { id });
}

/** The lists ask again. */
export async function sharesChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [shares.list.id] });
}

/** What a link shows, asked with its token. */
export function openShareQuery(client: Client, token: string) {
  return queryOptions({
    queryKey: [shares.open.id],
    queryFn: ({ signal }) => client.call(shares.open, { token }, { signal }),
    staleTime: Infinity,
    meta: { shownBy: 'page' },
  });
}
