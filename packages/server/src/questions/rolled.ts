/**
 * Questions of one site without a filter take hours that are over from roll-ups: their time follows the answer, not the visits. What is not
 * rolled up (the running hour, hours that visits came late for, ends of a range within an hour) is counted in the same statement.
 */
import type { Answer } from '../warehouse/store-query.js';
import type { KnownHours } from '../warehouse/rolled/known-hours.js';
import type { Span } from '../warehouse/rolled/span-set.js';
import { VALUE_KINDS, type ValueKind } from '../warehouse/tables/rolled-values.js';
import type { Asked } from './asked.js';
import { type CompiledQuery, compileGroups, compileUnion } from './compile.js';
import { valueFiguresOf } from './compile-rolled-values.js';
import type { Row } from './counts.js';
import { withCountedRest, withCountedValues } from './counted-rest.js';
import { withKeptClimbs } from './kept-climbs.js';
import { withKeptPeriods } from './kept-periods.js';
import { withKeptSeries } from './kept-series.js';
import { ALWAYS } from './period.js';
import type { CohortPlan, GroupPlan, RolledTime, Source } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;
/** Figures that roll-ups have. */
const FIGURES: ReadonlySet<string> = new Set(['pv', 'uv', 'ip', 'referer_num']);
/** To be worth it: so many hours, or more where few visits come (`leastHours`), and so many for each that is counted. */
const LEAST = 72;
const FOR_EACH = 4;
/** Pieces of time that one statement counts, and pieces of hours that it names. */
const MOST_PIECES = 40;
const MOST_PIECES_OF_HOURS = 2_000;
/** Times that a question is asked of roll-ups, while visits that came late take hours away. */
const TRIES = 3;

/** Adds a range, joining it with the last where they meet. */
function join(ranges: { from: number; to: number }[], from: number, to: number): void {
  const last = ranges.at(-1);
  if (from >= to) return;
  if (last?.to === from) last.to = to;
  else ranges.push({ from, to });
}

/** Whether one of the instants lies between two others, but is neither. */
function crossingOf(edges: readonly number[]): (from: number, to: number) => boolean {
  const sorted = edges.toSorted((a, b) => a - b);
  return (from, to) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] ?? 0) <= from) low = middle + 1;
      else high = middle;
    }
    return (sorted[low] ?? to) < to;
  };
}

/** What of a site is rolled up. */
type Taken = Pick<KnownHours, 'has' | 'spansAt'>;

/**
 * @param edges instants that a rolled hour must not lie across
 * @param least the part of the site's `leastHours` that is worth it
 * @returns null when it is not worth it
 */
function split(source: Source, edges: readonly number[], rolled: KnownHours, now: number, taking: Taken = rolled, least = 1): RolledTime | null {
  const [siteId, ...others] = SiteScope.idsOf(source.scope);
  if (siteId === undefined || others.length > 0 || source.table !== 'visits' || source.time !== 'created_at') return null;
  const first = rolled.first(siteId);
  if (first === null) return null;
  const crosses = crossingOf(edges);
  const spans: Span[] = [];
  const hours: { from: number; to: number }[] = [];
  const rest: { from: number; to: number }[] = [];
  let [taken, counted] = [0, 0];
  const until = Math.floor(now / HOUR);
  for (const { from, to } of source.ranges ?? [ALWAYS]) {
    let at = from;
    const fits = (hour: number, length: number): boolean => (hour + length) * HOUR <= to && !crosses(hour * HOUR, (hour + length) * HOUR);
    for (let hour = Math.max(first, Math.ceil(from / HOUR)), length = 1; hour <= until && (hour + 1) * HOUR <= to; hour += length) {
      const span = taking.spansAt(siteId, hour).find((spanned) => fits(hour, spanned));
      length = span ?? 1;
      if (span === undefined && !(taking.has(siteId, hour) && fits(hour, 1))) {
        counted += 1;
        continue;
      }
      join(rest, at, hour * HOUR);
      if (span === undefined) join(hours, hour * HOUR, (hour + 1) * HOUR);
      else spans.push({ first: hour, hours: span });
      at = (hour + length) * HOUR;
      taken += length;
    }
    join(rest, at, to);
  }
  if (taken < Math.max(LEAST, least * rolled.leastHours(siteId)) || taken < FOR_EACH * counted || rest.length > MOST_PIECES || hours.length > MOST_PIECES_OF_HOURS) return null;
  return { spans, hours, rest };
}

/** The plan, to be answered from roll-ups; null when it can't or had better not be. @param least as of `split` */
export function rolledGroups(plan: GroupPlan, rolled: KnownHours, now: number, least = 1): GroupPlan | null {
  if (plan.keys.length > 0 || plan.filters.length > 0 || plan.totals || plan.page !== null || !plan.figures.every((figure) => FIGURES.has(figure))) return null;
  const time = split(plan, plan.cuts.flat(), rolled, now, rolled, least);
  return time === null ? null : Object.freeze({ ...plan, rolled: time });
}

/** The same of hours that lie apart, one of each day: counting them reads visits around them as well, so that half as many are worth it. */
export const rolledApart = (plan: GroupPlan, rolled: KnownHours, now: number): GroupPlan | null => rolledGroups(plan, rolled, now, 1 / 2);

export function rolledCohorts(plan: CohortPlan, rolled: KnownHours, now: number): CohortPlan | null {
  if (plan.shown.length > 0 || plan.filters.length > 0 || plan.earlier.to !== plan.later.from) return null;
  const time = split(plan, [plan.earlier.from, plan.later.from, plan.later.to], rolled, now);
  return time === null ? null : Object.freeze({ ...plan, rolled: time });
}

/** Whether what is added up so has all facts that the plan groups and filters by, and it any. */
function tells({ columns, says }: ValueKind, { keys, filters }: GroupPlan): boolean {
  if (says === 'whether' && (keys.length > 0 || !filters.every(({ operator }) => operator === 'present' || operator === 'absent'))) return false;
  const asked = [...keys, ...filters.map(({ column }) => column)];
  return asked.length > 0 && asked.every((column) => columns.includes(column));
}

/** The plan, to be answered from what is added up by the facts that it groups and filters by; null as `rolledGroups`. */
export function rolledValues(plan: GroupPlan, rolled: KnownHours, now: number): GroupPlan | null {
  const values = VALUE_KINDS.find((kind) => tells(kind, plan) && plan.figures.every((figure) => valueFiguresOf(kind).has(figure)));
  if (plan.cuts.length > 0 || values === undefined) return null;
  const time = split(plan, [], rolled, now, { has: () => false, spansAt: (siteId, hour) => rolled.valuesAt(siteId, hour) });
  return time === null ? null : Object.freeze({ ...plan, rolled: { ...time, values } });
}

/** Figures by value: of a busy site from roll-ups. @throws as `asked.run` */
export const runValues = (asked: Asked, plan: GroupPlan): Promise<Answer<Row>> => runRolled<GroupPlan, Row>(asked, [plan], rolledValues, ([one = plan]) => compileGroups(one), withCountedValues);

/** Figures by group of several plans, of which those are kept whose time is over or ends in an hour that is, with their place in the list as `part`. @throws as `asked.run` */
export function runGroups(asked: Asked, plans: readonly GroupPlan[]): Promise<readonly Row[]> {
  const ask = async (some: readonly GroupPlan[]): Promise<readonly Row[]> => (await runRolled<GroupPlan, Row>(asked, some, rolledGroups, compileUnion)).rows;
  const timeOf = (plan: GroupPlan): RolledTime | null => (asked.rolled === null ? null : (rolledGroups(plan, asked.rolled, asked.now)?.rolled ?? null));
  const series = (some: readonly GroupPlan[]): Promise<readonly Row[]> => withKeptSeries(some, asked, (plan) => timeOf(plan) !== null, ask);
  return withKeptPeriods(plans, asked, (some) => withKeptClimbs(some, asked, timeOf, series));
}

/**
 * Asks plans together, each from roll-ups where it can be. An answer that was under way while hours were taken away says nothing.
 * @throws as `asked.run`
 */
export async function runRolled<P extends GroupPlan | CohortPlan, R>(
  asked: Asked,
  plans: readonly P[],
  rollUp: (plan: P, rolled: KnownHours, now: number) => P | null,
  compile: (plans: readonly P[]) => CompiledQuery,
  withCounted: (plans: readonly P[], siteId: number, asked: Asked) => Promise<readonly P[] | null> = withCountedRest,
): Promise<Answer<R>> {
  const { rolled, scope, now } = asked;
  const [siteId, ...others] = SiteScope.idsOf(scope);
  if (rolled === null || siteId === undefined || others.length > 0) return asked.run(compile(plans));
  for (let i = 0; i < TRIES; i += 1) {
    const version = rolled.version(siteId);
    const tried = plans.map((plan) => rollUp(plan, rolled, now) ?? plan);
    if (tried.every((plan) => plan.rolled === null)) break;
    const answer = await asked.run<R>(compile((await withCounted(tried, siteId, asked)) ?? tried));
    if (rolled.version(siteId) === version) return answer;
  }
  return asked.run(compile(plans));
}
