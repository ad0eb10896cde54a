import { z } from 'zod';
import { alarmLanguage, alarmSendState } from '../catalogue/alarms.js';
import { defineEndpoint } from '../endpoint.js';

/** Scheduled reports of an installation. */
export const MOST_SCHEDULES = 50;
/** Sites in one report. */
export const MOST_REPORT_SITES = 10;

/** How often: the report is of the day, the seven days or the calendar month before. */
export const reportEvery = z.enum(['day', 'week', 'month']);
export type ReportEvery = z.infer<typeof reportEvery>;

/** How sending ended. `no_server`: the channel whose mail server it uses is gone. `no_site`: none of its sites is left. `no_figures`: the store did not answer. */
export const reportState = z.enum([...alarmSendState.options, 'no_server', 'no_site', 'no_figures']);
export type ReportState = z.infer<typeof reportState>;
/** Whether somebody has the report, so that it is not sent again. */
export const isReportSent = (state: ReportState): boolean => state === 'sent' || state === 'partly';

const text = (longest: number) => z.string().trim().max(longest).refine((value) => !/\p{Cc}/u.test(value) && value.isWellFormed(), 'must not hold control characters');
const id = z.object({ id: z.coerce.number().int().positive() });

const rhythm = {
  every: reportEvery,
  /** Of `week` 1 (Monday) to 7, of `month` 1 to 28. */
  day: z.number().int().min(1).max(28),
  /** By the clock of the first site. */
  hour: z.number().int().min(0).max(23),
};

const schedule = z.object({
  id: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  domains: z.array(z.string()),
  ...rhythm,
  language: alarmLanguage,
  /** The alarm channel whose mail server and sender are used; 0 for an own one. */
  channel_id: z.number(),
  /** Scheme, host and port of an own mail server; '' of a channel. */
  target: z.string(),
  /** Of an own mail server. */
  sender: z.string(),
  recipients: z.string(),
  time_zone: z.string(),
  /** '' while it is off. */
  next_at: z.string(),
  /** Of the last attempt; '' and null before the first. */
  last_at: z.string(),
  last_state: reportState.nullable(),
  /** First and last day of the last report; '' before the first. */
  last_period: z.string(),
});
export type ReportSchedule = z.infer<typeof schedule>;

export const schedules = {
  list: defineEndpoint({
    id: 'schedule.list',
    method: 'GET',
    path: '/schedule/list',
    access: 'admin',
    summary: 'Reports that go out by e-mail, without anything secret.',
    input: z.object({}),
    output: z.object({ list: z.array(schedule) }),
  }),
  save: defineEndpoint({
    id: 'schedule.save',
    method: 'POST',
    path: '/schedule/save',
    access: 'admin',
    summary: 'Add a report that goes out by e-mail, or change one.',
    input: z.object({
      /** None for a new one. */
      id: id.shape.id.optional(),
      name: text(100).min(1),
      enabled: z.boolean().default(true),
      domains: z.array(z.string().max(253)).min(1).max(MOST_REPORT_SITES),
      ...rhythm,
      language: alarmLanguage,
      channel_id: z.number().int().min(0).default(0),
      /** `smtps://user:password@host`; '' keeps the one that was given. */
      url: text(2_000).default(''),
      sender: text(300).default(''),
      recipients: text(2_000),
    }),
    output: schedule,
  }),
  remove: defineEndpoint({ id: 'schedule.remove', method: 'POST', path: '/schedule/remove', access: 'admin', summary: 'Remove a report that goes out by e-mail.', input: id, output: z.null() }),
  send: defineEndpoint({
    id: 'schedule.send',
    method: 'POST',
    path: '/schedule/send',
    access: 'admin',
    timeout: 60_000,
    summary: 'Send the report of the last whole period now, beside those that are due.',
    input: id,
    output: z.object({ state: reportState }),
  }),
};
