import type { TrendPoint } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { extremes, isRunning, isWeekend, legendNames, logSeries, movingAverage, parseMetric, rangeOfPoint, trendData, trendSeries } from '../../src/widgets/trend-data';

const point = (key: string, state: TrendPoint['state'], pv: number): TrendPoint => ({ key, at: 0, state, pv, uv: pv * 10, ip: pv * 100 });
const now = [point('2026-11-21 00:00:00', 'past', 3), point('2026-11-21 01:00:00', 'now', 1)];
const before = [point('2026-11-20 00:00:00', 'past', 2), point('2026-11-20 01:00:00', 'past', 5)];
const counts = (pv: number) => ({ pv, uv: pv, ip: pv });
const compared = { mode: 'previous' as const, from: '2026-11-20 00:00:00', to: '2026-11-20 01:30:00', until_now: true };
const cut = { time_zone: 'UTC', from: '2026-11-21 00:00:00', to: '2026-11-21 23:59:59', complete_to: null };

describe('a series', () => {
  const trend = { now, before, grain: 'hour' as const, total: { now: counts(4), before: counts(99), before_so_far: counts(3) }, compared, cut };

  it('of the trend is compared with as much as has passed, not with the whole', () => {
    expect(trendSeries(trend, true)).toMatchObject({ total: counts(4), totalBefore: counts(3), compared });
  });

  it('of the trend has no other where nothing is to be compared', () => {
    expect(trendSeries(trend, false)).toEqual({ now, before: [], grain: 'hour', total: counts(4), totalBefore: null, compared: null });
  });

  it('of the log is the same', () => {
    expect(logSeries({ list: now, total: counts(4), before, total_before: counts(3), compared, cut }, 'hour')).toEqual({ now, before, grain: 'hour', total: counts(4), totalBefore: counts(3), compared });
  });
});

describe('the points of a chart', () => {
  it('are labelled by day and hour, or by day', () => {
    expect(trendData({ now, before, grain: 'hour' }, 'uv', (day, hour) => `${day} ${hour}时`)[1]).toEqual({
      at: 0, label: '11/21 01时', state: 'now', now: 10, before: 50, beforeLabel: '11/20 01时',
    });
    expect(trendData({ now, before, grain: 'day' }, 'pv', () => 'x').map(({ label }) => label)).toEqual(['11/21', '11/21']);
  });

  it('open exactly their hour or day', () => {
    expect(rangeOfPoint({ key: '2026-11-21 05:00:00' }, 'hour')).toEqual({ start: '2026-11-21 05:00:00', end: '2026-11-21 05:59:59' });
    expect(rangeOfPoint({ key: '2026-11-21 00:00:00' }, 'day')).toEqual({ start: '2026-11-21 00:00:00', end: '2026-11-21 23:59:59' });
  });

  it('know days off by their date, whatever the zone of the machine', () => {
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((day) => isWeekend({ key: `${day} 00:00:00` }))).toEqual([false, true, true, false]);
  });

  it('are smoothed over seven whole days only', () => {
    const days = [1, 2, 3, 4, 5, 6, 7, 8].map((pv, at) => ({ state: at === 7 ? ('now' as const) : ('past' as const), now: pv }));
    expect(movingAverage(days)).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, 4, undefined]);
  });

  it('have a highest and a lowest among those that are over', () => {
    const hours = [{ state: 'past' as const, now: 3 }, { state: 'past' as const, now: 7 }, { state: 'past' as const, now: 2 }, { state: 'now' as const, now: 0 }, { state: 'future' as const, now: 0 }];
    expect(extremes(hours)).toEqual({ high: hours[1], low: hours[2] });
    expect(extremes(hours.slice(3))).toBeUndefined();
    expect(extremes([{ state: 'past', now: 0 }, { state: 'past', now: 0 }])).toBeUndefined();
  });
});

describe('the lines', () => {
  it('are named by their dates, and the last seven days by their length', () => {
    expect(legendNames({ now, before, grain: 'hour' }, true)).toEqual({ kind: 'dates', now: '11/21', before: '11/20' });
    const days = ['15', '16', '17', '18', '19', '20', '21'].map((day) => point(`2026-11-${day} 00:00:00`, day === '21' ? 'now' : 'past', 1));
    expect(legendNames({ now: days, before, grain: 'day' }, true)).toEqual({ kind: 'seven' });
    expect(legendNames({ now: days, before, grain: 'day' }, false)).toEqual({ kind: 'dates', now: '11/15–11/21', before: '11/20' });
    expect(legendNames({ now: days.slice(0, 6), before: [], grain: 'day' }, true)).toEqual({ kind: 'dates', now: '11/15–11/20', before: '' });
  });

  it('run while an hour of theirs does', () => {
    expect(isRunning({ now })).toBe(true);
    expect(isRunning({ now: before })).toBe(false);
  });

  it('start with PV', () => {
    expect([null, 'ip', 'spider'].map(parseMetric)).toEqual(['pv', 'ip', 'pv']);
  });
});
