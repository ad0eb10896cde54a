import { describe, expect, it } from 'vitest';
import { grainOf, includesNow, parseRange, type RangeToken, rangeText, resolveRange, sameRange } from '../../src/lib/range';

/** 20:15:30 in Shanghai, 07:15:30 in New York, 17:45:30 in Kolkata. */
const NOW = Date.UTC(2026, 10, 21, 12, 15, 30);
const token = (name: RangeToken) => ({ token: name });

describe('resolveRange', () => {
  it.each<[RangeToken, string, string]>([
    ['today', '2026-11-21 00:00:00', '2026-11-21 23:59:59'],
    ['yesterday', '2026-11-20 00:00:00', '2026-11-20 23:59:59'],
    // "start six days back at midnight, end today 23:59:59"
    ['recently', '2026-11-15 00:00:00', '2026-11-21 23:59:59'],
    ['24h', '2026-11-20 21:00:00', '2026-11-21 20:59:59'],
    ['7d', '2026-11-14 21:00:00', '2026-11-21 20:59:59'],
    ['3d', '2026-11-19 00:00:00', '2026-11-21 23:59:59'],
    ['31d', '2026-10-22 00:00:00', '2026-11-21 23:59:59'],
    ['30d', '2026-10-23 00:00:00', '2026-11-21 23:59:59'],
    ['90d', '2026-08-24 00:00:00', '2026-11-21 23:59:59'],
  ])('%s in Shanghai', (name, start, end) => {
    expect(resolveRange(token(name), NOW, 'Asia/Shanghai')).toEqual([start, end]);
  });

  it('counts days where the site is, not where the reader is', () => {
    const late = Date.UTC(2026, 10, 21, 17, 0, 0);
    expect(resolveRange(token('today'), late, 'Asia/Shanghai')[0]).toBe('2026-11-22 00:00:00');
    expect(resolveRange(token('today'), late, 'America/New_York')[0]).toBe('2026-11-21 00:00:00');
  });

  it('starts hours on the full hour of a half-hour zone', () => {
    expect(resolveRange(token('24h'), NOW, 'Asia/Kolkata')).toEqual(['2026-11-20 18:00:00', '2026-11-21 17:59:59']);
  });

  it('goes back 24 real hours over a change of clocks', () => {
    const noon = Date.UTC(2026, 2, 8, 16, 0, 0);
    expect(resolveRange(token('24h'), noon, 'America/New_York')).toEqual(['2026-03-07 12:00:00', '2026-03-08 12:59:59']);
  });

  it('stays the same while the hour runs, so that the question does', () => {
    expect(resolveRange(token('24h'), NOW + 44 * 60_000, 'Asia/Shanghai')).toEqual(resolveRange(token('24h'), NOW, 'Asia/Shanghai'));
  });

  it('leaves fixed times alone', () => {
    expect(resolveRange({ start: '2026-01-02 03:04:05', end: '2026-01-03 00:00:00' }, NOW, 'UTC')).toEqual(['2026-01-02 03:04:05', '2026-01-03 00:00:00']);
  });
});

describe('the address', () => {
  it('keeps words as words and times as times', () => {
    for (const text of ['yesterday', '90d', '2026-11-01T00:00:00~2026-11-02T23:59:59']) expect(rangeText(parseRange(text))).toBe(text);
    expect(parseRange('2026-11-01T00:00:00~2026-11-02T23:59:59')).toEqual({ start: '2026-11-01 00:00:00', end: '2026-11-02 23:59:59' });
  });

  it.each([null, '', 'tomorrow', '2026-11-02T00:00:00~2026-11-01T00:00:00', '2026-11-01T00:00:00', '2026-02-30T00:00:00~2026-03-01T00:00:00', 'a~b~c'])('falls back on %s', (text) => {
    expect(parseRange(text)).toEqual({ token: 'today' });
  });

  it('tells wishes apart', () => {
    expect(sameRange(token('today'), token('today'))).toBe(true);
    expect(sameRange(token('today'), { start: '2026-11-21 00:00:00', end: '2026-11-21 23:59:59' })).toBe(false);
  });
});

describe('grainOf', () => {
  it.each<[RangeToken, string]>([['today', 'hour'], ['24h', 'hour'], ['7d', 'hour'], ['recently', 'day'], ['30d', 'day']])('%s by the %s', (name, grain) => {
    expect(grainOf(token(name), resolveRange(token(name), NOW, 'UTC'))).toBe(grain);
  });

  it('draws a fixed range by its length', () => {
    const range = (end: string) => ({ start: '2026-11-01 00:00:00', end });
    expect(grainOf(range('2026-11-02 23:59:59'), ['2026-11-01 00:00:00', '2026-11-02 23:59:59'])).toBe('hour');
    expect(grainOf(range('2026-11-09 00:00:00'), ['2026-11-01 00:00:00', '2026-11-09 00:00:00'])).toBe('day');
  });
});

describe('includesNow', () => {
  it('is what decides on refreshing', () => {
    expect(includesNow(resolveRange(token('today'), NOW, 'Asia/Tokyo'), NOW, 'Asia/Tokyo')).toBe(true);
    expect(includesNow(resolveRange(token('yesterday'), NOW, 'Asia/Tokyo'), NOW, 'Asia/Tokyo')).toBe(false);
    expect(includesNow(['2026-11-21 00:00:00', '2026-11-21 12:00:00'], NOW, 'UTC')).toBe(false);
  });
});
