import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { count, cut, domainScope, grain, localTime, pageInput, pagination, panelFilter, queryTime, trafficCounts, trafficSummary } from '../shapes.js';

export const topListType = z.enum(['referer', 'url', 'entry_url', 'ip']);
export type TopListType = z.infer<typeof topListType>;

/** `now`: the running hour or day, a part of it only; `future`: nothing can be known yet, draw it blank. */
export const pointState = z.enum(['past', 'now', 'future']);

export const trendPoint = trafficCounts.extend({
  /** Start of the hour or day, in the site's zone. On a day of 25 hours one label stands twice: `at` tells them apart. */
  key: localTime,
  /** The same instant, milliseconds UTC. */
  at: z.number(),
  state: pointState,
});
export type TrendPoint = z.infer<typeof trendPoint>;

const rangeInput = panelFilter.extend({ query_time: queryTime.optional() });

export const home = {
  summary: defineEndpoint({
    id: 'home.summary',
    method: 'POST',
    path: '/home/summary',
    access: 'signed-in',
    summary: 'Figures by day; the last two items are yesterday and today unless query_time says otherwise.',
    input: rangeInput.extend({ query_type: z.literal('day').default('day') }),
    output: z.object({
      list: z.array(trafficSummary.extend({ key: localTime })),
      /** Yesterday up to the time of day that it is now: what today is fairly compared with. */
      yesterday_same_time: trafficSummary,
      cut,
    }),
  }),
  visitTotal: defineEndpoint({
    id: 'home.visit_total',
    method: 'POST',
    path: '/home/visit_total',
    access: ['DashboardInfo'],
    summary: 'Visitors ever seen, and the new and old ones of today and yesterday.',
    input: z.object({ domain: domainScope }),
    output: z.object({ history_total: count, today_new: count, today_old: count, yesterday_new: count, yesterday_old: count }),
  }),
  trend: defineEndpoint({
    id: 'home.trend',
    method: 'POST',
    path: '/home/trend',
    access: ['DashboardInfo'],
    summary: 'PV, UV and IP by hour or day, beside the period of the same length just before.',
    input: rangeInput.extend({ query_type: grain.optional(), time_range: z.enum(['today', 'yesterday', 'recently']).optional() }),
    output: z.object({
      now: z.array(trendPoint),
      before: z.array(trendPoint),
      /** Deduplicated over the whole period: UV and IP do not add up across hours. */
      total: z.object({ now: trafficCounts, before: trafficCounts }),
      grain,
      cut,
    }),
  }),
  topList: defineEndpoint({
    id: 'home.top_list',
    method: 'POST',
    path: '/home/top_list',
    access: ['DashboardInfo'],
    summary: 'Referrers, pages, entry pages or addresses by PV.',
    input: rangeInput.extend({ type: topListType, ...pageInput.shape, per_page: pageInput.shape.per_page.default(10) }),
    output: z.object({
      list: z.array(z.object({ key: z.string(), num: count, country: z.string().optional(), country_code: z.string().optional() })),
      /** PV of the whole answer: what a share is a share of. */
      total: count,
      meta: z.object({ pagination }),
      cut,
    }),
  }),
  pie: defineEndpoint({
    id: 'home.pie',
    method: 'POST',
    path: '/home/pie',
    access: ['DashboardInfo'],
    summary: 'PV by browser or by country.',
    input: rangeInput.extend({ type: z.enum(['browser', 'country']) }),
    output: z.object({
      /** `key` is what a filter takes (browser name, country code); `name` is what is read. Empty: none. */
      list: z.array(z.object({ name: z.string(), key: z.string(), value: count })),
      total: count,
      cut,
    }),
  }),
};
