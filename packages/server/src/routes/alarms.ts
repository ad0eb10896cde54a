/** Alarms: what is wrong, what is watched, and where it is told. For administrators; what is secret of a channel goes in and never comes out. */
import { type Alarm, type AlarmChannel, type AlarmChannelKind, type AlarmSendState, type endpoints, MOST_ALARM_CHANNELS, type Parsed } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { type FieldProblem, invalid } from '../http/input.js';
import type { AlarmChannels, StoredChannel } from '../metadata/alarm-channels.js';
import type { AlarmSettingsStore } from '../metadata/alarm-settings.js';
import type { Alarms, StoredAlarm } from '../metadata/alarms.js';
import type { Audit } from '../metadata/audit.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import type { Zone } from '../questions/zone.js';
import { changeOf, writeDownIn } from './audited.js';
import { addressProblems, mailServerProblems, recipientProblems, targetOf } from './mail-given.js';

export interface AlarmDeps {
  readonly alarms: Alarms;
  readonly channels: AlarmChannels;
  readonly settings: AlarmSettingsStore;
  readonly watch: { look(): Promise<void>; test(channel: StoredChannel): Promise<AlarmSendState> };
  readonly directory: Pick<SiteDirectory, 'byId'>;
  /** The installation's. */
  readonly zone: Zone;
  readonly audit: Pick<Audit, 'record'>;
}

type Saved = Parsed<typeof endpoints.alarms.saveChannel>;

const SETTINGS_FIELDS = ['rules', 'except', 'quiet', 'gap', 'language'] as const;
const CHANNEL_FIELDS = ['name', 'kind', 'enabled', 'target', 'signed', 'sender', 'recipients'] as const;
/** What is wrong with a channel as it would be. */
function problemsOf(kind: AlarmChannelKind, url: string, sender: string, recipients: string): FieldProblem[] {
  if (kind !== 'email') return addressProblems(url, ['http:', 'https:'], 'give an address that begins with https:// or http://');
  return [...mailServerProblems(url, sender), ...recipientProblems(recipients)];
}

/** The handlers. */
export function alarmRoutes({ alarms, channels, settings, watch, directory, zone, audit }: AlarmDeps): HandlersOf<typeof endpoints.alarms> {
  const writeDown = writeDownIn(audit);
  const timeOrNone = (at: number | null): string => (at === null ? '' : zone.text(at));
  const alarmAnswer = (row: StoredAlarm): Alarm => ({
    id: row.id, kind: row.kind, domain: directory.byId(row.siteId)?.domain ?? '', subject: row.subject, value: row.value, expected: row.expected,
    began_at: zone.text(row.beganAt), ended_at: timeOrNone(row.endedAt), told_at: timeOrNone(row.toldAt),
  });
  const channelAnswer = (row: StoredChannel): AlarmChannel => ({
    id: row.id, name: row.name, kind: row.kind, enabled: row.enabled, target: targetOf(row.url), signed: row.secret !== '', sender: row.sender, recipients: row.recipients,
    last_at: timeOrNone(row.lastAt), last_state: row.lastState,
  });

  /** The channel as it will be. @throws FootfallError `request.invalid` */
  function fieldsOf({ id: _id, url, secret, ...given }: Saved, before: StoredChannel | undefined) {
    // An address that is kept belongs to the kind that it was given for.
    const kept = before !== undefined && (before.kind === 'email') === (given.kind === 'email') ? before : undefined;
    const fields = { ...given, url: url === '' ? (kept?.url ?? '') : url, secret: secret ?? kept?.secret ?? '' };
    const problems = problemsOf(fields.kind, fields.url, fields.sender, fields.recipients);
    if (problems.length > 0) throw invalid(problems);
    return fields;
  }

  return {
    async list({ page, per_page: perPage, kind, state }) {
      const { rows, total } = await alarms.find({ kind: kind === '' ? undefined : kind, state: state === '' ? undefined : state }, { limit: perPage, offset: (page - 1) * perPage });
      return { list: rows.map(alarmAnswer), meta: { pagination: { total, current_page: page, page, per_page: perPage } } };
    },

    async count() {
      return { num: await alarms.open() };
    },

    async look() {
      await watch.look();
      return { num: await alarms.open() };
    },

    async settings() {
      return { ...(await settings.get()), time_zone: zone.name };
    },

    async setSettings(given, context) {
      const before = await settings.get();
      await settings.set(given);
      const change = changeOf(before, given, SETTINGS_FIELDS);
      if (change !== undefined) await writeDown(context, 'alarm.settings', '', change);
      return { ...given, time_zone: zone.name };
    },

    async channels() {
      return { list: (await channels.all()).map(channelAnswer) };
    },

    async saveChannel(given, context) {
      const before = given.id === undefined ? undefined : await channels.byId(given.id);
      const fields = fieldsOf(given, before);
      if (before === undefined && (await channels.all()).length >= MOST_ALARM_CHANNELS) throw invalid([{ path: 'name', message: `${MOST_ALARM_CHANNELS} channels are the most: remove one first` }]);
      const saved = before === undefined ? await channels.add(fields, await alarms.lastMessage()) : await channels.edit(before.id, fields);
      const answer = channelAnswer(saved);
      if (before === undefined) await writeDown(context, 'alarm.add', saved.name, { kind: saved.kind, target: answer.target });
      else await writeDown(context, 'alarm.edit', saved.name, { ...changeOf(channelAnswer(before), answer, CHANNEL_FIELDS), ...(given.url === '' ? {} : { address: 'new' }) });
      return answer;
    },

    async removeChannel({ id }, context) {
      const { name, kind } = await channels.byId(id);
      await channels.remove(id);
      await writeDown(context, 'alarm.remove', name, { kind });
      return null;
    },

    async testChannel({ id }, context) {
      const channel = await channels.byId(id);
      const state = await watch.test(channel);
      await writeDown(context, 'alarm.test', channel.name, { state });
      return { state };
    },
  };
}
