/** Reports that go out by e-mail. For administrators; what is secret of a mail server goes in and never comes out. */
import { type endpoints, FootfallError, MOST_SCHEDULES, type Parsed, type ReportSchedule, type ReportState } from '@footfall/contract';
import type { HandlersOf } from '../http/handler.js';
import { invalid } from '../http/input.js';
import type { AlarmChannels } from '../metadata/alarm-channels.js';
import type { Audit } from '../metadata/audit.js';
import type { ReportSchedules, ScheduleFields, StoredSchedule } from '../metadata/report-schedules.js';
import type { SiteDirectory } from '../metadata/site-directory.js';
import type { Zone } from '../questions/zone.js';
import { nextDue } from '../reports/due.js';
import { changeOf, writeDownIn } from './audited.js';
import { mailServerProblems, recipientProblems, targetOf } from './mail-given.js';

export interface ScheduleDeps {
  readonly schedules: ReportSchedules;
  readonly channels: Pick<AlarmChannels, 'all'>;
  readonly reportJob: { send(schedule: StoredSchedule): Promise<ReportState> };
  readonly directory: Pick<SiteDirectory, 'byId' | 'byDomain' | 'timeZone'>;
  readonly zones: (name: string) => Zone;
  readonly audit: Pick<Audit, 'record'>;
  readonly now: () => number;
}

type Saved = Parsed<typeof endpoints.schedules.save>;

const FIELDS = ['name', 'enabled', 'domains', 'every', 'day', 'hour', 'language', 'channel_id', 'target', 'sender', 'recipients'] as const;
const DAYS_OF_A_WEEK = 7;

/** The handlers. */
export function scheduleRoutes({ schedules, channels, reportJob, directory, zones, audit, now }: ScheduleDeps): HandlersOf<typeof endpoints.schedules> {
  const writeDown = writeDownIn(audit);
  const answer = (row: StoredSchedule): ReportSchedule => {
    const sites = row.sites.flatMap((id) => directory.byId(id) ?? []);
    const zone = zones(sites[0]?.timeZone ?? directory.timeZone);
    return {
      id: row.id, name: row.name, enabled: row.enabled, domains: sites.map(({ domain }) => domain), every: row.every, day: row.day, hour: row.hour, language: row.language,
      channel_id: row.channelId, target: targetOf(row.url), sender: row.sender, recipients: row.recipients, time_zone: zone.name,
      next_at: row.enabled ? zone.text(nextDue(row, zone, now())) : '',
      last_at: row.lastAt === null ? '' : zone.text(row.lastAt), last_state: row.lastState, last_period: row.lastPeriod,
    };
  };

  /** The schedule as it will be. @throws FootfallError `request.invalid`, `site.unknown` */
  async function fieldsOf({ id: _id, domains, channel_id: channelId, url, sender, recipients, ...given }: Saved, before: StoredSchedule | undefined): Promise<ScheduleFields> {
    const sites = [...new Set(domains.map((domain) => {
      const site = directory.byDomain(domain.trim());
      if (site === undefined) throw new FootfallError('site.unknown');
      return site.id;
    }))];
    const own = channelId === 0 ? { url: url === '' ? (before?.url ?? '') : url, sender } : { url: '', sender: '' };
    const problems = [...(channelId === 0 ? mailServerProblems(own.url, own.sender) : []), ...recipientProblems(recipients)];
    if (channelId !== 0 && !(await channels.all()).some(({ id, kind }) => id === channelId && kind === 'email')) problems.push({ path: 'channel_id', message: 'there is no such e-mail channel: look at the alarms again' });
    if (given.every === 'week' && given.day > DAYS_OF_A_WEEK) problems.push({ path: 'day', message: 'give a day of the week: 1 (Monday) to 7' });
    if (problems.length > 0) throw invalid(problems);
    return { ...given, sites, channelId, ...own, recipients };
  }

  return {
    async list() {
      return { list: (await schedules.all()).map(answer) };
    },

    async save(given, context) {
      const before = given.id === undefined ? undefined : await schedules.byId(given.id);
      const fields = await fieldsOf(given, before);
      if (before === undefined && (await schedules.all()).length >= MOST_SCHEDULES) throw invalid([{ path: 'name', message: `${MOST_SCHEDULES} scheduled reports are the most: remove one first` }]);
      const saved = answer(before === undefined ? await schedules.add(fields) : await schedules.edit(before.id, fields));
      if (before === undefined) await writeDown(context, 'schedule.add', saved.name, { sites: saved.domains, recipients: saved.recipients, target: saved.target });
      else await writeDown(context, 'schedule.edit', saved.name, { ...changeOf(answer(before), saved, FIELDS), ...(given.url === '' ? {} : { address: 'new' }) });
      return saved;
    },

    async remove({ id }, context) {
      const { name } = await schedules.byId(id);
      await schedules.remove(id);
      await writeDown(context, 'schedule.remove', name);
      return null;
    },

    async send({ id }, context) {
      const schedule = await schedules.byId(id);
      const state = await reportJob.send(schedule);
      await writeDown(context, 'schedule.send', schedule.name, { state });
      return { state };
    },
  };
}
