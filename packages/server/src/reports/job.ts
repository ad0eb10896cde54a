/**
 * Sends the reports that are due.
 *
 * Invariants: a report that is due goes out once, whichever process is there when it is; what is due and what was sent is in the metadata store, so a
 * restart forgets nothing (should a process end between sending and noting it, that report comes twice); a figure is sent when the whole period is
 * stored, or with the word up to when it is.
 */
import { randomUUID } from 'node:crypto';
import { FootfallError, isReportSent, type NetworkOwners, type ReportState } from '@footfall/contract';
import type { Logger } from 'pino';
import { recipientsOf, sendMailFrom } from '../alarms/send.js';
import type { AlarmChannels } from '../metadata/alarm-channels.js';
import type { ReportSchedules, StoredSchedule } from '../metadata/report-schedules.js';
import type { Site } from '../metadata/site-directory.js';
import type { Asked, QuestionCaps, QuestionStore } from '../questions/asked.js';
import type { CountryNames } from '../questions/country-names.js';
import type { CrawlerRanges } from '../questions/crawler-ranges.js';
import { SiteScope } from '../questions/scope.js';
import type { Zone } from '../questions/zone.js';
import { startTicking } from '../ticking.js';
import { compose, daysOf, type Part } from './compose.js';
import { type Due, lastDue, periodsOf } from './due.js';
import { figuresOf } from './figures.js';

export interface ReportJobDeps {
  readonly schedules: ReportSchedules;
  readonly channels: Pick<AlarmChannels, 'all'>;
  readonly siteById: (id: number) => Site | undefined;
  readonly store: QuestionStore;
  readonly caps: QuestionCaps;
  readonly zones: (name: string) => Zone;
  /** The installation's, where no site is left to ask for its own. */
  readonly timeZone: string;
  readonly countryNames: (language: string) => CountryNames;
  readonly crawlers: () => CrawlerRanges;
  readonly networkOwner: NetworkOwners;
  readonly visitorOf: Asked['visitorOf'];
  /** All is stored that was received before, milliseconds UTC. */
  readonly completeUpTo: () => number;
  /** Whether this process may send: one that only collects leaves it to others. */
  readonly leads: boolean;
  readonly publicUrl: string;
  readonly allowPrivate: boolean;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => number;
  readonly everyMs?: number;
}

export interface ReportJob {
  /** Sends what is due, if this process is the one that does. */
  look(): Promise<void>;
  /** Sends the report of the last whole period. */
  send(schedule: StoredSchedule): Promise<ReportState>;
  stop(): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Longer than one report takes. */
const LEAD_FOR = 10 * MINUTE;
/** How long what is not stored yet is waited for. */
const PATIENCE = 6 * HOUR;
/** How long a mail that nobody takes is tried again. */
const GIVE_UP_AFTER = 24 * HOUR;
/** Seconds that one question may take. */
const QUESTION_SECONDS = 60;

/** Begins. */
export function startReportJob({ schedules, channels, siteById, store, caps, zones, timeZone, countryNames, crawlers, networkOwner, visitorOf, completeUpTo, leads, publicUrl, allowPrivate, log, now, everyMs = MINUTE }: ReportJobDeps): ReportJob {
  const owner = randomUUID();
  const stopping = new AbortController();
  const sitesOf = (schedule: StoredSchedule): Site[] => schedule.sites.flatMap((id) => siteById(id) ?? []);
  const zoneOf = (schedule: StoredSchedule): Zone => zones(sitesOf(schedule)[0]?.timeZone ?? timeZone);

  function askedOf(site: Site, language: string): Asked {
    const options = { signal: stopping.signal, maxSeconds: QUESTION_SECONDS, caps };
    const asked: Asked = {
      sites: [site], scope: SiteScope.of([site]), zone: zones(site.timeZone), now: now(), completeTo: null, countryNames: countryNames(language), crawlers: crawlers(), networkOwner, visitorOf, rolled: store.rolled ?? null, kept: store.rolled ?? null, numbers: store.rolled?.numbers ?? null,
      run: ({ sql, params }) => store.query(sql, params, options),
      // A report waits longer than anybody before a screen does: it counts for itself.
      build: async (_, work) => ({ told: await work(asked) }),
      stream: ({ sql, params }) => store.stream(sql, params, options),
    };
    return asked;
  }

  /** Each site by its own clock: the days are those of the date on which the report is due. */
  async function partOf(site: Site, date: string, schedule: StoredSchedule): Promise<Part> {
    const asked = askedOf(site, schedule.language);
    const { period, before } = periodsOf(date, schedule.every);
    const complete = completeUpTo();
    return {
      site: site.name, domain: site.domain, period, before, timeZone: site.timeZone, figures: await figuresOf(period, before, asked),
      completeTo: complete < Math.min(now(), asked.zone.after(period[1])) ? asked.zone.text(complete) : '',
      link: publicUrl === '' ? '' : `${publicUrl}/dashboard_info/index?${new URLSearchParams({ domain: site.domain, range: period.map((time) => time.replace(' ', 'T')).join('~') }).toString()}`,
    };
  }

  /** The mail server and who it comes from; undefined where the channel is gone. */
  async function senderOf({ channelId, url, sender }: StoredSchedule): Promise<{ readonly url: string; readonly sender: string } | undefined> {
    if (channelId === 0) return { url, sender };
    return (await channels.all()).find(({ id, kind }) => id === channelId && kind === 'email');
  }

  /** Never rejects, but when the process stops. */
  async function attempt(schedule: StoredSchedule, due: Due): Promise<ReportState> {
    const sites = sitesOf(schedule);
    if (sites.length === 0) return 'no_site';
    const from = await senderOf(schedule);
    if (from === undefined) return 'no_server';
    const date = zoneOf(schedule).text(due.at).slice(0, 10);
    const parts: Part[] = [];
    try {
      for (const site of sites) parts.push(await partOf(site, date, schedule));
    } catch (error) {
      if (!(error instanceof FootfallError) || stopping.signal.aborted) throw error;
      log.warn({ err: error, schedule: schedule.id }, 'a scheduled report could not be counted');
      return 'no_figures';
    }
    const { subject, html, text } = compose(schedule.name, schedule.language, parts);
    return sendMailFrom(from.url, { sender: from.sender, recipients: recipientsOf(schedule.recipients), subject, text, html }, now(), allowPrivate, stopping.signal);
  }

  async function handle(schedule: StoredSchedule): Promise<void> {
    const zone = zoneOf(schedule);
    const due = lastDue(schedule, zone, now());
    if (due.at <= schedule.doneUntil || schedule.nextTry > now()) return;
    if (schedule.failures > 0 && now() - due.at > GIVE_UP_AFTER) {
      await schedules.giveUp(schedule.id, due.at);
      log.warn({ schedule: schedule.id, state: schedule.lastState }, 'a scheduled report could not be sent; it is given up');
      return;
    }
    if (completeUpTo() < zone.after(due.period[1]) && now() < due.at + PATIENCE) return;
    if (!(await schedules.lead(owner, LEAD_FOR))) return;
    const state = await attempt(schedule, due);
    // Cut off by our own end: the next process does it.
    if (stopping.signal.aborted && !isReportSent(state)) return;
    await schedules.sent(schedule.id, state, daysOf(due.period), due.at);
    if (!isReportSent(state)) log.warn({ schedule: schedule.id, state }, 'a scheduled report could not be sent; it is tried again');
  }

  async function once(): Promise<void> {
    if (!leads || !(await schedules.lead(owner, LEAD_FOR))) return;
    for (const { id } of await schedules.all()) {
      if (stopping.signal.aborted) return;
      // As it is by now: the one before may have taken long.
      const schedule = await schedules.byId(id).catch(() => undefined);
      if (schedule?.enabled === true) await handle(schedule);
    }
  }

  const ticking = startTicking(everyMs, once, (error) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'scheduled reports: could not look; it is tried again');
  });

  return {
    look: () => ticking.inTurn(once),
    async send(schedule) {
      const due = lastDue({ ...schedule, hour: 0 }, zoneOf(schedule), now());
      const state = await attempt(schedule, due);
      await schedules.sent(schedule.id, state, daysOf(due.period), null);
      return state;
    },
    async stop() {
      stopping.abort();
      await ticking.stop();
    },
  };
}
