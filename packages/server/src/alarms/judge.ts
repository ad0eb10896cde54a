/**
 * Whether something is wrong, by numbers alone.
 *
 * What is usual is told by the same hours of the week in the WEEKS weeks before. Silence is measured by the second smallest of those counts, a surge by the
 * second largest: one odd week, in either direction, neither makes an alarm nor hides one.
 */
import type { TimeRange } from '../questions/period.js';
import { addDays, type Zone } from '../questions/zone.js';

export const WEEKS = 4;
const HOUR = 3_600_000;

/** Counts of the hours looked at, and of the same hours in the weeks before, in any order. */
export interface Counts {
  readonly now: number;
  readonly weeks: readonly number[];
}

/** What was found: the number that is wrong, and what it is measured by. */
export interface Finding {
  readonly value: number;
  readonly expected: number;
}

/**
 * The hours that end at an instant, and the same hours by the local clock in the weeks before: ascending, so the last is now.
 * @param end milliseconds UTC
 */
export function windowsOf(end: number, hours: number, zone: Pick<Zone, 'text' | 'first'>): TimeRange[] {
  const local = zone.text(end);
  return Array.from({ length: WEEKS + 1 }, (_, i) => {
    const back = WEEKS - i;
    const to = back === 0 ? end : zone.first(`${addDays(local, -7 * back)}${local.slice(10)}`);
    return { from: to - hours * HOUR, to };
  });
}

const ranked = ({ weeks }: Counts, fromSmallest: number): number => [...weeks, ...Array.from({ length: WEEKS - weeks.length }, () => 0)].toSorted((a, b) => a - b)[fromSmallest] ?? 0;

/** Next to nothing where there is usually something. A week without any counts as 0, so nobody is missed in his first three weeks. */
export function silence(counts: Counts, rule: { readonly minimum: number; readonly percent: number }): Finding | null {
  const expected = ranked(counts, 1);
  return expected >= rule.minimum && counts.now <= (expected * rule.percent) / 100 ? { value: counts.now, expected } : null;
}

/** Far more than usual. @param known whether it was there long enough for the weeks before to say what is usual */
export function surge(counts: Counts, known: boolean, rule: { readonly minimum: number; readonly times: number }): Finding | null {
  const expected = ranked(counts, WEEKS - 2);
  return known && counts.now >= rule.minimum && counts.now >= expected * rule.times ? { value: counts.now, expected } : null;
}

/** Answers with a status, and how many of them were failures. */
export interface Answers {
  readonly failed: number;
  readonly answered: number;
}

const shareOf = ({ failed, answered }: Answers): number => (answered === 0 ? 0 : failed / answered);

/** Many failures, a large share of all answers, and at least twice the share that is usual: a crawler that always asks for what is gone is no news. */
export function errorBurst(now: Answers, before: Answers, rule: { readonly minimum: number; readonly percent: number }): Finding | null {
  const share = shareOf(now);
  return now.failed >= rule.minimum && share * 100 >= rule.percent && share >= 2 * shareOf(before) ? { value: now.failed, expected: now.answered } : null;
}

/** Room on the disk. */
export function shortOfDisk({ free, total }: { readonly free: number; readonly total: number }, rule: { readonly percent: number }): Finding | null {
  const share = total === 0 ? 100 : (100 * free) / total;
  return share < rule.percent ? { value: Math.floor(share * 10) / 10, expected: rule.percent } : null;
}

/** @param waiting milliseconds that the oldest of what came in has waited to be stored */
export function lagging(waiting: number, rule: { readonly minutes: number }): Finding | null {
  const minutes = Math.floor(waiting / 60_000);
  return minutes >= rule.minutes ? { value: minutes, expected: rule.minutes } : null;
}

/** Whether a minute of the day is within hours that may go past midnight; equal ends are no hours at all. */
export function isWithin(minute: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
