/**
 * Figures from roll-ups, and of the rest of the time from visits, in one SELECT. Its parts have the columns pv, referer_num, visitors, addresses.
 * It reads visits several times; all of these see the same rows, whatever is stored meanwhile (`enable_shared_storage_snapshot_in_query`, on
 * in the engine, and held by a test).
 */
import { keysOf, type Span, SPAN_KEY } from '../warehouse/rolled/span-set.js';
import { conditions } from './conditions.js';
import type { Parameters } from './parameters.js';
import type { TimeRange } from './period.js';
import type { CohortPlan, CountedGroup, RolledTime, Source } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;
/** More ranges of hours than these are named hour by hour. */
const MOST_RANGES = 8;
/** From here on visitors have a number for the length of the question only: no hour that is rolled up has them. */
export const FIRST_OF_NOBODY = 3_000_000_000;
/** Before any visit. */
const BEFORE = -9_000_000_000_000_000;

/** SQL of figures over the rows of `rolledRows`. */
export const ROLLED_FIGURES: ReadonlyMap<string, string> = new Map([
  ['pv', 'sum(pv)'],
  ['referer_num', 'sum(referer_num)'],
  ['uv', 'toUInt64(groupBitmapMerge(visitors))'],
  ['ip', 'toUInt64(groupBitmapMerge(addresses))'],
]);

function withinHours(ranges: readonly TimeRange[], parameters: Parameters): string {
  if (ranges.length > MOST_RANGES) return `hour IN ${parameters.add('rolled_hours', 'Array(UInt32)', ranges.flatMap(({ from, to }) => Array.from({ length: (to - from) / HOUR }, (_, i) => from / HOUR + i)))}`;
  const each = ranges.map(({ from, to }, i) => `hour >= ${parameters.add(`hour_from${i}`, 'UInt32', from / HOUR)} AND hour < ${parameters.add(`hour_to${i}`, 'UInt32', to / HOUR)}`);
  return `(${each.map((range) => `(${range})`).join(' OR ')})`;
}

export function amongSpans(spans: readonly Span[], parameters: Parameters): string {
  const { firsts, keys } = keysOf(spans);
  return `first IN ${parameters.add('firsts', 'Array(UInt32)', firsts)} AND ${SPAN_KEY} IN ${parameters.add('spans', 'Array(UInt64)', keys)}`;
}

/** A number for every visitor (or address) of the rows: his own, or one that nobody has. */
export function numbers(table: string, column: string, site: string, rows: string): string {
  return `(SELECT ${column}, if(max(known) = 0, toUInt32(${FIRST_OF_NOBODY} + rowNumberInAllBlocks()), max(known)) AS number FROM (
    SELECT ${column}, number AS known FROM ${table} WHERE site_id = ${site} AND ${column} IN (SELECT ${column} FROM visits WHERE ${rows})
    UNION ALL SELECT DISTINCT ${column}, toUInt32(0) AS known FROM visits WHERE ${rows}) GROUP BY ${column})`;
}

/** A set of members, with the figure that counts them and where its members have their numbers. */
interface MemberSet {
  readonly set: 'visitors' | 'addresses';
  readonly figure: string;
  readonly table: string;
  readonly column: string;
  readonly as: string;
}

const SETS: readonly MemberSet[] = [
  { set: 'visitors', figure: 'uv', table: 'visitor_numbers', column: 'visitor', as: 'v' },
  { set: 'addresses', figure: 'ip', table: 'address_numbers', column: 'ip', as: 'a' },
];

/** A row of what was counted before. */
function rowOf(group: CountedGroup, prefix: string, sets: readonly MemberSet[], parameters: Parameters): string {
  const add = (name: string, type: string, value: number | readonly number[]): string => parameters.add(`${prefix}${name}`, type, value);
  const setOf = (set: MemberSet['set']): string => {
    const { numbers: known, unnumbered: { from, count } } = group[set];
    return `bitmapBuild(arrayConcat(${add(set, 'Array(UInt32)', known)}, range(${add(`${set}_from`, 'UInt32', from)}, ${add(`${set}_to`, 'UInt32', from + count)}))) AS ${set}`;
  };
  return `SELECT ${[
    ...group.cuts.map((cut, i) => `${add(`c${i}`, 'Int64', cut)} AS c${i}`),
    `${add('pv', 'UInt64', group.pv)} AS pv`,
    `${add('referer_num', 'UInt64', group.referer_num)} AS referer_num`,
    ...sets.map(({ set }) => setOf(set)),
  ].join(', ')}`;
}

/**
 * Rows to be grouped by: columns c0 ... of the cuts, then the parts of figures, sets only of those that are asked for.
 * @param cuts SQL of each cut over an instant (Int64, milliseconds)
 */
export function rolledRows(source: Source, { spans, hours, rest, counted: known }: RolledTime, cuts: readonly ((instant: string) => string)[], figures: readonly string[], parameters: Parameters): string {
  const sets = SETS.filter(({ figure }) => figures.includes(figure));
  const site = parameters.add('site', 'UInt32', SiteScope.idsOf(source.scope)[0] ?? 0);
  const cutColumns = (instant: string): string => cuts.map((cut, i) => `${cut(instant)} AS c${i}, `).join('');
  const partsOf = (first: string): string => `SELECT ${cutColumns(`toInt64(${first}) * ${HOUR}`)}${['pv', 'referer_num', ...sets.map(({ set }) => set)].join(', ')}`;
  const taken = [
    ...(spans.length === 0 ? [] : [`${partsOf('first')} FROM rolled_spans WHERE site_id = ${site} AND ${amongSpans(spans, parameters)}`]),
    ...(hours.length === 0 ? [] : [`${partsOf('hour')} FROM rolled_hours WHERE site_id = ${site} AND ${withinHours(hours, parameters)}`]),
  ].join('\n  UNION ALL\n  ');
  if (rest.length === 0) return taken;
  if (known !== undefined) return [taken, ...known.map((group, i) => rowOf(group, `rest${i}_`, sets, parameters))].join('\n  UNION ALL\n  ');
  const rows = conditions({ ...source, ranges: rest }, parameters);
  const groups = cuts.length === 0 ? '' : ` GROUP BY ${cuts.map((_, i) => `c${i}`).join(', ')}`;
  const counted = ["count() AS pv", "countIf(channel = 'search') AS referer_num", ...sets.map(({ set, as }) => `groupBitmapState(${as}.number) AS ${set}`)].join(', ');
  const numbered = sets.map(({ table, column, as }) => `\n  ANY LEFT JOIN ${numbers(table, column, site, rows)} AS ${as} ON s.${column} = ${as}.${column}`).join('');
  return `${taken}
  UNION ALL
  SELECT ${cutColumns('toUnixTimestamp64Milli(created_at)')}${counted}
  FROM (SELECT ${['created_at', 'channel', ...sets.map(({ column }) => column)].join(', ')} FROM visits WHERE ${rows}) AS s${numbered}${groups}`;
}

/** What cohorts are made of. */
export const COHORT_FIGURES: readonly string[] = ['uv'];

/** The beginning of the period of cohorts that an instant (SQL, Int64 milliseconds) lies in. */
export function periodOf({ earlier, later }: CohortPlan, parameters: Parameters): (instant: string) => string {
  const edges = parameters.add('edges', 'Array(Int64)', [BEFORE, earlier.from, later.from, later.to]);
  return (instant) => `roundDown(${instant}, ${edges})`;
}

/** The columns of `compileCohorts`, from sets of visitors: those before, and those of each period. */
export function cohortsOfRolled(plan: CohortPlan, time: RolledTime, parameters: Parameters): string {
  const [earlier, later] = [plan.earlier.from, plan.later.from];
  const rows = rolledRows(plan, time, [periodOf(plan, parameters)], COHORT_FIGURES, parameters);
  const during = (edge: number): string => `groupBitmapMergeStateIf(visitors, c0 = ${edge})`;
  return `SELECT toUInt64(bitmapCardinality(whole)) AS history_total,
  toUInt64(bitmapAndnotCardinality(earlier, before)) AS earlier_new,
  toUInt64(bitmapAndCardinality(earlier, before)) AS earlier_old,
  toUInt64(bitmapAndnotCardinality(later, bitmapOr(before, earlier))) AS later_new,
  toUInt64(bitmapAndCardinality(later, bitmapOr(before, earlier))) AS later_old
FROM (SELECT groupBitmapMergeState(visitors) AS whole, ${during(BEFORE)} AS before, ${during(earlier)} AS earlier, ${during(later)} AS later FROM (${rows}) AS r)`;
}
