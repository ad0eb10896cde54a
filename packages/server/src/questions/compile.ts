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
import type { StatementSettings } from '../warehouse/store-query.js';
import { aliasOf, columnOf, figureOf } from './columns.js';
import { cohortsOfRolled, ROLLED_FIGURES, rolledRows } from './compile-rolled.js';
import { valueFiguresOf, valueRows } from './compile-rolled-values.js';
import { columnIn, conditions, passing } from './conditions.js';
import { Parameters, type ParameterValue } from './parameters.js';
import type { CohortPlan, GroupPlan, RowPlan, Sort, Source } from './plan.js';
import { DIRECTIONS, rowOrder, withinPage } from './row-order.js';

export interface CompiledQuery {
  readonly sql: string;
  readonly params: Readonly<Record<string, ParameterValue>>;
  /** How the store works it out quickest: its answer does not depend on it. */
  readonly settings?: StatementSettings;
  /** What it looks at, part by part. */
  readonly looks?: readonly Look[];
  /** The same from rows alone, where it takes figures from roll-ups. */
  readonly unrolled?: () => CompiledQuery;
}

/** A plan behind a statement, and what became of it. `joined`: its rows are laid together with those of the other parts. */
export type Look =
  | { readonly as: 'groups'; readonly plan: GroupPlan }
  | { readonly as: 'rows'; readonly plan: RowPlan }
  | { readonly as: 'cohorts'; readonly plan: CohortPlan }
  | { readonly as: 'count' | 'joined'; readonly plan: Source };

/** The second text of a statement over roll-ups. */
const unrolledAs = (plans: readonly { readonly rolled: unknown }[], compile: () => CompiledQuery): Pick<CompiledQuery, 'unrolled'> => (plans.some(({ rolled }) => rolled !== null) ? { unrolled: compile } : {});

interface Shape {
  readonly keys: readonly string[];
  readonly cuts: number;
  readonly figures: readonly string[];
}

/** The cut of an instant (SQL, Int64 milliseconds). */
export function cutOf(plan: GroupPlan, i: number, parameters: Parameters): (instant: string) => string {
  const edges = plan.cuts[i] ?? [];
  if (edges.length === 0) return () => 'toInt64(0)';
  const named = parameters.instants(`cut${i}`, edges);
  const labels = plan.labels[i] ?? null;
  const labelled = labels === null ? null : parameters.add(`label${i}`, 'Array(Int64)', labels);
  return (instant) => {
    const edge = `roundDown(${instant}, ${named})`;
    return labelled === null ? edge : `transform(${edge}, ${named}, ${labelled}, toInt64(-1))`;
  };
}

/** The ledger's minutes are whole seconds. */
const instantOf = ({ time }: Source): string => (time === 'minute' ? 'toInt64(toUnixTimestamp(minute)) * 1000' : `toUnixTimestamp64Milli(${time})`);

/** What a group is ordered by, every key at last, so that a page never shows what another page shows too. */
function groupOrder({ sort, order, keys, cuts, figures }: GroupPlan): string[] {
  const cutNames = cuts.map((_, i) => `c${i}`);
  const rule = ({ by, direction }: Sort): string => {
    if (cutNames.includes(by)) return `${by} ${DIRECTIONS[direction]}`;
    if (keys.includes(by)) return `k_${by} ${DIRECTIONS[direction]}`;
    if (figures.includes(by)) return `m_${aliasOf(by)} ${DIRECTIONS[direction]}`;
    throw new RangeError(`groups have no ${JSON.stringify(by)} to be ordered by`);
  };
  if (sort.length === 0 && order === null) return [];
  const rules = [...sort.map(rule), ...(order === null ? [] : [`m_${aliasOf(order)} DESC`])];
  const named = new Set(sort.map(({ by }) => by));
  return [...rules, ...keys.filter((key) => !named.has(key)).map((key) => `k_${key}`), ...(order === null ? cutNames.filter((name) => !named.has(name)) : [])];
}

function fromOf(plan: GroupPlan, cuts: readonly ((instant: string) => string)[], parameters: Parameters): string {
  const { rolled, figures, filters } = plan;
  if (rolled === null) return `FROM ${plan.table}\nWHERE ${conditions(plan, parameters)}`;
  if (rolled.values === undefined) return `FROM (${rolledRows(plan, rolled, cuts, figures, parameters)}) AS r`;
  const from = `FROM (${valueRows(plan, rolled, rolled.values, parameters)}) AS r`;
  return filters.length === 0 ? from : `${from}\nWHERE ${passing(plan, filters, 'filter', parameters).join(' AND ')}`;
}

/** One SELECT of groups. In a union every part has the columns of all, those that it lacks as '' or 0, keys as text. */
function selectGroups(plan: GroupPlan, parameters: Parameters, union?: Shape): string {
  const { table, keys, cuts, figures } = plan;
  const keySql = keys.map((key) => {
    const { sql, kind } = columnIn(plan, key, parameters);
    return kind === 'time' ? `toUnixTimestamp64Milli(${sql})` : sql;
  });
  const cutFunctions = cuts.map((_, i) => cutOf(plan, i, parameters));
  const cutSql = cutFunctions.map((cut, i) => (plan.rolled === null ? cut(instantOf(plan)) : `r.c${i}`));
  const rolledFigures = plan.rolled?.values === undefined ? ROLLED_FIGURES : valueFiguresOf(plan.rolled.values);
  const figureSql = (figure: string): string => (plan.rolled === null ? figureOf(table, figure) : (rolledFigures.get(figure) ?? 'toUInt64(0)'));
  const shape = union ?? { keys, cuts: cuts.length, figures };
  const columns = [
    ...shape.keys.map((key) => {
      const at = keys.indexOf(key);
      if (at < 0) return `'' AS k_${key}`;
      return union ? `toString(${keySql[at]}) AS k_${key}` : `${keySql[at]} AS k_${key}`;
    }),
    ...Array.from({ length: shape.cuts }, (_, i) => `${cutSql[i] ?? 'toInt64(0)'} AS c${i}`),
    ...shape.figures.map((figure) => `${figures.includes(figure) ? figureSql(figure) : 'toUInt64(0)'} AS m_${aliasOf(figure)}`),
    ...(plan.totals ? [...(plan.order === null ? [] : [`sum(${figureSql(plan.order)}) OVER () AS total`]), 'count() OVER () AS groups'] : []),
  ];
  const groups = [...keySql, ...cuts.map((_, i) => `c${i}`)].join(', ');
  const lines = [`SELECT ${columns.join(', ')}`, fromOf(plan, cutFunctions, parameters)];
  if (groups !== '') lines.push(`GROUP BY ${plan.rollup ? `ROLLUP(${groups})` : groups}`);
  const order = groupOrder(plan);
  if (order.length > 0) lines.push(`ORDER BY ${order.join(', ')}`);
  if (plan.page !== null) lines.push(limit(plan.page, parameters));
  return lines.join('\n');
}

function limit(page: { readonly limit: number; readonly offset: number }, parameters: Parameters): string {
  return `LIMIT ${parameters.add('limit', 'UInt32', page.limit)} OFFSET ${parameters.add('offset', 'UInt32', page.offset)}`;
}

/** Whether sets are put together by group and once more by group of groups: then those of visitors and those of addresses had better be so at the same time. */
const isTwice = ({ rolled, rollup, cuts, figures }: GroupPlan): boolean => rolled !== null && rollup && cuts.length > 1 && figures.includes('uv') && figures.includes('ip');

/** The same as `selectGroups`, addresses beside all else. */
function selectTwice(plan: GroupPlan, parameters: Parameters): string {
  const { cuts, figures } = plan;
  const shape: Shape = { keys: [], cuts: cuts.length, figures };
  const halves = [figures.filter((figure) => figure !== 'ip'), ['ip']].map((half) => selectGroups({ ...plan, figures: half }, parameters, shape));
  const groups = cuts.map((_, i) => `c${i}`).join(', ');
  return `SELECT ${groups}, ${figures.map((figure) => `sum(h.m_${aliasOf(figure)}) AS m_${aliasOf(figure)}`).join(', ')}\nFROM (${halves.join('\nUNION ALL\n')}) AS h\nGROUP BY ${groups}`;
}

/** Of one that judges whether hits are their crawlers': the store would judge rows before it looks at their sites, times and names, which takes up to twice as long. */
const settingsOf = (plans: readonly GroupPlan[]): Pick<CompiledQuery, 'settings'> =>
  plans.some(({ crawlers, filters }) => crawlers !== null && filters.some(({ column }) => column === 'authenticity')) ? { settings: { optimize_move_to_prewhere: 0 } } : {};

/** Figures by group: columns k_<key>, c0..., m_<figure>, and `total` and `groups` if asked for; UInt64 as decimal text. */
export function compileGroups(plan: GroupPlan): CompiledQuery {
  const parameters = new Parameters();
  return { sql: isTwice(plan) ? selectTwice(plan, parameters) : selectGroups(plan, parameters), params: parameters.values, ...settingsOf([plan]), looks: [{ as: 'groups', plan }], ...unrolledAs([plan], () => compileGroups({ ...plan, rolled: null })) };
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
  return {
    sql: parts.map((part) => part.sql).join('\nUNION ALL\n'),
    params: Object.assign({}, ...parts.map((part) => part.params)) as Record<string, ParameterValue>,
    ...settingsOf(plans),
    looks: plans.map((plan) => ({ as: 'groups', plan })),
    ...unrolledAs(plans, () => compileUnion(plans.map((plan) => ({ ...plan, rolled: null })))),
  };
}

/** Figures by one key over several plans, each of which counts other figures: what one lacks is 0. */
export interface SummedPlan {
  readonly parts: readonly GroupPlan[];
  readonly key: string;
  /** By the key or by figures; ties by key. */
  readonly sort: readonly Sort[];
  readonly page: GroupPlan['page'];
}

/** Columns k_<key>, m_<figure>, and on every row, whatever the page, total_<figure> over all rows and `groups`, how many there are. */
export function compileSummed({ parts, key, sort, page }: SummedPlan): CompiledQuery {
  const inner = compileUnion(parts);
  const figures = distinct(parts.map((part) => part.figures)).map(aliasOf);
  const parameters = new Parameters();
  const order = [...sort.filter(({ by }) => by !== key).map(({ by, direction }) => {
    if (!figures.includes(by)) throw new RangeError(`groups have no ${JSON.stringify(by)} to be ordered by`);
    return `m_${by} ${DIRECTIONS[direction]}`;
  }), `k_${key} ${DIRECTIONS[sort.find(({ by }) => by === key)?.direction ?? 'asc']}`];
  const columns = [`k_${key}`, ...figures.map((figure) => `m_${figure}`), ...figures.map((figure) => `sum(m_${figure}) OVER () AS total_${figure}`), 'count() OVER () AS groups'];
  const lines = [
    `SELECT ${columns.join(', ')}`,
    `FROM (SELECT k_${key}, ${figures.map((figure) => `sum(f.m_${figure}) AS m_${figure}`).join(', ')} FROM (${inner.sql}) AS f GROUP BY k_${key})`,
    `ORDER BY ${order.join(', ')}`,
  ];
  if (page !== null) lines.push(limit(page, parameters));
  return { sql: lines.join('\n'), params: { ...inner.params, ...parameters.values }, looks: parts.map((plan) => ({ as: 'joined', plan })) };
}

/** Rows, newest first unless sorted, ties by time and id: columns r_<column> (times in milliseconds UTC), and with `totals` `total`, how many there are. */
export function compileRows(plan: RowPlan): CompiledQuery {
  const parameters = new Parameters();
  const where = conditions(plan, parameters);
  const columns = plan.columns.map((id) => {
    const { sql, kind } = columnOf(plan.table, id);
    return `${kind === 'time' ? `toUnixTimestamp64Milli(${sql})` : sql} AS r_${id}`;
  });
  if (plan.totals) columns.push(`(SELECT count() FROM ${plan.table} WHERE ${where}) AS total`);
  const order = rowOrder(plan);
  const pageSql = plan.page === null ? null : limit(plan.page, parameters);
  const lines = [`SELECT ${columns.join(', ')}`, `FROM ${plan.table}`, `WHERE ${where}${withinPage(plan, where, pageSql)}`, `ORDER BY ${order}`];
  if (plan.each !== null) lines.push(`LIMIT ${parameters.add('each', 'UInt32', plan.each.limit)} BY ${columnOf(plan.table, plan.each.column).sql}`);
  if (pageSql !== null) lines.push(pageSql);
  return { sql: lines.join('\n'), params: parameters.values, looks: [{ as: 'rows', plan }] };
}

/** How many rows there are: `total`. */
export function compileCount(source: Source): CompiledQuery {
  const parameters = new Parameters();
  return { sql: `SELECT count() AS total FROM ${source.table} WHERE ${conditions(source, parameters)}`, params: parameters.values, looks: [{ as: 'count', plan: source }] };
}

/**
 * Visitors of all time, and those of two following periods by whether they had been seen before it began: columns
 * history_total, earlier_new, earlier_old, later_new, later_old. Where a visit must be something to show its visitor,
 * visitors without such a visit are left out, in all and of each period.
 */
export function compileCohorts(plan: CohortPlan): CompiledQuery {
  const parameters = new Parameters();
  const looks: readonly Look[] = [{ as: 'cohorts', plan }];
  if (plan.rolled !== null) return { sql: cohortsOfRolled(plan, plan.rolled, parameters), params: parameters.values, looks, ...unrolledAs([plan], () => compileCohorts({ ...plan, rolled: null })) };
  const earlierFrom = parameters.instant('earlier_from', plan.earlier.from);
  const laterFrom = parameters.instant('later_from', plan.later.from);
  const laterTo = parameters.instant('later_to', plan.later.to);
  const where = conditions(plan, parameters);
  const shown = passing(plan, plan.shown, 'shown', parameters).map((condition) => ` AND ${condition}`).join('');
  const sql = `SELECT ${shown === '' ? 'count()' : 'countIf(seen)'} AS history_total,
  countIf(first_seen >= ${earlierFrom} AND first_seen < ${laterFrom} AND seen_earlier) AS earlier_new,
  countIf(first_seen < ${earlierFrom} AND seen_earlier) AS earlier_old,
  countIf(first_seen >= ${laterFrom} AND first_seen < ${laterTo} AND seen_later) AS later_new,
  countIf(first_seen < ${laterFrom} AND seen_later) AS later_old
FROM (
  SELECT min(created_at) AS first_seen,
    max(created_at >= ${earlierFrom} AND created_at < ${laterFrom}${shown}) AS seen_earlier,
    max(created_at >= ${laterFrom} AND created_at < ${laterTo}${shown}) AS seen_later${shown === '' ? '' : `,\n    max(true${shown}) AS seen`}
  FROM ${plan.table}
  WHERE ${where}
  GROUP BY visitor
)`;
  return { sql, params: parameters.values, looks };
}
