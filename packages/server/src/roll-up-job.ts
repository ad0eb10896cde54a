/**
 * Rolls the hours of busy sites up, in the background, the newest first. What is not rolled up is counted, so nothing waits for it: it rests
 * longer than it works, and a failure is tried again with the next round.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Zone } from './questions/zone.js';
import type { Warehouse } from './warehouse/client.js';
import type { BusySite, RollUps } from './warehouse/rolled/roll-up.js';
import type { RolledHours } from './warehouse/rolled/rolled-hours.js';
import { hoursOf, type Span, SpanSet } from './warehouse/rolled/span-set.js';

export interface RollUpJobOptions {
  readonly rollUps: RollUps;
  readonly rolled: Pick<RolledHours, 'has' | 'spansAt' | 'valuesAt' | 'setFirst' | 'load' | 'rows' | 'removeNumbers' | 'removeValues'>;
  /** The zone of a site, whose days and months are added up. */
  readonly zoneOf: (siteId: number) => Zone;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly log: Logger;
  /** Visits from which on a site is busy: fewer are counted at once. */
  readonly busy?: number;
  /** Hours for which a day stays added up by value when its month is. */
  readonly valuesByDay?: number;
}

export interface RollUpJob {
  /** Begins to, in the background. */
  start(): void;
  /** Rolls everything up that is over, without rest. @throws as the store does */
  run(): Promise<void>;
  /** Ends after the step under way. */
  stop(): Promise<void>;
}

const HOUR = 3_600_000;
const EVERY_MS = 30_000;
/** Times as long as a step took. */
const REST = 2;
/** Visits that make a site worth it; and a question: so many are counted in the time that it takes to look up who came in the running hour (docs/performance.md). */
const BUSY = 300_000;
/** An hour is over when visits of it have come in, but for those that are late. */
const OVER_MS = 5 * 60_000;
const SITES_EVERY = 6 * HOUR;
/** Numbers of whom a rule took everything, or an erasure that did not come to its end. */
const TIDY_EVERY = 24 * HOUR;
/** Rows of a part of numbers from which on looking somebody up there takes as long as in the largest. */
const LARGE_PART = 100_000;
/** Hours that are looked at together, and visits that one step adds up. */
const LOOK = 31 * 24;
const STEP_VISITS = 300_000;
const STEP_HOURS = 744;
/** Days that are added up together; months are added up one by one. */
const STEP_DAYS = 31;
/** Visits that one step adds up by value. */
const STEP_VALUES = 1_000_000;

/** Hours that a span counts, at most. */
const MOST_HOURS = 65_535;

/** Ranges of days end now, and many values take room. */
const VALUES_BY_DAY = 93 * 24;

function* stepsOf(spans: readonly Span[], most: number): Generator<readonly Span[]> {
  for (let i = 0; i < spans.length; i += most) yield spans.slice(i, i + most);
}

const sumOf = (spans: readonly Span[]): number => spans.reduce((sum, { hours }) => sum + hours, 0);

/** Begins, where hours are rolled up at all. @returns what ends it */
export function startRollUps({ rolled, rollUps }: Pick<Warehouse, 'rolled' | 'rollUps'>, options: Pick<RollUpJobOptions, 'zoneOf' | 'now' | 'log'>): () => Promise<void> {
  if (rolled === null || rollUps === null) return () => Promise.resolve();
  const job = createRollUpJob({ rolled, rollUps, ...options });
  job.start();
  return () => job.stop();
}

export function createRollUpJob({ rollUps, rolled, zoneOf, now, log, busy = BUSY, valuesByDay = VALUES_BY_DAY }: RollUpJobOptions): RollUpJob {
  const stopping = new AbortController();
  const { signal } = stopping;
  let sites: readonly BusySite[] = [];
  let sitesAt = Number.NEGATIVE_INFINITY;
  let loop: Promise<void> = Promise.resolve();
  let failing = false;
  let tidyAt = now() + HOUR;

  async function knowSites(): Promise<void> {
    if (now() - sitesAt < SITES_EVERY) return;
    await rolled.load();
    sites = await rollUps.busySites(busy);
    for (const { siteId, first, visits } of sites) rolled.setFirst(siteId, first, Math.ceil(busy / (visits / Math.max(1, Math.floor(now() / HOUR) - first))));
    sitesAt = now();
  }

  /** The newest hours of a site that are not rolled up and make a step, ascending. */
  async function nextHours({ siteId, first }: BusySite, before: number): Promise<number[]> {
    const missing: number[] = [];
    for (let hour = before - 1; hour >= first && missing.length < LOOK; hour -= 1) if (!rolled.has(siteId, hour)) missing.push(hour);
    const [newest] = missing;
    if (newest === undefined) return [];
    const near = missing.filter((hour) => hour > newest - LOOK);
    const visits = await rollUps.visitsOf(siteId, near.at(-1) ?? newest, newest + 1);
    const step: number[] = [];
    let total = 0;
    for (const hour of near) {
      total += visits.get(hour) ?? 0;
      if (step.length > 0 && (total > STEP_VISITS || step.length >= STEP_HOURS)) break;
      step.push(hour);
    }
    return step.toReversed();
  }

  /** Days and months of a site that are over and rolled up, hour by hour, ascending. */
  function rolledSpans({ siteId, first }: BusySite): { readonly days: readonly Span[]; readonly months: readonly Span[]; readonly today: number } {
    const zone = zoneOf(siteId);
    // The first day and month of a site begin with its first visit.
    const days = zone.days(first * HOUR, now()).map((day) => Math.max(day, first * HOUR));
    const months = days.filter((day, i) => zone.text(day).slice(0, 7) !== zone.text(days[i - 1] ?? 0).slice(0, 7));
    const over = (starts: readonly number[]): Span[] => starts.slice(0, -1).flatMap((start, i): Span[] => {
      const span = { first: start / HOUR, hours: ((starts[i + 1] ?? start) - start) / HOUR };
      const isWhole = Number.isInteger(span.first) && Number.isInteger(span.hours) && span.hours > 0;
      return isWhole && hoursOf(span).every((hour) => rolled.has(siteId, hour)) ? [span] : [];
    });
    return { days: over(days), months: over(months), today: Math.ceil((days.at(-1) ?? now()) / HOUR) };
  }

  /** Those that are not yet added up: in steps. */
  function* spansToAdd(site: BusySite): Generator<readonly Span[]> {
    const { days, months } = rolledSpans(site);
    const due = (spans: readonly Span[]): Span[] => spans.filter((span) => !rolled.spansAt(site.siteId, span.first).includes(span.hours));
    yield* stepsOf(due(days), STEP_DAYS);
    for (const month of due(months)) yield [month];
  }

  /** All days that are over as one span by value, from the longest that there are; it takes the place of the one before, and is made once a day. */
  async function addHistory({ siteId, first }: BusySite, { days, months, today }: ReturnType<typeof rolledSpans>, step: (work: () => Promise<unknown>) => Promise<void>): Promise<void> {
    const all = { first, hours: today - first };
    const parts: Span[] = [];
    for (let at = first; at < today; ) {
      const hours = rolled.valuesAt(siteId, at).find((length) => at + length <= today);
      if (hours === undefined) return;
      parts.push({ first: at, hours });
      at += hours;
    }
    if (parts.length > 1 && all.hours <= MOST_HOURS) await step(() => rollUps.joinValues(siteId, all, parts, signal));
    // Where it could not be made the one before stays.
    if (!rolled.valuesAt(siteId, first).includes(all.hours)) return;
    const known = new SpanSet();
    for (const span of [...days, ...months, all]) known.add(span);
    const firsts = new Set([first, ...days.map((day) => day.first)]);
    const former = [...firsts].flatMap((at) => rolled.valuesAt(siteId, at).map((hours) => ({ first: at, hours }))).filter((span) => span.hours > 1 && !known.has(span));
    if (former.length > 0 && !signal.aborted) await rolled.removeValues(siteId, former);
  }

  /** Adds them up by value, and hours of the running day until it is over. @param step does one, with a rest after it */
  async function addValues(site: BusySite, before: number, step: (work: () => Promise<unknown>) => Promise<void>): Promise<void> {
    const { siteId, first, visits } = site;
    const spans = rolledSpans(site);
    const { days, months, today } = spans;
    const isDue = (span: Span): boolean => !rolled.valuesAt(siteId, span.first).includes(span.hours);
    const isPast = ({ first: hour }: Span): boolean => hour < today - valuesByDay && months.some((month) => !isDue(month) && hour >= month.first && hour < month.first + month.hours);
    const perDay = (24 * visits) / Math.max(1, before - first);
    for (const some of stepsOf(days.filter((day) => isDue(day) && !isPast(day)), Math.min(STEP_DAYS, Math.max(1, Math.floor(STEP_VALUES / perDay))))) await step(() => rollUps.addValues(siteId, some, signal));
    for (const month of months.filter(isDue)) {
      const parts = days.filter((day) => day.first >= month.first && day.first < month.first + month.hours && !isDue(day));
      if (sumOf(parts) === month.hours) await step(() => rollUps.joinValues(siteId, month, parts, signal));
    }
    const hours = (from: number, to: number): Span[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ first: from + i, hours: 1 }));
    await step(() => rollUps.addValues(siteId, hours(today, before).filter((hour) => rolled.has(siteId, hour.first) && isDue(hour)), signal));
    const added = days.filter((day) => !isDue(day));
    const done = [...added.flatMap((day) => hours(day.first, day.first + day.hours)).filter((hour) => !isDue(hour)), ...added.filter(isPast)];
    if (done.length > 0 && !signal.aborted) await rolled.removeValues(siteId, done);
    await addHistory(site, spans, step);
  }

  /** Rolls up what is over. @param rest milliseconds after so many of work */
  async function round(rest: (worked: number) => Promise<void>): Promise<void> {
    await knowSites();
    for (const site of sites) {
      // What a change holds back is left for the next round.
      for (let before = Math.floor((now() - OVER_MS) / HOUR); !signal.aborted; ) {
        const begun = performance.now();
        const hours = await nextHours(site, before);
        const [oldest] = hours;
        if (oldest === undefined) break;
        await rollUps.rollUp(site.siteId, hours, signal);
        before = oldest;
        await rest(performance.now() - begun);
      }
      for (const spans of spansToAdd(site)) {
        if (signal.aborted) break;
        const begun = performance.now();
        await rollUps.addUp(site.siteId, spans, signal);
        await rest(performance.now() - begun);
      }
      await addValues(site, Math.floor((now() - OVER_MS) / HOUR), async (work) => {
        if (signal.aborted) return;
        const begun = performance.now();
        await work();
        await rest(performance.now() - begun);
      });
    }
    for (const numbers of await rolled.rows.scattered(LARGE_PART)) {
      if (signal.aborted) return;
      const begun = performance.now();
      await rolled.rows.merge(numbers);
      await rest(performance.now() - begun);
    }
    if (now() < tidyAt) return;
    for (const { siteId } of sites) if (!signal.aborted) await rolled.removeNumbers([siteId]);
    tidyAt = now() + TIDY_EVERY;
  }

  const pause = async (ms: number): Promise<void> => {
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  };

  async function forever(): Promise<void> {
    while (!signal.aborted) {
      try {
        await round((worked) => pause(REST * worked));
        failing = false;
      } catch (error) {
        log[failing || signal.aborted ? 'debug' : 'warn']({ err: error }, 'hours could not be rolled up; it is tried again');
        failing = true;
      }
      await pause(EVERY_MS);
    }
  }

  return {
    start() {
      loop = forever();
    },
    run: () => round(() => Promise.resolve()),
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}
