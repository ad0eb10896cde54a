/** Figures by value from roll-ups, and of the rest of the time from visits, as compile-rolled.ts has those of all visits. */
import { factSql, type ValueKind } from '../warehouse/tables/rolled-values.js';
import { amongSpans, numbers } from './compile-rolled.js';
import { conditions } from './conditions.js';
import type { Parameters, ParameterValue } from './parameters.js';
import type { CountedValue, GroupPlan, Members, RolledTime } from './plan.js';
import { SiteScope } from './scope.js';

const FIGURES: ReadonlyMap<string, string> = new Map([
  ['pv', 'sum(r.pv)'],
  ['uv', 'toUInt64(groupBitmapMerge(r.visitors))'],
  ['last_at', 'toUInt64(toUnixTimestamp64Milli(max(r.last)))'],
]);
const OF_ADDRESSES = [['ip', 'toUInt64(groupBitmapMerge(r.addresses))']] as const;
const OF_AGENTS = [['user_agent', 'argMaxMerge(r.newest)']] as const;

/** SQL of the figures that a kind has, over the rows of `valueRows`. */
export const valueFiguresOf = ({ hasAddresses, hasAgent }: ValueKind): ReadonlyMap<string, string> => new Map([...FIGURES, ...(hasAddresses ? OF_ADDRESSES : []), ...(hasAgent ? OF_AGENTS : [])]);

/** The parts of figures, only those that are asked for: what they are of rows of visits, over `s` with the numbers `v` and `a`. */
const PARTS: Readonly<Record<string, readonly [column: string, sql: string]>> = {
  pv: ['pv', 'count()'],
  uv: ['visitors', 'groupBitmapState(v.number)'],
  ip: ['addresses', 'groupBitmapState(a.number)'],
  last_at: ['last', 'max(s.created_at)'],
  user_agent: ['newest', 'argMaxState(toString(s.user_agent), (s.created_at, s.id))'],
};
const MEMBERS = [['uv', 'visitor_numbers', 'visitor', 'v'], ['ip', 'address_numbers', 'ip', 'a']] as const;

type Given = Readonly<Record<string, readonly [sql: string, type: string, value: ParameterValue]>>;
const SETS = ['visitors', 'addresses'] as const;

/** Those without a number are many where a site is new to most who come: they are said by the first and the last. */
const membersOf = (set: (typeof SETS)[number], members: readonly Members[]): Given => ({
  [set]: [`bitmapBuild(arrayConcat(g_${set}, range(g_${set}_from, g_${set}_to)))`, 'Array(Array(UInt32))', members.map(({ numbers: known }) => known)],
  [`${set}_from`]: ['', 'Array(UInt32)', members.map(({ unnumbered }) => unnumbered.from)],
  [`${set}_to`]: ['', 'Array(UInt32)', members.map(({ unnumbered }) => unnumbered.from + unnumbered.count)],
});

/** Rows of what was counted before, one for each value. */
function countedRows(values: readonly CountedValue[], columns: readonly string[], parts: readonly string[], parameters: Parameters): string {
  const given: Given = {
    facts: ['', 'Array(Array(String))', values.map(({ facts }) => facts)],
    pv: ['g_pv', 'Array(UInt64)', values.map(({ pv }) => pv)],
    last: ["fromUnixTimestamp64Milli(g_last, 'UTC')", 'Array(Int64)', values.map(({ last }) => last)],
    id: ['', 'Array(UInt64)', values.map(({ id }) => id)],
    newest: ["arrayReduce('argMaxState', [g_newest], [(fromUnixTimestamp64Milli(g_last, 'UTC'), g_id)])", 'Array(String)', values.map(({ agent }) => agent)],
    ...membersOf('visitors', values.map(({ visitors }) => visitors)),
    ...membersOf('addresses', values.map(({ addresses }) => addresses)),
  };
  const needed = ['facts', ...parts, ...(parts.includes('newest') ? ['last', 'id'] : []), ...SETS.flatMap((set) => (parts.includes(set) ? [`${set}_from`, `${set}_to`] : []))].filter((name, i, all) => all.indexOf(name) === i);
  const arrays = needed.map((name) => parameters.add(`rest_${name}`, given[name]?.[1] ?? '', given[name]?.[2] ?? []));
  const shown = [...columns.map((column, i) => `g_facts[${i + 1}] AS ${column}`), ...parts.map((name) => `${given[name]?.[0] ?? ''} AS ${name}`)];
  const named = needed.map((name, i) => `one.${i + 1} AS g_${name}`);
  return `SELECT ${shown.join(', ')} FROM (SELECT ${named.join(', ')} FROM (SELECT arrayJoin(arrayZip(${arrays.join(', ')})) AS one))`;
}

/** Rows to be grouped by their facts, which are named as the columns of visits are: the filters are left to whoever reads them. */
export function valueRows(plan: GroupPlan, { spans, rest, countedValues }: RolledTime, kind: ValueKind, parameters: Parameters): string {
  const { columns } = kind;
  const site = parameters.add('site', 'UInt32', SiteScope.idsOf(plan.scope)[0] ?? 0);
  const parts = Object.entries(PARTS).flatMap(([figure, part]) => (figure === 'pv' || plan.figures.includes(figure) ? [part] : []));
  const taken = `SELECT ${[...columns.map((column, i) => `facts[${i + 1}] AS ${column}`), ...parts.map(([column]) => column)].join(', ')}
  FROM rolled_values WHERE site_id = ${site} AND kind = ${kind.kind} AND ${amongSpans(spans, parameters)}`;
  if (rest.length === 0 || countedValues?.length === 0) return taken;
  if (countedValues !== undefined) return `${taken}\n  UNION ALL\n  ${countedRows(countedValues, columns, parts.map(([column]) => column), parameters)}`;
  const rows = conditions({ ...plan, filters: [], ranges: rest }, parameters);
  const members = MEMBERS.filter(([figure]) => plan.figures.includes(figure));
  const read = ['created_at', 'id', ...members.map(([, , column]) => column), ...(plan.figures.includes('user_agent') ? ['user_agent'] : []), ...columns];
  const numbered = members.map(([, table, column, as]) => `\n  ANY LEFT JOIN ${numbers(table, column, site, rows)} AS ${as} ON s.${column} = ${as}.${column}`).join('');
  return `${taken}
  UNION ALL
  SELECT ${[...columns.map((column) => `${factSql(kind, `s.${column}`)} AS ${column}`), ...parts.map(([column, sql]) => `${sql} AS ${column}`)].join(', ')}
  FROM (SELECT ${read.join(', ')} FROM visits WHERE ${rows}) AS s${numbered} GROUP BY ${columns.join(', ')}`;
}
