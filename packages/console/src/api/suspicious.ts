import { type Input, suspicious } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** Visitors that are not what they say, a page of them. */
export function suspiciousListQuery(client: Client, input: Input<typeof suspicious.list>) {
  return queryOptions({
    queryKey: [suspicious.list.id, input],
    queryFn: ({ signal }) => client.call(suspicious.list, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** What is suspicious about one visitor; never that of another in its place. */
export function suspicionsQuery(client: Client, input: Input<typeof suspicious.visitor>) {
  return queryOptions({ queryKey: [suspicious.visitor.id, input], queryFn: ({ signal }) => client.call(suspicious.visitor, input, { signal }) });
}
