import type { endpoints, Output, Parsed, TrafficSummary } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { countIn, type Row } from './counts.js';
import { bucketsOf, chooseGrain } from './grain.js';
import { keptSearches, mayKeepSearches } from './kept-searches.js';
import { hourOver, instantsOf, lastTwoDays, mergeRanges, type TimeRange, yesterdaySameTime } from './period.js';
import { during, everything, grouped, matching } from './plan.js';
import { runGroups } from './rolled.js';
import { searchPlan, spidersPlan, summaryOf, TRAFFIC } from './traffic.js';

type Summary = typeof endpoints.home.summary;

const HOUR = 3_600_000;

/**
 * Ranges whose visits are asked for together. What is over goes by itself, for that is asked once (kept-periods.ts); what runs still goes with the range that
 * it is compared with, where no visit is in both. The newest day is the last of the first of them: a proof shows it first.
 */
function togetherOf(days: readonly TimeRange[], compared: TimeRange, now: number): (readonly TimeRange[])[] {
  const over = days.filter(({ to }) => to <= hourOver(now) * HOUR);
  const running = days.slice(over.length);
  const isApart = running.every(({ from }) => from >= compared.to);
  const together = running.length === 0 || !isApart ? [running, over, [compared]] : [[compared, ...running], over];
  return together.filter((ranges) => ranges.length > 0);
}

/**
 * Figures by day, and those of yesterday up to now's time of day. Days that the range only touches count in part.
 * @param mayKeep false: what searches brought is counted with the rest
 */
export async function summary(input: Parsed<Summary>, asked: Asked, mayKeep = true): Promise<Output<Summary>> {
  const { zone, scope } = asked;
  const local = input.query_time ?? lastTwoDays(zone, asked.now);
  chooseGrain('day', local);
  const range = instantsOf(local, zone);
  const days = bucketsOf(range, 'day', zone);
  const sameTime = yesterdaySameTime(zone, asked.now);
  const parts = days.map((day) => ({ from: Math.max(day.at, range.from), to: Math.min(day.end, range.to) }));
  const filters = { country_code: input.country_code, device_type: input.device_type };
  const together = togetherOf(parts, sameTime, asked.now);
  const running = [...parts.filter(({ to }) => to > hourOver(asked.now) * HOUR), sameTime];
  const isKept = mayKeep && mayKeepSearches(scope, running, filters, asked);
  const searched = isKept ? parts.filter((part) => !running.includes(part)) : [...parts, sameTime];
  const [kept, rows] = await Promise.all([
    isKept ? keptSearches(scope, running, filters, asked) : null,
    runGroups(asked, [
      ...together.map((ranges) => grouped(matching(during(everything(scope), mergeRanges(ranges)), filters), TRAFFIC, { cuts: [ranges.map(({ from }) => from)] })),
      spidersPlan(scope, [...parts, sameTime], filters, []),
      ...(searched.length === 0 ? [] : [searchPlan(scope, searched, filters, [])]),
    ]),
  ]);
  if (isKept && kept === null) return summary(input, asked, false);
  const of = (part: number): Row[] => rows.filter((row) => countIn(row, 'part') === part);
  const [spiders, search] = [of(together.length), of(together.length + 1)];
  const rowOf = (one: TimeRange): TrafficSummary => {
    const visits = of(together.findIndex((ranges) => ranges.includes(one))).find((row) => countIn(row, 'c0') === one.from);
    return summaryOf(one, visits, kept?.[running.indexOf(one)] ?? search, spiders);
  };
  return {
    list: days.map((day, i) => ({ key: day.key, ...rowOf(parts[i] ?? range) })),
    yesterday_same_time: rowOf(sameTime),
    cut: cutOf(asked, local),
  };
}
