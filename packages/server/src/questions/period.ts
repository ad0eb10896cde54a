/** From what was asked to instants: the range of a question, what it is compared with, and today. */
import { addDays, civilDistance, type Zone } from './zone.js';

/** `[start, end]`, both inclusive, local text: what `query_time` is. */
export type LocalRange = readonly [start: string, end: string];

/** Instants, `to` not included. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export type NamedRange = 'today' | 'yesterday' | 'recently';

const DAY = 86_400_000;
/** Source: specification 1, section 9, "recent range 7 days". */
const RECENT_DAYS = 7;

const wholeDays = (first: string, last: string): LocalRange => [`${first} 00:00:00`, `${last} 23:59:59`];

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

/** Yesterday up to the time of day that it is now: what today is fairly compared with. */
export function yesterdaySameTime(zone: Zone, now: number): TimeRange {
  const clock = zone.text(now);
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
