import type { endpoints, Output, TrendPoint } from '@footfall/contract';
import type { TrendDatum } from '../../charts/trend-option';
import { alignBefore } from '../../lib/align';

type Trend = Output<typeof endpoints.home.trend>;
const SEVEN = 7;

export type TrendMetric = 'ip' | 'uv' | 'pv';

/** In the specification's order. */
export const TREND_METRICS: readonly TrendMetric[] = ['ip', 'uv', 'pv'];

/** The address's `metric`; PV when it says nothing. */
export function parseMetric(text: string | null): TrendMetric {
  return TREND_METRICS.find((metric) => metric === text) ?? 'pv';
}

/** `MM/DD` of a key. */
export function dayLabel(key: string): string {
  return key.slice(5, 10).replace('-', '/');
}

/**
 * The points of the chart.
 * @param hourLabel names an hour, from its day and its number
 */
export function trendData(trend: Pick<Trend, 'now' | 'before' | 'grain'>, metric: TrendMetric, hourLabel: (day: string, hour: string) => string): readonly TrendDatum[] {
  const label = ({ key }: TrendPoint) => (trend.grain === 'day' ? dayLabel(key) : hourLabel(dayLabel(key), key.slice(11, 13)));
  const before = alignBefore(trend.now, trend.before);
  return trend.now.map((point, index) => {
    const earlier = before[index];
    return { at: point.at, label: label(point), state: point.state, now: point[metric], before: earlier?.[metric], beforeLabel: earlier ? label(earlier) : '' };
  });
}

/** The two lines' names in the legend. Source: specification 1, section 4, "Trend labels". */
export type LegendNames =
  | { readonly kind: 'seven' }
  | { readonly kind: 'dates'; readonly now: string; readonly before: string };

/** Whether the period is still filling, so that it can not be compared with a whole one. */
export function isRunning(trend: Pick<Trend, 'now'>): boolean {
  return trend.now.some(({ state }) => state !== 'past');
}

/** Seven days that end with the running one are named by their length; all else by its dates. */
export function legendNames(trend: Pick<Trend, 'now' | 'before' | 'grain'>): LegendNames {
  if (trend.grain === 'day' && trend.now.length === SEVEN && trend.now.at(-1)?.state === 'now') return { kind: 'seven' };
  return { kind: 'dates', now: span(trend.now), before: span(trend.before) };
}

function span(points: readonly TrendPoint[]): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  const [from, to] = [dayLabel(first.key), dayLabel(last.key)];
  return from === to ? from : `${from}–${to}`;
}
