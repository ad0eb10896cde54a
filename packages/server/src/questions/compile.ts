/**
 * The one place where a plan becomes SQL.
 *
 * Invariants:
 * - Names (tables, columns, functions) come from columns.ts, never from input.
 * - Values are parameters, `{name:Type}`; names of parameters follow from the plan alone, so that the same plan is the
 *   same text.
 * - Every SELECT over a table carries the condition on site_id, made from the plan's scope.
 * - Aliases have a prefix (k_ key, c cut, m_ figure, r_ row), so that none hides a column.
 */
import { columnOf, figureOf, PARAMETER_TYPE } from './columns.js';
import type { CohortPlan, GroupPlan, RowPlan, Source } from './plan.js';
import type { TimeRange } from './period.js';
import { SiteScope } from './scope.js';

export type ParameterValue = string | number | readonly number[];

export interface CompiledQuery {
  readonly sql: string;
  readonly params: Readonly<Record<string, ParameterValue>>;
}

const INSTANT = "DateTime64(3, 'UTC')";

/** Collects the parameters of one query; `prefix` keeps the parts of a union apart. */
class Parameters {
  readonly values: Record<string, ParameterValue> = {};

  constructor(private readonly prefix = '') {}

  add(name: string, type: string, value: ParameterValue): string {
    const full = `${this.prefix}${name}`;
    this.values[full] = value;
    return `{${full}:${type}}`;
  }

  /** Exact to the millisecond. */
  instant(name: string, at: number): string {
    return this.add(name, INSTANT, new Date(at).toISOString().slice(0, 23).replace('T', ' '));
  }
}

function inScope(scope: SiteScope, parameters: Parameters): string {
  const ids = SiteScope.idsOf(scope);
  const [only] = ids;
  // With one site the store reads rows in their stored order, which IN would not let it see.
  return ids.length === 1 && only !== undefined ? `site_id = ${parameters.add('site', 'UInt32', only)}` : `site_id IN ${parameters.add('sites', 'Array(UInt32)', ids)}`;
}

function within(column: string, ranges: readonly TimeRange[] | null, parameters: Parameters): string[] {
  if (ranges === null) return [];
  if (ranges.length === 0) return ['false'];
  const each = ranges.map(({ from, to }, i) => `${column} >= ${parameters.instant(`from${i}`, from)} AND ${column} < ${parameters.instant(`to${i}`, to)}`);
  return each.length > 1 ? [`(${each.map((range) => `(${range})`).join(' OR ')})`] : each;
}

function conditions(source: Source, parameters: Parameters): string {
  const filters = source.filters.map(({ column, value }, i) => {
    const { sql, kind } = columnOf(source.table, column);
    return `${sql} = ${parameters.add(`filter${i}`, PARAMETER_TYPE[kind], value)}`;
  });
  return [inScope(source.scope, parameters), ...within(source.time, source.ranges, parameters), ...filters].join(' AND ');
}

interface Shape {
  readonly keys: readonly string[];
  readonly cuts: number;
  readonly figures: readonly string[];
}

/** One SELECT of groups. In a union every part has the columns of all, those that it lacks as '' or 0, keys as text. */
function selectGroups(plan: GroupPlan, parameters: Parameters, union?: Shape): string {
  const { table, keys, cuts, figures } = plan;
  const keySql = keys.map((key) => columnOf(table, key).sql);
  const cutSql = cuts.map((edges, i) =>
    edges.length === 0 ? 'toInt64(0)' : `roundDown(toUnixTimestamp64Milli(${plan.time}), ${parameters.add(`cut${i}`, 'Array(Int64)', edges)})`,
  );
  const shape = union ?? { keys, cuts: cuts.length, figures };
  const columns = [
    ...shape.keys.map((key) => {
      const at = keys.indexOf(key);
      if (at < 0) return `'' AS k_${key}`;
      return union ? `toString(${keySql[at]}) AS k_${key}` : `${keySql[at]} AS k_${key}`;
    }),
    ...Array.from({ length: shape.cuts }, (_, i) => `${cutSql[i] ?? 'toInt64(0)'} AS c${i}`),
    ...shape.figures.map((figure) => `${figures.includes(figure) ? figureOf(table, figure) : 'toUInt64(0)'} AS m_${figure}`),
    ...(plan.totals && plan.order !== null ? [`sum(${figureOf(table, plan.order)}) OVER () AS total`, 'count() OVER () AS groups'] : []),
  ];
  const groups = [...keySql, ...cuts.map((_, i) => `c${i}`)].join(', ');
  const lines = [`SELECT ${columns.join(', ')}`, `FROM ${table}`, `WHERE ${conditions(plan, parameters)}`];
  if (groups !== '') lines.push(`GROUP BY ${plan.rollup ? `ROLLUP(${groups})` : groups}`);
  if (plan.order !== null) lines.push(`ORDER BY m_${plan.order} DESC, ${keys.map((key) => `k_${key}`).join(', ')}`);
  if (plan.page !== null) lines.push(limit(plan.page, parameters));
  return lines.join('\n');
}

function limit(page: { readonly limit: number; readonly offset: number }, parameters: Parameters): string {
  return `LIMIT ${parameters.add('limit', 'UInt32', page.limit)} OFFSET ${parameters.add('offset', 'UInt32', page.offset)}`;
}

/** Figures by group: columns k_<key>, c0..., m_<figure>, and `total` and `groups` if asked for; UInt64 as decimal text. */
export function compileGroups(plan: GroupPlan): CompiledQuery {
  const parameters = new Parameters();
  return { sql: selectGroups(plan, parameters), params: parameters.values };
}

const distinct = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())];

/**
 * Several plans in one query, so that a panel costs one round trip and shows one state of the store. Column `part` is
 * the place of the plan in the list; the rows of the parts come in any order.
 */
export function compileUnion(plans: readonly GroupPlan[]): CompiledQuery {
  const shape: Shape = {
    keys: distinct(plans.map((plan) => plan.keys)),
    cuts: Math.max(...plans.map((plan) => plan.cuts.length)),
    figures: distinct(plans.map((plan) => plan.figures)),
  };
  const parts = plans.map((plan, i) => {
    const parameters = new Parameters(`p${i}_`);
    const sql = selectGroups(plan, parameters, shape).replace(/^SELECT/u, `SELECT ${i} AS part,`);
    return { sql, params: parameters.values };
  });
  return { sql: parts.map((part) => part.sql).join('\nUNION ALL\n'), params: Object.assign({}, ...parts.map((part) => part.params)) as Record<string, ParameterValue> };
}

/** Rows, newest first, ties by id: columns r_<column> (times in milliseconds UTC), and `total`, how many there are. */
export function compileRows(plan: RowPlan): CompiledQuery {
  const parameters = new Parameters();
  const where = conditions(plan, parameters);
  const columns = plan.columns.map((id) => {
    const { sql, kind } = columnOf(plan.table, id);
    return `${kind === 'time' ? `toUnixTimestamp64Milli(${sql})` : sql} AS r_${id}`;
  });
  const lines = [
    `SELECT ${columns.join(', ')}, (SELECT count() FROM ${plan.table} WHERE ${where}) AS total`,
    `FROM ${plan.table}`,
    `WHERE ${where}`,
    'ORDER BY created_at DESC, id DESC',
    limit(plan.page, parameters),
  ];
  return { sql: lines.join('\n'), params: parameters.values };
}

/** How many rows there are: `total`. */
export function compileCount(source: Source): CompiledQuery {
  const parameters = new Parameters();
  return { sql: `SELECT count() AS total FROM ${source.table} WHERE ${conditions(source, parameters)}`, params: parameters.values };
}

/**
 * Visitors of all time, and those of two following periods by whether they had been seen before it began: columns
 * history_total, earlier_new, earlier_old, later_new, later_old.
 */
export function compileCohorts(plan: CohortPlan): CompiledQuery {
  const parameters = new Parameters();
  const earlierFrom = parameters.instant('earlier_from', plan.earlier.from);
  const laterFrom = parameters.instant('later_from', plan.later.from);
  const laterTo = parameters.instant('later_to', plan.later.to);
  const where = conditions(plan, parameters);
  const sql = `SELECT count() AS history_total,
  countIf(first_seen >= ${earlierFrom} AND first_seen < ${laterFrom}) AS earlier_new,
  countIf(first_seen < ${earlierFrom} AND seen_earlier) AS earlier_old,
  countIf(first_seen >= ${laterFrom} AND first_seen < ${laterTo}) AS later_new,
  countIf(first_seen < ${laterFrom} AND seen_later) AS later_old
FROM (
  SELECT min(created_at) AS first_seen,
    max(created_at >= ${earlierFrom} AND created_at < ${laterFrom}) AS seen_earlier,
    max(created_at >= ${laterFrom} AND created_at < ${laterTo}) AS seen_later
  FROM ${plan.table}
  WHERE ${where}
  GROUP BY visitor
)`;
  return { sql, params: parameters.values };
}
