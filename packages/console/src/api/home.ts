import { home, type Input } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** Figures of today and yesterday. */
export function summaryQuery(client: Client, input: Input<typeof home.summary>) {
  return queryOptions({
    queryKey: [home.summary.id, input],
    queryFn: ({ signal }) => client.call(home.summary, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** New and old visitors of today and yesterday. */
export function visitTotalQuery(client: Client, input: Input<typeof home.visitTotal>) {
  return queryOptions({
    queryKey: [home.visitTotal.id, input],
    queryFn: ({ signal }) => client.call(home.visitTotal, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** PV, UV and IP over time, beside the period before. */
export function trendQuery(client: Client, input: Input<typeof home.trend>) {
  return queryOptions({
    queryKey: [home.trend.id, input],
    queryFn: ({ signal }) => client.call(home.trend, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** Referrers, pages, entry pages or addresses by PV. */
export function topListQuery(client: Client, input: Input<typeof home.topList>) {
  return queryOptions({
    queryKey: [home.topList.id, input],
    queryFn: ({ signal }) => client.call(home.topList, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** PV by browser or by country. */
export function pieQuery(client: Client, input: Input<typeof home.pie>) {
  return queryOptions({
    queryKey: [home.pie.id, input],
    queryFn: ({ signal }) => client.call(home.pie, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}
