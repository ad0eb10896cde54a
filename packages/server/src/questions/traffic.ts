/** The traffic summary row, which the dashboard and the list of sites share. Source: specification 1, section 3. */
import type { TrafficSummary } from '@footfall/contract';
import { countIn, trafficIn, type Row } from './counts.js';
import { mergeRanges, type TimeRange } from './period.js';
import { during, everything, grouped, matching, type GroupPlan, type Source } from './plan.js';
import type { SiteScope } from './scope.js';

export type Filters = Readonly<Record<string, string | undefined>>;

/** The figures of visits in a summary row. */
export const TRAFFIC = ['pv', 'uv', 'ip', 'referer_num'] as const;

export function visitsOf(scope: SiteScope, range: TimeRange, filters: Filters = {}): Source {
  return matching(during(everything(scope), mergeRanges([range])), filters);
}

/** The instants at which any of the ranges begins or ends: between two of them all rows belong to the same ranges. */
export function bordersOf(ranges: readonly TimeRange[]): number[] {
  return [...new Set(ranges.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
}

/** How often each search engine sent a visit, between any two borders of the ranges; sums over borders are exact. */
export function searchPlan(scope: SiteScope, ranges: readonly TimeRange[], filters: Filters, keys: readonly string[]): GroupPlan {
  const source = matching(during(everything(scope), mergeRanges(ranges)), { ...filters, channel: 'search' });
  return grouped(source, ['pv'], { keys: [...keys, 'referer_name'], cuts: [bordersOf(ranges)] });
}

/**
 * Spider hits between any two borders of the ranges. Of the filters only the country applies: a crawler has an address,
 * but no device.
 */
export function spidersPlan(scope: SiteScope, ranges: readonly TimeRange[], filters: Filters, keys: readonly string[]): GroupPlan {
  const source = matching(during(everything(scope, 'spider_hits'), mergeRanges(ranges)), { country_code: filters['country_code'] });
  return grouped(source, ['hits', 'last_at'], { keys, cuts: [bordersOf(ranges)] });
}

const isIn = ({ from, to }: TimeRange, row: Row): boolean => countIn(row, 'c0') >= from && countIn(row, 'c0') < to;

/** The summary row of a range from the rows that speak of it: `visits` of the whole range, the others cut at borders. */
export function summaryOf(range: TimeRange, visits: Row | undefined, search: readonly Row[], spiders: readonly Row[]): TrafficSummary {
  const engines = new Map<string, number>();
  for (const row of search.filter((part) => isIn(range, part))) {
    const name = String(row['k_referer_name']);
    engines.set(name, (engines.get(name) ?? 0) + countIn(row, 'm_pv'));
  }
  return {
    ...trafficIn(visits),
    spider: spiders.filter((part) => isIn(range, part)).reduce((sum, row) => sum + countIn(row, 'm_hits'), 0),
    referer_num: countIn(visits, 'm_referer_num'),
    referer: [...engines].map(([referer, num]) => ({ referer, num })).toSorted((a, b) => b.num - a.num || (a.referer < b.referer ? -1 : 1)),
  };
}
