import { z } from 'zod';
import { FINDINGS, type Finding, RECONCILED_CATEGORIES } from '../catalogue/findings.js';
import { defineDownload, defineEndpoint } from '../endpoint.js';
import { count, cut, exportFields, exportPaging, localTime, pageInput, pagination, queryTime } from '../shapes.js';

const SCREEN = ['LogAndBeacon'] as const;
const PATIENCE = 60_000;

/** One site: requests and beacons are laid beside each other within it alone. The last seven days unless a range is given. */
const scope = { domain: z.string().min(1).max(253), query_time: queryTime.optional() };

const findings = z.object(Object.fromEntries(FINDINGS.map((finding) => [finding, count])) as Record<Finding, typeof count>);
export type FindingCounts = z.infer<typeof findings>;

/** Views in time that only one of the two sources covers: of the log, crawlers' requests among them, and of beacons. */
const outside = z.object({ log: count, beacon: count });

const dayRow = z.object({
  day: z.iso.date(),
  /** Seconds of the day that both sources cover. */
  compared: count,
  findings,
  outside,
});
export type ReconciledDay = z.infer<typeof dayRow>;

/** What there is of a source in the range, whether it can be compared or not, crawlers' included; times '' where there is nothing. */
const sourceThere = z.object({ records: count, first_at: z.union([localTime, z.literal('')]), last_at: z.union([localTime, z.literal('')]) });

const viewRow = z.object({
  /** Of the request where there is one, else of the beacon, as decimal text. */
  id: z.string(),
  at: localTime,
  finding: z.enum(FINDINGS),
  /** Seconds from the request to its beacon; null unless there are both. */
  late: z.number().nullable(),
  url: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  browser_name: z.string(),
  os_name: z.string(),
  /** Of the beacon; '' without one. */
  fingerprint: z.string(),
  /** The crawler's name; '' of people. */
  spider: z.string(),
});
export type ReconciledView = z.infer<typeof viewRow>;

const viewsQuery = {
  ...scope,
  /** A category or a finding; '' for all. */
  finding: z.enum(['', ...RECONCILED_CATEGORIES, ...FINDINGS]).default(''),
};

export const reconcile = {
  days: defineEndpoint({
    id: 'reconcile.days',
    method: 'GET',
    path: '/reconcile/days',
    access: SCREEN,
    summary: 'The access log of a site beside its beacons, by day: views that both have, and those that one lacks, with the reason as far as it can be told. 92 days at most.',
    input: z.object(scope),
    timeout: PATIENCE,
    output: z.object({
      /** Every day of the range. */
      list: z.array(dayRow),
      total: dayRow.omit({ day: true }),
      log: sourceThere,
      beacon: sourceThere,
      /** Requests of people in the range whose log records no agents: they can not be compared, and are in no figure. */
      without_agent: count,
      /** What both cover, `to` included; the first hundred stretches. */
      spans: z.array(z.object({ from: localTime, to: localTime })),
      cut,
    }),
  }),
  daysExport: defineDownload({
    id: 'reconcile.days_export',
    path: '/reconcile/days_export',
    access: SCREEN,
    summary: 'The access log of a site beside its beacons, by day, as a file.',
    input: z.object({ ...scope, ...exportPaging, ...exportFields }),
  }),
  views: defineEndpoint({
    id: 'reconcile.views',
    method: 'GET',
    path: '/reconcile/views',
    access: SCREEN,
    summary: 'The views behind the figures, the newest first.',
    input: pageInput.extend(viewsQuery),
    timeout: PATIENCE,
    output: z.object({ list: z.array(viewRow), meta: z.object({ pagination }), cut }),
  }),
  viewsExport: defineDownload({
    id: 'reconcile.views_export',
    path: '/reconcile/views_export',
    access: SCREEN,
    summary: 'The views behind the figures, as a file.',
    input: z.object({ ...viewsQuery, ...exportPaging, ...exportFields }),
  }),
};
