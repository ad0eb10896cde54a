import { alignBefore, type endpoints, type Output, type TrafficCounts, type TrendPoint } from '@footfall/contract';
import type { TrendDatum } from '../charts/trend-option';
import type { ComparedSpan } from './compared-with';

type Grain = 'hour' | 'day';
const SEVEN = 7;

export type TrendMetric = 'ip' | 'uv' | 'pv';

/** In the specification's order. */
export const TREND_METRICS: readonly TrendMetric[] = ['ip', 'uv', 'pv'];

/** The address's `metric`; PV when it says nothing. */
export function parseMetric(text: string | null): TrendMetric {
  return TREND_METRICS.find((metric) => metric === text) ?? 'pv';
}

/** Points of a range and of the one that it is compared with, with what each is in all. */
export interface Series {
  readonly now: readonly TrendPoint[];
  /** Empty where nothing is compared. */
  readonly before: readonly TrendPoint[];
  readonly grain: Grain;
  readonly total: TrafficCounts;
  /** Of as much of the other range as has passed of this one; null where nothing is compared. */
  readonly totalBefore: TrafficCounts | null;
  readonly compared: ComparedSpan | null;
}

/** The trend's answer. @param comparing the call always compares; the reader may not want to */
export function trendSeries({ now, before, grain, total, compared }: Output<typeof endpoints.home.trend>, comparing: boolean): Series {
  return comparing ? { now, before, grain, total: total.now, totalBefore: total.before_so_far, compared } : { now, before: [], grain, total: total.now, totalBefore: null, compared: null };
}

/** The log's answer. @param grain what it was asked by */
export function logSeries({ list, before, total, total_before: totalBefore, compared }: Output<typeof endpoints.home.log>, grain: Grain): Series {
  return { now: list, before, grain, total, totalBefore, compared };
}

/** `MM/DD` of a key. */
export function dayLabel(key: string): string {
  return key.slice(5, 10).replace('-', '/');
}

/** How an hour or day is called on the axis. @param hourLabel names an hour, from its day and its number */
export function pointLabel({ key }: Pick<TrendPoint, 'key'>, grain: Grain, hourLabel: (day: string, hour: string) => string): string {
  return grain === 'day' ? dayLabel(key) : hourLabel(dayLabel(key), key.slice(11, 13));
}

/** The points of the chart of one figure. */
export function trendData(series: Pick<Series, 'now' | 'before' | 'grain'>, metric: TrendMetric, hourLabel: (day: string, hour: string) => string): readonly TrendDatum[] {
  const label = (point: TrendPoint) => pointLabel(point, series.grain, hourLabel);
  const before = alignBefore(series.now, series.before);
  return series.now.map((point, index) => {
    const earlier = before[index];
    return { at: point.at, label: label(point), state: point.state, now: point[metric], before: earlier?.[metric], beforeLabel: earlier ? label(earlier) : '' };
  });
}

/** The two lines' names in the legend. Source: specification 1, section 4, "Trend labels". */
export type LegendNames =
  | { readonly kind: 'seven' }
  | { readonly kind: 'dates'; readonly now: string; readonly before: string };

/** Whether the period is still filling. */
export function isRunning({ now }: Pick<Series, 'now'>): boolean {
  return now.some(({ state }) => state !== 'past');
}

/**
 * Seven days that end with the running one, beside the seven before, are named by their length; all else by its dates.
 * @param previous whether they are compared with the period just before
 */
export function legendNames({ now, before, grain }: Pick<Series, 'now' | 'before' | 'grain'>, previous: boolean): LegendNames {
  if (previous && grain === 'day' && now.length === SEVEN && now.at(-1)?.state === 'now') return { kind: 'seven' };
  return { kind: 'dates', now: span(now), before: span(before) };
}

function span(points: readonly TrendPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const [from, to] = [dayLabel(first.key), dayLabel(last.key)];
  return from === to ? from : `${from}–${to}`;
}

/** The range of one hour or day: what a click on its point narrows to. */
export function rangeOfPoint({ key }: Pick<TrendPoint, 'key'>, grain: Grain): { readonly start: string; readonly end: string } {
  return grain === 'day' ? { start: `${key.slice(0, 10)} 00:00:00`, end: `${key.slice(0, 10)} 23:59:59` } : { start: key, end: `${key.slice(0, 14)}59:59` };
}

/** The mean of each day and the six before it; undefined while there are not yet seven whole ones. */
export function movingAverage(points: readonly { readonly state: TrendPoint['state']; readonly now: number }[]): readonly (number | undefined)[] {
  return points.map(({ state }, at) => {
    const week = points.slice(Math.max(0, at - SEVEN + 1), at + 1);
    if (state !== 'past' || week.length < SEVEN) return undefined;
    return Math.round((week.reduce((sum, { now }) => sum + now, 0) / SEVEN) * 100) / 100;
  });
}

/** The highest and the lowest of what is over; undefined where nothing is, or all are alike. */
export function extremes<T extends { readonly state: TrendPoint['state']; readonly now: number }>(points: readonly T[]): { readonly high: T; readonly low: T } | undefined {
  const over = points.filter(({ state }) => state === 'past');
  const [first] = over;
  if (!first) return undefined;
  const high = over.reduce((best, point) => (point.now > best.now ? point : best), first);
  const low = over.reduce((least, point) => (point.now < least.now ? point : least), first);
  return high.now === low.now ? undefined : { high, low };
}

/** Whether a day is a Saturday or Sunday. */
export function isWeekend({ key }: Pick<TrendPoint, 'key'>): boolean {
  const weekday = new Date(`${key.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
