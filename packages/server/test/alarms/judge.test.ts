/** Whether a condition holds, by numbers alone; the usual is what the same hours of the week had in four weeks. */
import { describe, expect, it } from 'vitest';
import { errorBurst, isWithin, lagging, shortOfDisk, silence, surge, windowsOf } from '../../src/alarms/judge.js';
import { openZone } from '../../src/questions/zone.js';

const QUIET = { minimum: 40, percent: 5 };
const HIGH = { minimum: 500, times: 5 };

describe('silence', () => {
  it.each([
    ['nothing where there is much', 0, [100, 110, 90, 105], { value: 0, expected: 100 }],
    ['five of a hundred are five percent', 5, [100, 110, 90, 105], { value: 5, expected: 100 }],
    ['six are more', 6, [100, 110, 90, 105], null],
    ['fewer than the minimum is no ground', 0, [39, 39, 39, 39], null],
    ['one week without counts for nothing', 0, [100, 0, 100, 100], { value: 0, expected: 100 }],
    ['two weeks without: who knows what is usual', 0, [100, 0, 0, 100], null],
    ['not in the first three weeks', 0, [100, 100], null],
    ['three weeks are enough', 0, [100, 100, 100], { value: 0, expected: 100 }],
    ['nobody ever came', 0, [], null],
  ] as const)('%s', (_name, now, weeks, expected) => {
    expect(silence({ now, weeks }, QUIET)).toEqual(expected);
  });
});

describe('a surge', () => {
  it.each([
    ['five times the usual', 500, [100, 90, 100, 110], true, { value: 500, expected: 100 }],
    ['a little less', 499, [100, 90, 100, 110], true, null],
    ['one week of a sale hides none', 600, [100, 100, 100, 5_000], true, { value: 600, expected: 100 }],
    ['two weeks of it are usual', 600, [100, 100, 5_000, 5_000], true, null],
    ['far more than a little is still little', 80, [1, 1, 1, 1], true, null],
    ['at an hour in which nobody came', 700, [], true, { value: 700, expected: 0 }],
    ['a site that is new', 700, [], false, null],
  ] as const)('%s', (_name, now, weeks, known, expected) => {
    expect(surge({ now, weeks }, known, HIGH)).toEqual(expected);
  });
});

it.each([
  [{ failed: 60, answered: 100 }, { failed: 4, answered: 400 }, { value: 60, expected: 100 }],
  [{ failed: 49, answered: 50 }, { failed: 0, answered: 400 }, null],
  [{ failed: 60, answered: 300 }, { failed: 0, answered: 400 }, null],
  [{ failed: 60, answered: 100 }, { failed: 160, answered: 400 }, null],
  [{ failed: 60, answered: 100 }, { failed: 0, answered: 0 }, { value: 60, expected: 100 }],
] as const)('errors %j after %j: %j', (now, before, expected) => {
  expect(errorBurst(now, before, { minimum: 50, percent: 30 })).toEqual(expected);
});

it('the server itself', () => {
  expect([shortOfDisk({ free: 99, total: 1_000 }, { percent: 10 }), shortOfDisk({ free: 100, total: 1_000 }, { percent: 10 }), shortOfDisk({ free: 0, total: 0 }, { percent: 10 })]).toEqual([{ value: 9.9, expected: 10 }, null, null]);
  expect([lagging(600_000, { minutes: 10 }), lagging(599_999, { minutes: 10 })]).toEqual([{ value: 10, expected: 10 }, null]);
});

it('hours of the week are those of the clock on the wall, also where it is set back', () => {
  const berlin = openZone('Europe/Berlin');
  // Tuesday after the clocks were set back on 2026-10-25.
  const windows = windowsOf(Date.UTC(2026, 9, 27, 13), 2, berlin);
  expect(windows.map(({ from, to }) => `${berlin.text(from)} ${berlin.text(to).slice(11)}`)).toEqual(['2026-09-29', '2026-10-06', '2026-10-13', '2026-10-20', '2026-10-27'].map((day) => `${day} 12:00:00 14:00:00`));
});

it.each([[1_320, 420, [[1_319, false], [1_320, true], [0, true], [419, true], [420, false]]], [60, 120, [[59, false], [60, true], [119, true], [120, false]]], [60, 60, [[60, false]]]] as const)('quiet from %i to %i', (from, to, minutes) => {
  for (const [minute, expected] of minutes) expect([minute, isWithin(minute, { from, to })]).toEqual([minute, expected]);
});
