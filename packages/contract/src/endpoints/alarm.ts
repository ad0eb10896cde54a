import { z } from 'zod';
import { alarmChannelKind, alarmKind, alarmLanguage, alarmSendState } from '../catalogue/alarms.js';
import { defineEndpoint } from '../endpoint.js';
import { count, localTime, pageInput, pagination } from '../shapes.js';

/** Channels of an installation. */
export const MOST_ALARM_CHANNELS = 20;

const on = z.boolean();
/** How many hours are looked at together. */
const hours = z.number().int().min(1).max(24);
/** Fewer than so many are no ground for an alarm. */
const minimum = z.number().int().min(1).max(1_000_000_000);
const percent = z.number().int().min(0).max(100);
/** How many times as much as usual. */
const times = z.number().min(1.1).max(1_000);
const fall = z.object({ on, hours, minimum, percent });
const rise = z.object({ on, hours, minimum, times });
const minuteOfDay = z.number().int().min(0).max(1_439);

const rules = z.object({
  site_silence: fall,
  site_surge: rise,
  crawler_silence: fall,
  crawler_surge: rise,
  crawler_new: z.object({ on, minimum }),
  crawler_errors: z.object({ on, hours, minimum, percent }),
  disk: z.object({ on, percent }),
  /** Minutes that what came in waits to be stored. */
  lag: z.object({ on, minutes: z.number().int().min(2).max(1_440) }),
});
export type AlarmRules = z.infer<typeof rules>;

export const alarmSettings = z.object({
  rules,
  /** Domains that no alarm is about. */
  except: z.array(z.string().max(253)).max(1_000),
  /** Minutes of the day in the installation's zone; past midnight where `to` is the smaller. What is about the server itself is told all the same. */
  quiet: z.object({ on, from: minuteOfDay, to: minuteOfDay }),
  /** Minutes between two messages at least; what comes meanwhile goes into the next. */
  gap: z.number().int().min(1).max(1_440),
  language: alarmLanguage,
});
export type AlarmSettings = z.infer<typeof alarmSettings>;

const alarm = z.object({
  id: z.number(),
  kind: alarmKind,
  /** '' where it is about no site, or the site is gone. */
  domain: z.string(),
  /** The crawler, or the server. */
  subject: z.string(),
  began_at: localTime,
  /** '' while it lasts. */
  ended_at: z.string(),
  /** When its beginning went into a message; '' when it did not, or not yet. */
  told_at: z.string(),
  /** Views, hits, failed hits, percent of the disk that are free, minutes. */
  value: z.number(),
  /** The usual number; of `crawler_errors` all hits that were answered, of `disk` and `lag` the limit. */
  expected: z.number(),
});
export type Alarm = z.infer<typeof alarm>;

const channel = z.object({
  id: z.number(),
  name: z.string(),
  kind: alarmChannelKind,
  enabled: z.boolean(),
  /** Scheme, host and port of the address: the rest of it is secret. */
  target: z.string(),
  /** Whether there is a key that messages are signed with. */
  signed: z.boolean(),
  /** Of e-mail. */
  sender: z.string(),
  recipients: z.string(),
  /** Of the last message; '' and null before the first. */
  last_at: z.string(),
  last_state: alarmSendState.nullable(),
});
export type AlarmChannel = z.infer<typeof channel>;

const text = (longest: number) => z.string().trim().max(longest).refine((value) => !/\p{Cc}/u.test(value) && value.isWellFormed(), 'must not hold control characters');
const id = z.object({ id: z.coerce.number().int().positive() });

export const alarms = {
  list: defineEndpoint({
    id: 'alarm.list',
    method: 'GET',
    path: '/alarm/list',
    access: 'admin',
    summary: 'What is or was wrong, the last begun first.',
    input: pageInput.extend({ kind: z.union([z.literal(''), alarmKind]).default(''), state: z.enum(['', 'on', 'ended']).default('') }),
    output: z.object({ list: z.array(alarm), meta: z.object({ pagination }) }),
  }),
  count: defineEndpoint({
    id: 'alarm.count',
    method: 'GET',
    path: '/alarm/count',
    access: 'admin',
    summary: 'How many alarms are on.',
    input: z.object({}),
    output: z.object({ num: count }),
  }),
  look: defineEndpoint({
    id: 'alarm.look',
    method: 'POST',
    path: '/alarm/look',
    access: 'admin',
    timeout: 60_000,
    summary: 'Judge everything now, without waiting for the next look.',
    input: z.object({}),
    output: z.object({ num: count }),
  }),
  settings: defineEndpoint({
    id: 'alarm.settings',
    method: 'GET',
    path: '/alarm/settings',
    access: 'admin',
    summary: 'What is watched and when it is told.',
    input: z.object({}),
    output: alarmSettings.extend({ time_zone: z.string() }),
  }),
  setSettings: defineEndpoint({
    id: 'alarm.set_settings',
    method: 'POST',
    path: '/alarm/settings',
    access: 'admin',
    summary: 'Change what is watched and when it is told.',
    input: alarmSettings,
    output: alarmSettings.extend({ time_zone: z.string() }),
  }),
  channels: defineEndpoint({
    id: 'alarm.channels',
    method: 'GET',
    path: '/alarm/channel/list',
    access: 'admin',
    summary: 'Where alarms are sent, without anything secret.',
    input: z.object({}),
    output: z.object({ list: z.array(channel) }),
  }),
  saveChannel: defineEndpoint({
    id: 'alarm.save_channel',
    method: 'POST',
    path: '/alarm/channel/save',
    access: 'admin',
    summary: 'Add a place where alarms are sent, or change one.',
    input: z.object({
      /** None for a new one. */
      id: id.shape.id.optional(),
      name: text(100).pipe(z.string().min(1)),
      kind: alarmChannelKind,
      enabled: z.boolean().default(true),
      /** A webhook's address (http, https), or of e-mail the server with user and password (smtp, smtps). '' keeps the one there is. */
      url: text(2_000).default(''),
      /** What messages are signed with (DingTalk, Feishu). Left out keeps it, '' removes it. */
      secret: text(500).optional(),
      sender: text(300).default(''),
      /** Addresses with commas between. */
      recipients: text(2_000).default(''),
    }),
    output: channel,
  }),
  removeChannel: defineEndpoint({
    id: 'alarm.remove_channel',
    method: 'POST',
    path: '/alarm/channel/remove',
    access: 'admin',
    summary: 'Send no alarms there any more.',
    input: id,
    output: z.null(),
  }),
  testChannel: defineEndpoint({
    id: 'alarm.test_channel',
    method: 'POST',
    path: '/alarm/channel/test',
    access: 'admin',
    timeout: 30_000,
    summary: 'Send a test message there, and say how that ended.',
    input: id,
    output: z.object({ state: alarmSendState }),
  }),
};
