/** When a report is due and what it is of, over months, leap years and changed clocks. */
import { describe, expect, it } from 'vitest';
import { openZone } from '../../src/questions/zone.js';
import { lastDue, nextDue } from '../../src/reports/due.js';

const SHANGHAI = openZone('Asia/Shanghai');
const BERLIN = openZone('Europe/Berlin');
const day = (first: string, last = first) => [`${first} 00:00:00`, `${last} 23:59:59`];

describe('a report is of', () => {
  it.each([
    ['every day at 8', SHANGHAI, { every: 'day', day: 1, hour: 8 }, '2026-11-20 08:00:00', '2026-11-20 08:00:00', day('2026-11-19'), day('2026-11-18'), '2026-11-21 08:00:00'],
    ['every day, before its hour', SHANGHAI, { every: 'day', day: 1, hour: 8 }, '2026-11-20 07:59:59', '2026-11-19 08:00:00', day('2026-11-18'), day('2026-11-17'), '2026-11-20 08:00:00'],
    ['every Monday, on a Friday', SHANGHAI, { every: 'week', day: 1, hour: 8 }, '2026-11-20 12:00:00', '2026-11-16 08:00:00', day('2026-11-09', '2026-11-15'), day('2026-11-02', '2026-11-08'), '2026-11-23 08:00:00'],
    ['every Sunday, on that Sunday', SHANGHAI, { every: 'week', day: 7, hour: 0 }, '2026-11-22 00:00:00', '2026-11-22 00:00:00', day('2026-11-15', '2026-11-21'), day('2026-11-08', '2026-11-14'), '2026-11-29 00:00:00'],
    ['every month, in March of a leap year', SHANGHAI, { every: 'month', day: 1, hour: 6 }, '2028-03-01 06:00:00', '2028-03-01 06:00:00', day('2028-02-01', '2028-02-29'), day('2028-01-01', '2028-01-31'), '2028-04-01 06:00:00'],
    ['every month on the 28th, in January', SHANGHAI, { every: 'month', day: 28, hour: 6 }, '2027-01-27 12:00:00', '2026-12-28 06:00:00', day('2026-11-01', '2026-11-30'), day('2026-10-01', '2026-10-31'), '2027-01-28 06:00:00'],
    ['every day at an hour that the clocks leave out', BERLIN, { every: 'day', day: 1, hour: 2 }, '2026-03-29 12:00:00', '2026-03-29 03:00:00', day('2026-03-28'), day('2026-03-27'), '2026-03-30 02:00:00'],
    ['every day at an hour that comes twice: the first of them', BERLIN, { every: 'day', day: 1, hour: 2 }, '2026-10-25 12:00:00', '2026-10-25 02:00:00', day('2026-10-24'), day('2026-10-23'), '2026-10-26 02:00:00'],
  ] as const)('%s', (_name, zone, rhythm, now, at, period, before, next) => {
    const instant = zone.first(now);
    const due = lastDue(rhythm, zone, instant);
    expect({ ...due, at: zone.text(due.at), next: zone.text(nextDue(rhythm, zone, instant)) }).toEqual({ at, period, before, next });
    // What is due next is due then, and not a millisecond before.
    const then = nextDue(rhythm, zone, instant);
    expect(lastDue(rhythm, zone, then).at).toBe(then);
    expect(lastDue(rhythm, zone, then - 1).at).toBe(due.at);
  });
});
