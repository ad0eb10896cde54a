import { z } from 'zod';
import { defineEndpoint } from '../endpoint.js';
import { count, localTime } from '../shapes.js';
import { ai } from './ai.js';
import { common } from './common.js';
import { coverage } from './coverage.js';
import { deviceLogs } from './device-logs.js';
import { devices } from './device.js';
import { flow } from './flow.js';
import { home } from './home.js';
import { lifecycle } from './lifecycle.js';
import { reconcile } from './reconcile.js';
import { report } from './report.js';
import { spiders } from './spider.js';
import { suspicious } from './suspicious.js';
import { websites } from './website.js';

/** What holds figures, and can say how it came by them. */
const PROVABLE = [
  home.summary, home.visitTotal, home.trend, home.topList, home.pie, home.log, home.census, flow.recently, flow.live, common.userTotalList, websites.statistics,
  report.search, report.deviceLogs, report.events, report.visitInfo, devices.models, devices.full, deviceLogs.userList, deviceLogs.userTrajectory,
  spiders.list, spiders.log, spiders.statistics, spiders.trend, spiders.topUrls, spiders.statuses, spiders.authenticity,
  ai.operators, ai.trend, ai.pages, coverage.urls, coverage.summary, coverage.trend, lifecycle.urls, lifecycle.medians, suspicious.list, suspicious.visitor, reconcile.days, reconcile.views,
] as const;

/** Their ids. */
export const PROVABLE_QUESTIONS: readonly string[] = PROVABLE.map(({ id }) => id);

/** Groups of one part that are told; the largest answers have thousands. */
export const PROVEN_GROUPS = 200;

/** Instants, in the zone of the answer and as the store compares them; `utc_to` is not included, `to` is the last second that is. */
const period = z.object({ from: localTime, to: localTime, utc_from: z.string(), utc_to: z.string() });
export type ProvenPeriod = z.infer<typeof period>;

/** `num` values of which the first are told; a `domain` is a site. */
const filter = z.object({ column: z.string(), operator: z.string(), values: z.array(z.string()), num: count });
export type ProvenFilter = z.infer<typeof filter>;

const figures = z.record(z.string(), z.number());

/** One group of a part's answer: what it is of, and its figures. Without keys, label and periods of its own it is the whole part. */
const group = z.object({
  keys: z.record(z.string(), z.string()),
  /** An hour of the day or a day of the month, of which there are several. */
  label: z.number().int().nullable(),
  /** null: those of the part. */
  periods: z.array(period).nullable(),
  figures,
});
export type ProvenGroup = z.infer<typeof group>;

/** `groups`: figures by group; `rows`: rows one by one; `count`: how many; `cohorts`: visitors by when they were first seen; `joined`: laid together with the rows of other parts. */
export const PROVEN_AS = ['groups', 'rows', 'count', 'cohorts', 'joined'] as const;
export const PROVEN_TABLES = ['visits', 'spider_hits', 'events', 'ledger', 'sitemap_urls'] as const;

const part = z.object({
  as: z.enum(PROVEN_AS),
  table: z.enum(PROVEN_TABLES),
  /** Domains, at most 20 of `site_count`. */
  sites: z.array(z.string()),
  site_count: count,
  /** null: all time. */
  periods: z.array(period).nullable(),
  filters: z.array(filter),
  /** What its figures are by. */
  by: z.array(z.string()),
  groups: z.array(group),
  group_count: count,
  /** Where figures were added up from roll-ups: of how many, and of how many rows of visits beside them. `same`: whether the rows alone give the same; null where they were not asked. */
  rolled: z.object({ spans: count, hours: count, visits: count.nullable(), same: z.boolean().nullable() }).nullable(),
  /** Counted again, from its rows alone, whatever its groups: `rows`, and the figures that its table has. null where that took too long, or the rows are not of people, crawlers or events. */
  counted: figures.nullable(),
});
export type ProvenPart = z.infer<typeof part>;

const statement = z.object({
  /** As it was run, with its values in it. */
  sql: z.string(),
  /** The same from rows alone, where it was run over roll-ups. */
  sql_rows: z.string().nullable(),
  /** Values that stand as placeholders, for they hold addresses that other sites were asked from. */
  withheld: z.array(z.string()),
  /** Whether the screen SQL takes the text (of `sql_rows` where there is one), for whoever may open it. */
  in_sql: z.boolean(),
  /** Milliseconds in the store. */
  took: z.number(),
  /** Rows that it read for the answer; null for who may not see every site, for rows of others lie between. */
  rows_read: count.nullable(),
  parts: z.array(part),
});
export type ProvenStatement = z.infer<typeof statement>;

export const proof = {
  open: defineEndpoint({
    id: 'proof.open',
    method: 'POST',
    path: '/proof',
    access: 'signed-in',
    effect: 'reads',
    summary: 'How an answer comes about: the question asked again, with the statements that it was answered by, what they looked at, and the same counted from rows alone. For whoever may ask the question itself.',
    input: z.object({ question: z.enum(PROVABLE_QUESTIONS), input: z.record(z.string(), z.unknown()).default({}) }),
    output: z.object({
      question: z.string(),
      /** The answer, as the question itself gives it. */
      answer: z.unknown(),
      asked_at: localTime,
      time_zone: z.string(),
      /** Up to when everything received was stored; null: nothing waited. */
      complete_to: localTime.nullable(),
      /** Whether every figure is counted, none estimated. */
      exact: z.boolean(),
      /** The spider rules in force, which tell crawlers from people. */
      rules: z.object({
        /** Changes with every change of a rule that is in force. */
        version: z.string(),
        enabled: count,
        /** The last one that was applied back in time. */
        applied: z.object({ run: count, at: localTime }).nullable(),
      }),
      statements: z.array(statement),
    }),
    timeout: 60_000,
  }),
};
