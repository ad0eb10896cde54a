import { type Input, status } from '@footfall/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE } from './live';

/** How the parts of the server are. */
export function overviewQuery(client: Client) {
  return queryOptions({ queryKey: [status.overview.id], queryFn: ({ signal }) => client.call(status.overview, {}, { signal }), staleTime: 0, meta: LIVE });
}

/** What came in by minute, and why things were refused. */
export function wayInQuery(client: Client, input: Input<typeof status.wayIn>) {
  return queryOptions({ queryKey: [status.wayIn.id, input], queryFn: ({ signal }) => client.call(status.wayIn, input, { signal }), placeholderData: keepPreviousData, staleTime: 0, meta: LIVE });
}

/** What each site has in the store. Counting it reads every row once, so it does not refresh by itself. */
export function sizesQuery(client: Client) {
  return queryOptions({ queryKey: [status.sizes.id], queryFn: ({ signal }) => client.call(status.sizes, {}, { signal }) });
}

/** Questions that took long. */
export function slowQuery(client: Client) {
  return queryOptions({ queryKey: [status.slow.id], queryFn: ({ signal }) => client.call(status.slow, {}, { signal }), staleTime: 0, meta: LIVE });
}

/** How the store answers one of them. */
export function planQuery(client: Client, id: string) {
  return queryOptions({ queryKey: [status.plan.id, id], queryFn: ({ signal }) => client.call(status.plan, { id }, { signal }) });
}
