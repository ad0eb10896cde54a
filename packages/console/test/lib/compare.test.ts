import { describe, expect, it } from 'vitest';
import { compareInput, compareText, parseCompare } from '../../src/lib/compare';
import { isOneDay, spanText } from '../../src/lib/span-text';
import { comparedInput, countryOf, deviceOf } from '../../src/widgets/use-screen-filter';

describe('the comparison in the address', () => {
  it('keeps words as words and days as times', () => {
    for (const text of ['previous', 'week', 'off', '2026-11-01T00:00:00~2026-11-02T23:59:59']) expect(compareText(parseCompare(text))).toBe(text);
  });

  it.each([null, '', 'yesterday', '2026-11-02T00:00:00~2026-11-01T00:00:00', '2026-02-30T00:00:00~2026-03-01T00:00:00', 'off~off'])('falls back on %s', (text) => {
    expect(parseCompare(text)).toEqual({ token: 'previous' });
    expect(parseCompare(text, { token: 'off' })).toEqual({ token: 'off' });
  });

  it('asks for nothing when it is off, and for the days when they are chosen', () => {
    expect(compareInput({ token: 'off' })).toEqual({});
    expect(compareInput({ token: 'week' })).toEqual({ compare: 'week' });
    expect(compareInput({ start: '2026-11-01 00:00:00', end: '2026-11-02 23:59:59' })).toEqual({ compare: 'range', compare_time: ['2026-11-01 00:00:00', '2026-11-02 23:59:59'] });
  });
});

describe('the shared filter', () => {
  it('becomes the part that all questions share', () => {
    const queryTime = ['2026-11-21 00:00:00', '2026-11-21 23:59:59'] as [string, string];
    expect(comparedInput({ domain: 'a.example', country: 'CN', device: 'mobile', queryTime, compare: { token: 'previous' } })).toEqual({
      domain: 'a.example', country_code: 'CN', device_type: 'mobile', query_time: queryTime, compare: 'previous',
    });
  });

  it('takes no nonsense from the address', () => {
    expect(['CN', 'china', '', null].map(countryOf)).toEqual(['CN', '', '', '']);
    expect(['tablet', 'desktop', 'fridge', null].map(deviceOf)).toEqual(['tablet', 'desktop', '', '']);
  });
});

describe('a span in words', () => {
  it.each([
    ['2026-11-20 00:00:00', '2026-11-20 23:59:59', '11/20 Fri'],
    ['2026-11-20 00:00:00', '2026-11-20 18:20:00', '11/20 Fri 00:00 – 18:20'],
    ['2026-11-14 00:00:00', '2026-11-20 23:59:59', '11/14 – 11/20'],
    ['2026-11-19 19:00:00', '2026-11-20 18:59:59', '11/19 19:00 – 11/20 18:59'],
    ['2025-11-10 00:00:00', '2025-11-10 23:59:59', '2025/11/10 Mon'],
    ['2025-12-31 00:00:00', '2026-01-01 23:59:59', '2025/12/31 – 2026/01/01'],
  ])('%s to %s: %s', (start, end, expected) => {
    expect(spanText([start, end], 'en-US', Date.UTC(2026, 10, 21))).toBe(expected);
  });

  it('is of one day or not', () => {
    expect(isOneDay(['2026-11-20 00:00:00', '2026-11-20 23:59:59'])).toBe(true);
    expect(isOneDay(['2026-11-19 00:00:00', '2026-11-20 23:59:59'])).toBe(false);
  });
});
