/** When a report is due and what it is of: by the calendar of a zone, never by counting hours. */
import type { ReportEvery } from '@footfall/contract';
import type { LocalRange } from '../questions/period.js';
import { addDays, type Zone } from '../questions/zone.js';

export interface Rhythm {
  readonly every: ReportEvery;
  /** Of `week` 1 (Monday) to 7, of `month` 1 to 28. */
  readonly day: number;
  readonly hour: number;
}

export interface Due {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly period: LocalRange;
  /** What it is compared with: the day, the seven days or the month before. */
  readonly before: LocalRange;
}

const MONDAY_FIRST = 6;
const WEEK = 7;
const midnight = (date: string): string => `${date} 00:00:00`;
const days = (date: string, num: number): string => addDays(midnight(date), num);
const range = (first: string, last: string): LocalRange => [midnight(first), `${last} 23:59:59`];

function isDay(date: string, { every, day }: Rhythm): boolean {
  if (every === 'day') return true;
  if (every === 'month') return Number(date.slice(8)) === day;
  return ((new Date(`${date}T00:00:00Z`).getUTCDay() + MONDAY_FIRST) % WEEK) + 1 === day;
}

/** The calendar month before the one of a date. */
function monthBefore(date: string): LocalRange {
  const last = days(`${date.slice(0, 7)}-01`, -1);
  return range(`${last.slice(0, 7)}-01`, last);
}

/** What a report is of that is due on a date, and what comes before that. */
export function periodsOf(date: string, every: ReportEvery): Pick<Due, 'period' | 'before'> {
  if (every === 'month') {
    const period = monthBefore(date);
    return { period, before: monthBefore(period[0].slice(0, 10)) };
  }
  const length = every === 'day' ? 1 : WEEK;
  return { period: range(days(date, -length), days(date, -1)), before: range(days(date, -2 * length), days(date, -length - 1)) };
}

const instantOn = (date: string, { hour }: Rhythm, zone: Zone): number => zone.first(`${date} ${String(hour).padStart(2, '0')}:00:00`);

/** The last that was due at an instant, or is. */
export function lastDue(rhythm: Rhythm, zone: Zone, now: number): Due {
  for (let date = zone.text(now).slice(0, 10); ; date = days(date, -1)) {
    const at = isDay(date, rhythm) ? instantOn(date, rhythm, zone) : Number.POSITIVE_INFINITY;
    if (at <= now) return { at, ...periodsOf(date, rhythm.every) };
  }
}

/** When the next is due, milliseconds UTC. */
export function nextDue(rhythm: Rhythm, zone: Zone, now: number): number {
  for (let date = zone.text(now).slice(0, 10); ; date = days(date, 1)) {
    const at = isDay(date, rhythm) ? instantOn(date, rhythm, zone) : Number.NEGATIVE_INFINITY;
    if (at > now) return at;
  }
}
