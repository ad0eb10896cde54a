/**
 * The beginning of an hour that is over, as a question until now has it of the time that it is compared with: the whole hour is asked for once, in moments of
 * ten seconds, and kept for as long as nothing changes it. A later asking takes some moments more.
 */
import type { RestRow } from './compile-rest.js';
import { CLOCK_STEP, hourOver, type TimeRange } from './period.js';
import type { CohortPlan, GroupPlan } from './plan.js';

const HOUR = 3_600_000;

/** What is asked of an hour, and how far into it. */
export interface Moments {
  readonly hour: number;
  readonly until: number;
  /** The plan of all moments of the hour. */
  readonly plan: GroupPlan;
  readonly name: string;
}

/** The moments that are all the rest of a plan; null where it is something else. */
export function momentsOf(plan: GroupPlan | CohortPlan, now: number): Moments | null {
  if (!('figures' in plan) || plan.rolled === null || plan.cuts.length > 0) return null;
  const [range, ...others] = plan.rolled.rest;
  if (range === undefined || others.length > 0 || range.from % HOUR !== 0 || range.to % CLOCK_STEP !== 0) return null;
  const hour = range.from / HOUR;
  if (range.to > range.from + HOUR || hour >= hourOver(now)) return null;
  const edges = Array.from({ length: HOUR / CLOCK_STEP }, (_, i) => range.from + i * CLOCK_STEP);
  const whole: TimeRange = { from: range.from, to: range.from + HOUR };
  return { hour, until: range.to, plan: { ...plan, cuts: [edges], rolled: { ...plan.rolled, rest: [whole] } }, name: JSON.stringify(['moments', hour, plan.figures]) };
}

/** What there is of the moments together, as a statement over them would say it. */
export function togetherOf(rows: readonly RestRow[], until: number, part: number): RestRow[] {
  const own = rows.filter(({ cuts: [at] }) => Number(at) < until);
  const sum = (figure: 'pv' | 'referer_num'): string => String(own.reduce((all, row) => all + Number(row[figure]), 0));
  const distinct = (members: 'visitors' | 'addresses'): string[] => [...new Set(own.flatMap((row) => row[members]))];
  return own.length === 0 ? [] : [{ part, cuts: [], pv: sum('pv'), referer_num: sum('referer_num'), visitors: distinct('visitors'), addresses: distinct('addresses') }];
}
