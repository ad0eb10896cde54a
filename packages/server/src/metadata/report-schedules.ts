/** Reports that go out by e-mail, and how far each has got. */
import { alarmLanguage, type AlarmLanguage, FootfallError, isReportSent, reportEvery, type ReportEvery, reportState, type ReportState } from '@footfall/contract';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { ReportScheduleTable } from './schema-alarms.js';
import { lead } from './leadership.js';
import type { MetadataTables } from './schema.js';

/** Times are milliseconds UTC. */
export interface StoredSchedule {
  readonly id: number;
  readonly name: string;
  readonly enabled: boolean;
  /** Ids. */
  readonly sites: readonly number[];
  readonly every: ReportEvery;
  readonly day: number;
  readonly hour: number;
  readonly language: AlarmLanguage;
  /** 0 for an own mail server. */
  readonly channelId: number;
  /** Of an own mail server, with whatever secret it holds: it never leaves the server. */
  readonly url: string;
  readonly sender: string;
  readonly recipients: string;
  /** What was due up to here is sent or given up. */
  readonly doneUntil: number;
  readonly failures: number;
  /** No attempt before. */
  readonly nextTry: number;
  readonly lastAt: number | null;
  readonly lastState: ReportState | null;
  readonly lastPeriod: string;
}

export type ScheduleFields = Pick<StoredSchedule, 'name' | 'enabled' | 'sites' | 'every' | 'day' | 'hour' | 'language' | 'channelId' | 'url' | 'sender' | 'recipients'>;

export interface ReportSchedules {
  all(): Promise<StoredSchedule[]>;
  /** @throws FootfallError `schedule.unknown` */
  byId(id: number): Promise<StoredSchedule>;
  /** What was due before is not sent afterwards. */
  add(fields: ScheduleFields): Promise<StoredSchedule>;
  /** As `add`. @throws FootfallError `schedule.unknown` */
  edit(id: number, fields: ScheduleFields): Promise<StoredSchedule>;
  remove(id: number): Promise<void>;
  /** Notes how an attempt ended. @param due what it was for, when it was due; null for one that was asked for */
  sent(id: number, state: ReportState, period: string, due: number | null): Promise<void>;
  /** Gives up what was due. */
  giveUp(id: number, due: number): Promise<void>;
  /** Whether this process may send for so many milliseconds: of all processes one. */
  lead(owner: string, forMs: number): Promise<boolean>;
}

const LEADER = 'report_leader';
const numbers = z.array(z.number());
/** Milliseconds. */
const FIRST_WAIT = 60_000;
const LONGEST_WAIT = 3_600_000;
const MOST_DOUBLINGS = 20;

function scheduleOf(row: Selectable<ReportScheduleTable>): StoredSchedule {
  return {
    id: row.id, name: row.name, enabled: row.enabled === 1, sites: numbers.parse(JSON.parse(row.sites)), every: reportEvery.parse(row.every), day: row.day, hour: row.hour, language: alarmLanguage.parse(row.language),
    channelId: row.channel_id, url: row.url, sender: row.sender, recipients: row.recipients, doneUntil: row.done_until, failures: row.failures, nextTry: row.next_try,
    lastAt: row.last_at, lastState: row.last_state === null ? null : reportState.parse(row.last_state), lastPeriod: row.last_period,
  };
}

export function createReportSchedules(db: Kysely<MetadataTables>, now: () => number): ReportSchedules {
  const valuesOf = ({ enabled, sites, channelId, ...fields }: ScheduleFields) => ({ ...fields, enabled: enabled ? 1 : 0, sites: JSON.stringify(sites), channel_id: channelId, done_until: now(), failures: 0, next_try: 0 });
  const known = (row: Selectable<ReportScheduleTable> | undefined): StoredSchedule => {
    if (row === undefined) throw new FootfallError('schedule.unknown');
    return scheduleOf(row);
  };

  return {
    async all() {
      return (await db.selectFrom('report_schedules').selectAll().orderBy('id').execute()).map(scheduleOf);
    },
    byId: async (id) => known(await db.selectFrom('report_schedules').selectAll().where('id', '=', id).executeTakeFirst()),
    add: async (fields) => scheduleOf(await db.insertInto('report_schedules').values({ ...valuesOf(fields), last_at: null, last_state: null, last_period: '' }).returningAll().executeTakeFirstOrThrow()),
    edit: async (id, fields) => known(await db.updateTable('report_schedules').set(valuesOf(fields)).where('id', '=', id).returningAll().executeTakeFirst()),
    async remove(id) {
      await db.deleteFrom('report_schedules').where('id', '=', id).execute();
    },
    async sent(id, state, period, due) {
      const last = { last_at: now(), last_state: state, last_period: period };
      const row = await db.selectFrom('report_schedules').select('failures').where('id', '=', id).executeTakeFirst();
      // Removed while it was under way.
      if (row === undefined) return;
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(row.failures, MOST_DOUBLINGS));
      const progress = due === null ? {} : isReportSent(state) ? { done_until: due, failures: 0, next_try: 0 } : { failures: row.failures + 1, next_try: now() + wait };
      await db.updateTable('report_schedules').set({ ...last, ...progress }).where('id', '=', id).execute();
    },
    async giveUp(id, due) {
      await db.updateTable('report_schedules').set({ done_until: due, failures: 0, next_try: 0 }).where('id', '=', id).execute();
    },
    lead: (owner, forMs) => lead(db, LEADER, owner, forMs, now),
  };
}
