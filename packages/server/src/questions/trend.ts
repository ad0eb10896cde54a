import type { endpoints, Output, Parsed, TrendPoint } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { countIn, trafficIn, type Row } from './counts.js';
import { bucketsOf, chooseGrain, type Bucket } from './grain.js';
import { instantsOf, mergeRanges, namedRange, periodBefore, type TimeRange } from './period.js';
import { during, everything, grouped, matching, type GroupPlan } from './plan.js';
import type { SiteScope } from './scope.js';

type Trend = typeof endpoints.home.trend;

interface Period {
  readonly range: TimeRange;
  readonly buckets: readonly Bucket[];
}

/** Figures by period and bucket, of each period as a whole, from one reading of the rows. */
export function trendPlan(scope: SiteScope, filters: Readonly<Record<string, string | undefined>>, before: Period, now: Period): GroupPlan {
  const source = matching(during(everything(scope), mergeRanges([before.range, now.range])), filters);
  const edges = [...new Set([...before.buckets, ...now.buckets].map((bucket) => bucket.at))].toSorted((a, b) => a - b);
  return grouped(source, ['pv', 'uv', 'ip'], { cuts: [[before.range.from, now.range.from], edges], rollup: true });
}

/** A point for every bucket, zero included. */
export function pointsOf(period: Period, rows: readonly Row[], now: number): TrendPoint[] {
  const byBucket = new Map(rows.filter((row) => countIn(row, 'c0') === period.range.from).map((row) => [countIn(row, 'c1'), row]));
  return period.buckets.map(({ at, end, key }) => ({
    key,
    at,
    state: end <= now ? 'past' : at <= now ? 'now' : 'future',
    ...trafficIn(byBucket.get(at)),
  }));
}

/** PV, UV and IP by hour or day, beside the period of the same length just before. */
export async function trend(input: Parsed<Trend>, asked: Asked): Promise<Output<Trend>> {
  const { zone, scope } = asked;
  const local = input.query_time ?? namedRange(input.time_range ?? 'today', zone, asked.now);
  const grain = chooseGrain(input.query_type, local);
  const periodOf = (range: TimeRange): Period => ({ range, buckets: bucketsOf(range, grain, zone) });
  const now = periodOf(instantsOf(local, zone));
  const before = periodOf(periodBefore(local, zone));
  const plan = trendPlan(scope, { country_code: input.country_code, device_type: input.device_type }, before, now);
  const { rows } = await asked.run<Row>(compileGroups(plan));
  // A roll-up leaves 0 where it summed over a cut; no bucket begins in 1970.
  const whole = (period: Period): Row | undefined => rows.find((row) => countIn(row, 'c0') === period.range.from && countIn(row, 'c1') === 0);
  return {
    now: pointsOf(now, rows, asked.now),
    before: pointsOf(before, rows, asked.now),
    total: { now: trafficIn(whole(now)), before: trafficIn(whole(before)) },
    grain,
    cut: cutOf(asked, local),
  };
}
