import { flow, home, type Input } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** Milliseconds between two looks at who is there. */
const LIVE_EVERY = 10_000;

/** Who was there within the last minutes, asked again and again while it is shown and the page is seen. */
export function liveQuery(client: Client, domain: string, running: boolean) {
  return queryOptions({
    queryKey: [flow.live.id, { domain }],
    queryFn: ({ signal }) => client.call(flow.live, { domain }, { signal }),
    staleTime: 0,
    refetchInterval: running ? LIVE_EVERY : false,
    meta: { shownBy: 'place' },
  });
}

/** PV, UV and IP by hour or by day. */
export function logQuery(client: Client, input: Input<typeof home.log>) {
  return queryOptions({
    queryKey: [home.log.id, input],
    queryFn: ({ signal }) => client.call(home.log, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** By hour of the day over three months, or by day of the month over all time. It moves slowly and is not asked for again by itself. */
export function censusQuery(client: Client, input: Input<typeof home.census>) {
  return queryOptions({
    queryKey: [home.census.id, input],
    queryFn: ({ signal }) => client.call(home.census, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
  });
}
