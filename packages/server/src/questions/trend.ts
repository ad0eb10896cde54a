import type { endpoints, Output, Parsed, TrafficCounts, TrendPoint } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { countIn, trafficIn, type Row } from './counts.js';
import { bucketsOf, chooseGrain, type Bucket } from './grain.js';
import { comparedOf, comparedPeriod, instantsOf, namedRange, type Compared, type LocalRange, type TimeRange } from './period.js';
import { grouped, type GroupPlan } from './plan.js';
import { runGroups } from './rolled.js';
import type { SiteScope } from './scope.js';
import { visitsOf, type Filters } from './traffic.js';
import type { Grain } from '@footfall/contract';

type Trend = typeof endpoints.home.trend;

const FIGURES = ['pv', 'uv', 'ip'] as const;

/** Figures by bucket and of the range as a whole, from one reading of its rows. */
function bucketPlan(scope: SiteScope, filters: Filters, range: TimeRange, buckets: readonly Bucket[]): GroupPlan {
  return grouped(visitsOf(scope, range, filters), FIGURES, { cuts: [buckets.map(({ at }) => at)], rollup: true });
}

/** A point for every bucket, zero included. */
function pointsOf(buckets: readonly Bucket[], rows: readonly Row[], now: number): TrendPoint[] {
  const byBucket = new Map(rows.map((row) => [countIn(row, 'c0'), row]));
  return buckets.map(({ at, end, key }) => ({
    key,
    at,
    state: end <= now ? 'past' : at <= now ? 'now' : 'future',
    ...trafficIn(byBucket.get(at)),
  }));
}

/** Points and whole of a range, and of the one it is compared with. */
export interface Series {
  readonly list: TrendPoint[];
  readonly total: TrafficCounts;
  readonly before: TrendPoint[];
  /** The whole of the other range, and as much of it as has passed of this one. */
  readonly totalBefore: TrafficCounts;
  readonly totalSoFar: TrafficCounts;
}

/** PV, UV and IP by hour or day of a range, beside those of another, in one round trip. */
export async function seriesOf(local: LocalRange, grain: Grain, filters: Filters, other: Compared | null, asked: Asked): Promise<Series> {
  const { zone, scope } = asked;
  const range = instantsOf(local, zone);
  const buckets = bucketsOf(range, grain, zone);
  const before = other === null ? [] : bucketsOf(other.range, grain, zone);
  const plans = [
    bucketPlan(scope, filters, range, buckets),
    ...(other === null ? [] : [bucketPlan(scope, filters, other.range, before)]),
    ...(other?.untilNow === true ? [grouped(visitsOf(scope, other.soFar, filters), FIGURES)] : []),
  ];
  const rows = await runGroups(asked, plans);
  const of = (part: number): Row[] => rows.filter((row) => countIn(row, 'part') === part);
  // A roll-up leaves 0 where it summed over the cut; no bucket begins in 1970.
  const whole = (part: number): TrafficCounts => trafficIn(of(part).find((row) => countIn(row, 'c0') === 0));
  return {
    list: pointsOf(buckets, of(0), asked.now),
    total: whole(0),
    before: pointsOf(before, of(1), asked.now),
    totalBefore: whole(1),
    totalSoFar: other?.untilNow === true ? trafficIn(of(2)[0]) : whole(1),
  };
}

/** PV, UV and IP by hour or day, beside the period of the same length just before or another. */
export async function trend(input: Parsed<Trend>, asked: Asked): Promise<Output<Trend>> {
  const { zone } = asked;
  const local = input.query_time ?? namedRange(input.time_range ?? 'today', zone, asked.now);
  const grain = chooseGrain(input.query_type, local);
  const other = comparedPeriod(local, input, zone, asked.now, 'previous');
  const { list, total, before, totalBefore, totalSoFar } = await seriesOf(local, grain, { country_code: input.country_code, device_type: input.device_type }, other, asked);
  return { now: list, before, total: { now: total, before: totalBefore, before_so_far: totalSoFar }, compared: comparedOf(other, zone), grain, cut: cutOf(asked, local) };
}
