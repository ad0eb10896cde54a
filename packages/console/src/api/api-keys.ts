import { type ApiKey, apiKeys, type Output } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** The API keys of a site, newest first. */
export function apiKeysQuery(client: Client, siteId: number) {
  return queryOptions({
    queryKey: [apiKeys.list.id, siteId],
    queryFn: ({ signal }) => client.call(apiKeys.list, { site_id: siteId }, { signal }),
    // Decides what a server may do: never shown from memory.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Makes a key; its answer is the only one that holds it. */
export function addApiKey(client: Client, siteId: number, name: string): Promise<Output<typeof apiKeys.add>> {
  return client.call(apiKeys.add, { site_id: siteId, name });
}

export function revokeApiKey(client: Client, id: number): Promise<ApiKey> {
  return client.call(apiKeys.revoke, { id });
}

/** Lists of keys ask again. */
export async function apiKeysChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [apiKeys.list.id] });
}
