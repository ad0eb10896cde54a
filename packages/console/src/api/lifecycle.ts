import { type Input, lifecycle } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** How long it took from first seen to crawled, found and visited. */
export function lifecycleMediansQuery(client: Client, input: Input<typeof lifecycle.medians>) {
  return queryOptions({ queryKey: [lifecycle.medians.id, input], queryFn: ({ signal }) => client.call(lifecycle.medians, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}

/** The addresses first seen in the range, a page of them. */
export function lifecycleUrlsQuery(client: Client, input: Input<typeof lifecycle.urls>) {
  return queryOptions({ queryKey: [lifecycle.urls.id, input], queryFn: ({ signal }) => client.call(lifecycle.urls, input, { signal }), placeholderData: previousOfSite(input.domain ?? ''), meta: LIVE });
}
