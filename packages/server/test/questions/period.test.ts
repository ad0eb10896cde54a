import { describe, expect, it } from 'vitest';
import { comparedPeriod, instantsOf, lastTwoDays, mergeRanges, namedRange, periodBefore, yesterdaySameTime, type LocalRange } from '../../src/questions/period.js';
import { openZone } from '../../src/questions/zone.js';

const berlin = openZone('Europe/Berlin');
const shanghai = openZone('Asia/Shanghai');
const text = ({ from, to }: { from: number; to: number }, zone = berlin): string[] => [zone.text(from), zone.text(to)];

describe('named ranges', () => {
  const now = Date.parse('2026-03-01T16:30:00Z'); // 00:30 on March 2nd in Shanghai

  it.each([
    ['today', ['2026-03-02 00:00:00', '2026-03-02 23:59:59']],
    ['yesterday', ['2026-03-01 00:00:00', '2026-03-01 23:59:59']],
    ['recently', ['2026-02-24 00:00:00', '2026-03-02 23:59:59']],
  ] as const)('%s is cut where the site is', (name, range) => {
    expect(namedRange(name, shanghai, now)).toEqual(range);
  });

  it('gives yesterday and today', () => {
    expect(lastTwoDays(shanghai, now)).toEqual(['2026-03-01 00:00:00', '2026-03-02 23:59:59']);
  });

  it('gives yesterday up to the time of day that it is now', () => {
    expect(text(yesterdaySameTime(shanghai, now), shanghai)).toEqual(['2026-03-01 00:00:00', '2026-03-01 00:30:00']);
  });

  it('gives yesterday to ten seconds, so that who asks again meanwhile asks the same', () => {
    for (const [second, end] of [['00.000', '00'], ['09.999', '00'], ['10.000', '10'], ['57.300', '50']] as const) {
      const at = Date.parse(`2026-03-01T16:30:${second}Z`);
      expect(text(yesterdaySameTime(shanghai, at), shanghai)[1]).toBe(`2026-03-01 00:30:${end}`);
      const today = namedRange('today', shanghai, at);
      expect(shanghai.text(comparedPeriod(today, {}, shanghai, at, 'previous').soFar.to)).toBe(`2026-03-01 00:30:${end}`);
    }
  });

  it('gives yesterday up to where the clocks jumped, when now did not exist yesterday', () => {
    const range = yesterdaySameTime(berlin, Date.parse('2026-03-30T00:30:00Z'));
    expect(new Date(range.to).toISOString()).toBe('2026-03-29T01:00:00.000Z');
  });
});

describe('instantsOf', () => {
  it('includes the last second', () => {
    expect(instantsOf(['2026-06-01 10:00:00', '2026-06-01 10:00:00'], shanghai)).toEqual({ from: Date.parse('2026-06-01T02:00:00Z'), to: Date.parse('2026-06-01T02:00:01Z') });
  });

  it('is 25 hours long on the day that the clocks are set back', () => {
    const { from, to } = instantsOf(['2026-10-25 00:00:00', '2026-10-25 23:59:59'], berlin);
    expect((to - from) / 3_600_000).toBe(25);
  });
});

describe('periodBefore', () => {
  it.each<[string, LocalRange, [string, string]]>([
    ['a whole day: the day before', ['2026-10-25 00:00:00', '2026-10-25 23:59:59'], ['2026-10-24 00:00:00', '2026-10-25 00:00:00']],
    ['the day after a long one: the whole long day', ['2026-10-26 00:00:00', '2026-10-26 23:59:59'], ['2026-10-25 00:00:00', '2026-10-26 00:00:00']],
    ['hours of a day: the same hours of the day before', ['2026-10-26 08:00:00', '2026-10-26 11:59:59'], ['2026-10-25 08:00:00', '2026-10-25 12:00:00']],
    ['whole days: as many days before', ['2026-10-19 00:00:00', '2026-10-25 23:59:59'], ['2026-10-12 00:00:00', '2026-10-19 00:00:00']],
    ['months: as many days', ['2026-03-01 00:00:00', '2026-03-31 23:59:59'], ['2026-01-29 00:00:00', '2026-03-01 00:00:00']],
    // 25 h of clock and 26 h of time, since the clocks are set back in between.
    ['anything else: as long, ending where it begins', ['2026-10-24 23:30:00', '2026-10-26 00:29:59'], ['2026-10-23 21:30:00', '2026-10-24 23:30:00']],
  ])('%s', (_, range, expected) => {
    expect(text(periodBefore(range, berlin))).toEqual(expected);
  });
});

describe('mergeRanges', () => {
  it('joins what overlaps or touches, keeps what does not, drops what is empty', () => {
    const range = (from: number, to: number): { from: number; to: number } => ({ from, to });
    expect(mergeRanges([range(5, 9), range(1, 3), range(3, 4), range(8, 12), range(20, 20)])).toEqual([range(1, 4), range(5, 12)]);
    expect(mergeRanges([range(1, 10), range(2, 3)])).toEqual([range(1, 10)]);
    expect(mergeRanges([])).toEqual([]);
  });
});
