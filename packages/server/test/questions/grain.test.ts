import { describe, expect, it } from 'vitest';
import { bucketsOf, chooseGrain } from '../../src/questions/grain.js';
import { instantsOf, type LocalRange } from '../../src/questions/period.js';
import { openZone } from '../../src/questions/zone.js';

describe('chooseGrain', () => {
  it.each<[string, 'hour' | 'day' | undefined, LocalRange, 'hour' | 'day']>([
    ['an hour', undefined, ['2026-01-01 10:00:00', '2026-01-01 10:59:59'], 'hour'],
    ['two days', undefined, ['2026-01-01 00:00:00', '2026-01-02 23:59:59'], 'hour'],
    ['two days of which one has 25 hours', undefined, ['2026-10-24 00:00:00', '2026-10-25 23:59:59'], 'hour'],
    ['a second more than two days', undefined, ['2026-01-01 00:00:00', '2026-01-03 00:00:00'], 'day'],
    ['a month by hour, as asked', 'hour', ['2026-01-01 00:00:00', '2026-01-31 23:59:59'], 'hour'],
    ['a day by day, as asked', 'day', ['2026-01-01 00:00:00', '2026-01-01 23:59:59'], 'day'],
    ['92 days by hour', 'hour', ['2026-01-01 00:00:00', '2026-04-02 23:59:59'], 'hour'],
    ['93 days by hour: more than any chart shows', 'hour', ['2026-01-01 00:00:00', '2026-04-03 23:59:59'], 'day'],
  ])('%s', (_, asked, range, expected) => {
    expect(chooseGrain(asked, range)).toBe(expected);
  });

  it('refuses more than ten years', () => {
    expect(chooseGrain('day', ['2016-01-01 00:00:00', '2025-12-31 23:59:59'])).toBe('day');
    expect(() => chooseGrain('day', ['2010-01-01 00:00:00', '2026-12-31 23:59:59'])).toThrow(expect.objectContaining({ errorName: 'request.invalid' }) as Error);
  });
});

describe('bucketsOf', () => {
  const zone = openZone('America/Sao_Paulo');

  it('gives hours end to end', () => {
    const range = instantsOf(['2018-11-03 22:30:00', '2018-11-04 02:10:00'], zone);
    const buckets = bucketsOf(range, 'hour', zone);
    expect(buckets.map((bucket) => bucket.key)).toEqual(['2018-11-03 22:00:00', '2018-11-03 23:00:00', '2018-11-04 01:00:00', '2018-11-04 02:00:00']);
    for (const [i, bucket] of buckets.entries()) expect(buckets[i + 1]?.at ?? bucket.at + 3_600_000).toBe(bucket.end);
  });

  it('names a day by its midnight even where that was skipped', () => {
    const range = instantsOf(['2018-11-03 00:00:00', '2018-11-04 23:59:59'], zone);
    expect(bucketsOf(range, 'day', zone)).toEqual([
      { at: Date.parse('2018-11-03T03:00:00Z'), end: Date.parse('2018-11-04T03:00:00Z'), key: '2018-11-03 00:00:00' },
      { at: Date.parse('2018-11-04T03:00:00Z'), end: Date.parse('2018-11-05T02:00:00Z'), key: '2018-11-04 00:00:00' },
    ]);
  });

  it('gives nothing for no time', () => {
    expect(bucketsOf({ from: 5, to: 5 }, 'hour', zone)).toEqual([]);
  });
});
