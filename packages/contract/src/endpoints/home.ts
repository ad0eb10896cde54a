import { z } from 'zod';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import {
  compared, compareFields, count, cut, exportFields, exportPaging, grain, jsonOr, localTime, pageInput, pagination, panelFilter, queryTime, sortDirection, trafficCounts, trafficSummary,
} from '../shapes.js';
import { censusList, point, series, trafficMean } from './traffic-shapes.js';

export const topListType = z.enum(['referer', 'url', 'entry_url', 'ip']);
export type TopListType = z.infer<typeof topListType>;

export const trendPoint = point;
export type TrendPoint = z.infer<typeof trendPoint>;

const rangeInput = panelFilter.extend({ query_time: queryTime.optional() });

const trendQuery = rangeInput.extend({ query_type: grain.optional(), time_range: z.enum(['today', 'yesterday', 'recently']).optional(), ...compareFields });

const topQuery = rangeInput.extend({
  type: topListType,
  /** Contains, whatever the case; '' lets all through. */
  search: z.string().max(200).default(''),
  /** Folds entries together: addresses of pages without their query (`path`), referrers by host (`host`). */
  fold: z.enum(['', 'path', 'host']).default(''),
  /** The first rule alone counts; most PV first without one. */
  sort: jsonOr(z.partialRecord(z.enum(['key', 'num']), sortDirection)).default({}),
  ...compareFields,
});

/** The last so many days up to now, when no `query_time` is given: 1 (the last 24 hours) by hour, 31 by day. */
const logQuery = rangeInput.extend({ query_type: grain.default('hour'), day: z.coerce.number().int().min(1).max(3_660).optional(), ...compareFields });

const censusQuery = panelFilter.extend({ query_type: z.enum(['every_day', 'every_hour']) });

/** A site as a share link may ask about it: all of it, for a filter could single somebody out. */
const sharedSite = z.strictObject({ domain: z.string().min(1).max(253), country_code: z.literal('').optional(), device_type: z.literal('').optional() });
/** Whole days: who asks second by second could follow a visitor from page to page. */
const wholeDays = queryTime.refine(([start, end]) => start.endsWith(' 00:00:00') && end.endsWith(' 23:59:59'), 'must be whole days');
const sharedRange = sharedSite.extend({ query_time: wholeDays.optional(), compare: compareFields.compare.optional() });
const sharedRanking = sharedRange.extend({ per_page: z.literal(10) });

const DASHBOARD_AND_RANKINGS = ['DashboardInfo', 'visitIp', 'visitReferer', 'visitUrl', 'visitEntryUrl', 'VisitList'] as const;
const TREND = ['DashboardInfo', 'flowTendency'] as const;
const FLOW = ['DashboardInfo', 'flowTendency', 'flowHour', 'flowDay'] as const;

export const home = {
  summary: defineEndpoint({
    id: 'home.summary',
    method: 'POST',
    path: '/home/summary',
    access: 'signed-in',
    effect: 'reads',
    summary: 'Figures by day; the last two items are yesterday and today unless query_time says otherwise.',
    input: rangeInput.extend({ query_type: z.literal('day').default('day') }),
    shared: sharedSite,
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
    effect: 'reads',
    summary: 'Visitors ever seen, and the new and old ones of today and yesterday. Under a filter, of those whom a visit under it shows; new is who never came before at all.',
    input: panelFilter,
    shared: sharedSite,
    output: z.object({ history_total: count, today_new: count, today_old: count, yesterday_new: count, yesterday_old: count }),
  }),
  trend: defineEndpoint({
    id: 'home.trend',
    method: 'POST',
    path: '/home/trend',
    access: TREND,
    effect: 'reads',
    summary: 'PV, UV and IP by hour or day, beside those of another period: the one of the same length just before unless told otherwise.',
    input: trendQuery,
    shared: sharedRange.extend({ query_type: grain }),
    output: z.object({
      now: z.array(trendPoint),
      before: z.array(trendPoint),
      /**
       * Deduplicated over the whole period: UV and IP do not add up across hours. `before_so_far` is of what `compared` says: of
       * as much of the other period as has passed of this one; the whole of it, when this one is over.
       */
      total: z.object({ now: trafficCounts, before: trafficCounts, before_so_far: trafficCounts }),
      compared,
      grain,
      cut,
    }),
  }),
  trendExport: defineDownload({
    id: 'home.trend_export',
    path: '/home/trend_export',
    access: TREND,
    summary: 'The trend as a file: a row for each hour or day, with that of the period before.',
    input: trendQuery.extend({ ...exportPaging, ...exportFields }),
  }),
  topList: defineEndpoint({
    id: 'home.top_list',
    method: 'POST',
    path: '/home/top_list',
    access: DASHBOARD_AND_RANKINGS,
    effect: 'reads',
    summary: 'Referrers, pages, entry pages or addresses by PV.',
    input: topQuery.extend({ ...pageInput.shape, per_page: pageInput.shape.per_page.default(10) }),
    shared: z.discriminatedUnion('type', [
      // Folded: what stands behind the question mark of an address may be somebody's.
      sharedRanking.extend({ type: z.literal('referer'), fold: z.literal('host') }),
      sharedRanking.extend({ type: z.enum(['url', 'entry_url']), fold: z.literal('path') }),
    ]),
    output: z.object({
      list: z.array(z.object({
        key: z.string(), num: count, country: z.string().optional(), country_code: z.string().optional(),
        /** PV in the period compared with; absent where nothing is compared. */
        before: count.optional(),
      })),
      /** PV of the whole answer: what a share is a share of. */
      total: count,
      total_before: count.nullable(),
      compared: compared.nullable(),
      meta: z.object({ pagination }),
      cut,
    }),
  }),
  topListExport: defineDownload({
    id: 'home.top_list_export',
    path: '/home/top_list_export',
    access: DASHBOARD_AND_RANKINGS,
    summary: 'A ranking as a file.',
    input: topQuery.extend({ ...exportPaging, ...exportFields }),
  }),
  pie: defineEndpoint({
    id: 'home.pie',
    method: 'POST',
    path: '/home/pie',
    access: ['DashboardInfo'],
    effect: 'reads',
    summary: 'PV by browser or by country.',
    input: rangeInput.extend({ type: z.enum(['browser', 'country']), ...compareFields }),
    shared: sharedRange.extend({ type: z.enum(['browser', 'country']) }),
    output: z.object({
      /** `key` is what a filter takes (browser name, country code); `name` is what is read. Empty: none. */
      list: z.array(z.object({ name: z.string(), key: z.string(), value: count, before: count.optional() })),
      total: count,
      total_before: count.nullable(),
      compared: compared.nullable(),
      cut,
    }),
  }),
  log: defineEndpoint({
    id: 'home.log',
    method: 'POST',
    path: '/home/log',
    access: FLOW,
    effect: 'reads',
    summary: 'PV, UV and IP by hour or by day: of a range, or of the last days.',
    input: logQuery,
    output: series,
  }),
  logExport: defineDownload({
    id: 'home.log_export',
    path: '/home/log_export',
    access: FLOW,
    summary: 'PV, UV and IP by hour or by day as a file.',
    input: logQuery.extend({ ...exportPaging, ...exportFields }),
  }),
  census: defineEndpoint({
    id: 'home.census',
    method: 'POST',
    path: '/home/census',
    access: FLOW,
    effect: 'reads',
    summary: 'By hour of the day over the last three months, or by day of the month over all time.',
    input: censusQuery,
    output: z.object({
      list: censusList,
      /** Deduplicated over all of it: what a share is a share of. */
      total: trafficCounts,
      /** By weekday (1 Monday to 7 Sunday) and hour, means over the weeks; empty for `every_day`. */
      heat: z.array(z.object({ weekday: z.number().int(), hour: z.number().int(), ...trafficMean.shape })),
      cut,
    }),
    timeout: 60_000,
  }),
  censusExport: defineDownload({
    id: 'home.census_export',
    path: '/home/census_export',
    access: FLOW,
    summary: 'By hour of the day, or by day of the month, as a file.',
    input: censusQuery.extend({ ...exportPaging, ...exportFields }),
  }),
};
