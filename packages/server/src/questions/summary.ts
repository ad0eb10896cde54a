import type { endpoints, Output, Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { bucketsOf, chooseGrain } from './grain.js';
import { instantsOf, lastTwoDays, yesterdaySameTime } from './period.js';
import { type GroupPlan, grouped } from './plan.js';
import { rolledGroups, runRolled } from './rolled.js';
import { searchPlan, spidersPlan, summaryOf, TRAFFIC, visitsOf } from './traffic.js';

type Summary = typeof endpoints.home.summary;

/** Figures by day, and those of yesterday up to now's time of day. Days that the range only touches count in part. */
export async function summary(input: Parsed<Summary>, asked: Asked): Promise<Output<Summary>> {
  const { zone, scope } = asked;
  const local = input.query_time ?? lastTwoDays(zone, asked.now);
  chooseGrain('day', local);
  const range = instantsOf(local, zone);
  const days = bucketsOf(range, 'day', zone);
  const sameTime = yesterdaySameTime(zone, asked.now);
  const parts = days.map((day) => ({ from: Math.max(day.at, range.from), to: Math.min(day.end, range.to) }));
  const filters = { country_code: input.country_code, device_type: input.device_type };
  const plans = [
    grouped(visitsOf(scope, range, filters), TRAFFIC, { cuts: [days.map((day) => day.at)] }),
    grouped(visitsOf(scope, sameTime, filters), TRAFFIC),
    searchPlan(scope, [...parts, sameTime], filters, []),
    spidersPlan(scope, [...parts, sameTime], filters, []),
  ];
  const { rows } = await runRolled<GroupPlan, Row>(asked, plans, rolledGroups, compileUnion);
  const of = (part: number): Row[] => rows.filter((row) => countIn(row, 'part') === part);
  const [byDay, [same], search, spiders] = [of(0), of(1), of(2), of(3)];
  return {
    list: days.map((day, i) => ({
      key: day.key,
      ...summaryOf(parts[i] ?? range, byDay.find((row) => countIn(row, 'c0') === day.at), search, spiders),
    })),
    yesterday_same_time: summaryOf(sameTime, same, search, spiders),
    cut: cutOf(asked, local),
  };
}
