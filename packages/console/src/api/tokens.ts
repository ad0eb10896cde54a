import { type ApiToken, type Input, type Output, tokens } from '@footfall/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Client } from './client';

/** One's own API tokens, newest first. */
export function tokensQuery(client: Client) {
  return queryOptions({
    queryKey: [tokens.list.id],
    queryFn: ({ signal }) => client.call(tokens.list, {}, { signal }),
    // Decides what a program may do: never shown from memory.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Makes a token; its answer is the only one that holds it. */
export function addToken(client: Client, input: Input<typeof tokens.add>): Promise<Output<typeof tokens.add>> {
  return client.call(tokens.add, input);
}

export function revokeToken(client: Client, id: number): Promise<ApiToken> {
  return client.call(tokens.revoke, { id });
}

/** The list asks again. */
export async function tokensChanged(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: [tokens.list.id] });
}
