import { endpoints, type Input } from '@footfall/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Client } from './client';
import { LIVE, previousOfSite } from './live';

/** Figures of today and yesterday. */
export function summaryQuery(client: Client, input: Input<typeof endpoints.home.summary>) {
  return queryOptions({
    queryKey: [endpoints.home.summary.id, input],
    queryFn: ({ signal }) => client.call(endpoints.home.summary, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** New and old visitors of today and yesterday. */
export function visitTotalQuery(client: Client, domain: string) {
  return queryOptions({
    queryKey: [endpoints.home.visitTotal.id, domain],
    queryFn: ({ signal }) => client.call(endpoints.home.visitTotal, { domain }, { signal }),
    placeholderData: previousOfSite(domain),
    meta: LIVE,
  });
}

/** PV, UV and IP over time, beside the period before. */
export function trendQuery(client: Client, input: Input<typeof endpoints.home.trend>) {
  return queryOptions({
    queryKey: [endpoints.home.trend.id, input],
    queryFn: ({ signal }) => client.call(endpoints.home.trend, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** Referrers, pages, entry pages or addresses by PV. */
export function topListQuery(client: Client, input: Input<typeof endpoints.home.topList>) {
  return queryOptions({
    queryKey: [endpoints.home.topList.id, input],
    queryFn: ({ signal }) => client.call(endpoints.home.topList, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}

/** PV by browser or by country. */
export function pieQuery(client: Client, input: Input<typeof endpoints.home.pie>) {
  return queryOptions({
    queryKey: [endpoints.home.pie.id, input],
    queryFn: ({ signal }) => client.call(endpoints.home.pie, input, { signal }),
    placeholderData: previousOfSite(input.domain ?? ''),
    meta: LIVE,
  });
}
