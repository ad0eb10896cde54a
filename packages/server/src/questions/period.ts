/** From what was asked to instants: the range of a question, what it is compared with, and today. */
import { type Compared as ComparedAnswer, type CompareWith, FootfallError } from '@footfall/contract';
import { addDays, civilDistance, type Zone } from './zone.js';

/** `[start, end]`, both inclusive, local text: what `query_time` is. */
export type LocalRange = readonly [start: string, end: string];

/** Instants, `to` not included. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** What the store takes for an instant. */
export const ALWAYS: TimeRange = Object.freeze({ from: Date.UTC(1900, 0, 1), to: Date.UTC(2299, 11, 31) });

export type NamedRange = 'today' | 'yesterday' | 'recently';

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** After the end of an hour: what comes later of it has what is kept counted anew. */
const OVER_MS = 5 * 60_000;
/** What came in within the last seconds is not stored yet, so "until now" need be no finer; and who asks again meanwhile asks the same. */
export const CLOCK_STEP = 10_000;
/** Source: specification 1, section 9, "recent range 7 days". */
const RECENT_DAYS = 7;

const wholeDays = (first: string, last: string): LocalRange => [`${first} 00:00:00`, `${last} 23:59:59`];

/** The hour that runs, or has just ended and may be missing some: those before it are over. A number of hours since 1970. */
export const hourOver = (now: number): number => Math.floor((now - OVER_MS) / HOUR);

/** A named range at the instant `now`. Source: specification 1, section 4, "Dashboard range buttons". */
export function namedRange(name: NamedRange, zone: Zone, now: number): LocalRange {
  const clock = zone.text(now);
  const today = addDays(clock, 0);
  if (name === 'today') return wholeDays(today, today);
  if (name === 'recently') return wholeDays(addDays(clock, 1 - RECENT_DAYS), today);
  return wholeDays(addDays(clock, -1), addDays(clock, -1));
}

/** Everything up to the end of today: what a list shows that was given no range. */
export function allTime(zone: Zone, now: number): LocalRange {
  const [, end] = namedRange('today', zone, now);
  return ['1970-01-01 00:00:00', end];
}

/** Yesterday and today, for figures that are shown side by side. */
export function lastTwoDays(zone: Zone, now: number): LocalRange {
  const clock = zone.text(now);
  return wholeDays(addDays(clock, -1), addDays(clock, 0));
}

/**
 * The instants of a local range. Time that happens twice is all in, time that never happens adds nothing.
 * @throws FootfallError `request.invalid` for a time that no calendar has
 */
export function instantsOf([start, end]: LocalRange, zone: Zone): TimeRange {
  return { from: zone.first(start), to: zone.after(end) };
}

/** The time of day that it is now, as far as what came in until then is stored: local text. */
const clockOf = (zone: Zone, now: number): string => zone.text(Math.floor(now / CLOCK_STEP) * CLOCK_STEP);

/** Yesterday up to the time of day that it is now: what today is fairly compared with. */
export function yesterdaySameTime(zone: Zone, now: number): TimeRange {
  const clock = clockOf(zone, now);
  const yesterday = addDays(clock, -1);
  const from = zone.first(`${yesterday} 00:00:00`);
  return { from, to: Math.max(from, zone.first(`${yesterday} ${clock.slice(11)}`)) };
}

/**
 * The period of the same length just before. Within one day: the same hours of the day before; whole days: as many days
 * before, so that days of 23 and 25 hours are compared with days; else the same number of milliseconds.
 */
export function periodBefore(range: LocalRange, zone: Zone): TimeRange {
  const [start, end] = range;
  const days = Math.round((civilDistance(`${start.slice(0, 10)} 00:00:00`, `${end.slice(0, 10)} 00:00:00`) + DAY) / DAY);
  const isWhole = start.endsWith('00:00:00') && end.endsWith('23:59:59');
  if (days > 1 && !isWhole) {
    const { from, to } = instantsOf(range, zone);
    return { from: from - (to - from), to: from };
  }
  return instantsOf([`${addDays(start, -days)}${start.slice(10)}`, `${addDays(end, -days)}${end.slice(10)}`], zone);
}

/** The union of ranges, ascending and without overlap, so that no row is counted twice. Empty ranges vanish. */
export function mergeRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = [];
  for (const range of ranges.filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && range.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else merged.push(range);
  }
  return merged;
}

/** A range that another is compared with. */
export interface Compared {
  readonly mode: CompareWith;
  /** All of it. */
  readonly range: TimeRange;
  /** What totals are taken of: as much of it as has passed of the other range, if that is still running. */
  readonly soFar: TimeRange;
  readonly untilNow: boolean;
}

export interface CompareInput {
  readonly compare?: CompareWith | undefined;
  readonly compare_time?: LocalRange | undefined;
}

const WEEK = 7;

/** The same weekdays before: shifted by a week, of a longer range by as many weeks as it touches. */
function weekBefore(range: LocalRange, zone: Zone): TimeRange {
  const [start, end] = range;
  const days = Math.round((civilDistance(`${start.slice(0, 10)} 00:00:00`, `${end.slice(0, 10)} 00:00:00`) + DAY) / DAY);
  const shift = -WEEK * Math.ceil(days / WEEK);
  return instantsOf([`${addDays(start, shift)}${start.slice(10)}`, `${addDays(end, shift)}${end.slice(10)}`], zone);
}

function otherRange(local: LocalRange, mode: CompareWith, input: CompareInput, zone: Zone): TimeRange {
  if (mode === 'previous') return periodBefore(local, zone);
  if (mode === 'week') return weekBefore(local, zone);
  if (input.compare_time === undefined) {
    throw new FootfallError('request.invalid', { fields: [{ path: 'compare_time', message: 'give the range to compare with' }] });
  }
  return instantsOf(input.compare_time, zone);
}

/**
 * What a range is compared with. Where the range is still running, `soFar` ends at the same time of day, as many days after its
 * start, as it is now: today is compared with yesterday up to now's time, whatever the clocks did in between.
 * @param mode what is taken when the input names none; null: nothing
 * @throws FootfallError `request.invalid`
 */
export function comparedPeriod(local: LocalRange, input: CompareInput, zone: Zone, now: number, mode: CompareWith): Compared;
export function comparedPeriod(local: LocalRange, input: CompareInput, zone: Zone, now: number, mode: null): Compared | null;
export function comparedPeriod(local: LocalRange, input: CompareInput, zone: Zone, now: number, mode: CompareWith | null): Compared | null {
  const chosen = input.compare ?? mode;
  if (chosen === null) return null;
  const range = otherRange(local, chosen, input, zone);
  const own = instantsOf(local, zone);
  if (now >= own.to) return { mode: chosen, range, soFar: range, untilNow: false };
  const start = zone.text(range.from);
  // Ranges that begin at another time of day (of several days, from the midst of one) are laid over each other by their length.
  if (start.slice(11) !== local[0].slice(11)) return soFarOf(chosen, range, range.from + Math.max(0, Math.floor(now / CLOCK_STEP) * CLOCK_STEP - own.from));
  const clock = clockOf(zone, now);
  const days = Math.round(civilDistance(`${local[0].slice(0, 10)} 00:00:00`, `${clock.slice(0, 10)} 00:00:00`) / DAY);
  return soFarOf(chosen, range, now <= own.from ? range.from : zone.first(`${addDays(start, days)} ${clock.slice(11)}`));
}

function soFarOf(mode: CompareWith, range: TimeRange, cut: number): Compared {
  return { mode, range, soFar: { from: range.from, to: Math.min(Math.max(cut, range.from), range.to) }, untilNow: true };
}

/** The contract's `compared`. */
export function comparedOf({ mode, soFar, untilNow }: Compared, zone: Zone): ComparedAnswer {
  return { mode, from: zone.text(soFar.from), to: zone.text(untilNow ? soFar.to : Math.max(soFar.from, soFar.to - 1_000)), until_now: untilNow };
}
