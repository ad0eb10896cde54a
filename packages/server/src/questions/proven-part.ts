/** What a statement looked at, in words that need no SQL: sites, periods, filters, groups, and how many rows are behind it. */
import type { ProvenFilter, ProvenGroup, ProvenPart, ProvenPeriod } from '@footfall/contract';
import { PROVEN_GROUPS } from '@footfall/contract';
import type { Asked } from './asked.js';
import { aliasOf, type Table } from './columns.js';
import type { Look } from './compile.js';
import { addressText, countIn, type Row } from './counts.js';
import { mergeRanges, type TimeRange } from './period.js';
import { type Filter, grouped, type GroupPlan, type Source, where } from './plan.js';
import { SiteScope } from './scope.js';

/** What a question is told by, as far as its proof says it in words. */
type Told = Pick<Asked, 'sites' | 'zone'>;

const MOST_SITES = 20;
const MOST_VALUES = 20;
/** What a group says beside its figures: facts and times. */
const FACTS: ReadonlySet<string> = new Set(['last_at', 'first_at', 'user_agent', 'device_type', 'os_name', 'browser_name', 'country_code']);
const COHORTS = ['history_total', 'earlier_new', 'earlier_old', 'later_new', 'later_old'] as const;

/** The figures that a part's rows are counted again by. */
const COUNTED: Readonly<Partial<Record<Table, readonly string[]>>> = { visits: ['pv', 'uv', 'ip', 'referer_num', 'sessions'], spider_hits: ['hits'], events: ['events', 'visitors'] };
const ROWS: Readonly<Partial<Record<Table, string>>> = { visits: 'pv', spider_hits: 'hits', events: 'events' };

/** The plan without its groups, over rows alone; null of tables whose rows are no visits, hits or events. */
export function countedPlan({ as, plan }: Look): GroupPlan | null {
  const figures = COUNTED[plan.table];
  if (figures === undefined) return null;
  const { table, scope, time, ranges, filters, crawlers } = plan;
  const source: Source = { table, scope, time, ranges, filters, crawlers };
  return grouped(as === 'cohorts' ? where(source, plan.shown) : source, figures);
}

/** Of a plan over roll-ups the rows that are counted beside them; null of one without. */
export function restPlan({ as, plan }: Look): GroupPlan | null {
  if ((as !== 'groups' && as !== 'cohorts') || plan.rolled === null) return null;
  return grouped({ ...plan, ranges: plan.rolled.rest }, ['pv']);
}

/** The figures of `countedPlan`, and `rows`. */
export function countedOf(table: Table, row: Row | undefined): Record<string, number> {
  return { rows: countIn(row, `m_${ROWS[table] ?? ''}`), ...Object.fromEntries((COUNTED[table] ?? []).map((figure) => [figure, countIn(row, `m_${figure}`)])) };
}

export function periodOf({ from, to }: TimeRange, { zone }: Told): ProvenPeriod {
  return { from: zone.text(from), to: zone.text(Math.max(from, to - 1)), utc_from: new Date(from).toISOString(), utc_to: new Date(to).toISOString() };
}

const domainOf = (id: string | number, { sites }: Told): string => sites.find((site) => site.id === Number(id))?.domain ?? '';

function filterOf({ column, operator = '=', value }: Filter, asked: Told): ProvenFilter {
  const values = typeof value === 'string' ? [value] : value.map(String);
  const isSite = column === 'site_id';
  return { column: isSite ? 'domain' : column, operator, values: values.slice(0, MOST_VALUES).map((one) => (isSite ? domainOf(one, asked) : one)), num: values.length };
}

/** What both have. */
function common(ranges: readonly TimeRange[], within: readonly TimeRange[] | null): TimeRange[] {
  if (within === null) return [...ranges];
  return ranges.flatMap(({ from, to }) => within.map((one) => ({ from: Math.max(from, one.from), to: Math.min(to, one.to) }))).filter(({ from, to }) => to > from);
}

interface Place {
  readonly label: number | null;
  readonly ranges: readonly TimeRange[] | null;
}

/** Where in time a row of a grouped answer lies: within a bucket of each cut that a roll-up did not sum over. */
function placeOf({ cuts, labels, rollup, ranges }: GroupPlan, row: Row): Place {
  let place: Place = { label: null, ranges: null };
  for (const [i, edges] of cuts.entries()) {
    const at = countIn(row, `c${i}`);
    const named = labels[i] ?? null;
    const mine = edges.flatMap((edge, j) => ((named?.[j] ?? edge) === at ? [{ from: edge, to: edges[j + 1] ?? Number.MAX_SAFE_INTEGER }] : []));
    if (mine.length === 0 || (rollup && at === 0)) continue;
    const within = common(mine, place.ranges ?? ranges);
    place = { label: named === null ? place.label : at, ranges: mergeRanges(within) };
  }
  return place;
}

function keyText(column: string, value: string | number | null | undefined, asked: Told): readonly [string, string] {
  if (column === 'site_id') return ['domain', domainOf(value ?? 0, asked)];
  return [column, column === 'ip' ? addressText(String(value ?? '')) : String(value ?? '')];
}

/** No site has it. */
const NO_SITE = '0';

/** Sums over keys are '' like what is not known: of two rows alike the larger is the sum. */
function sumOf(plan: GroupPlan, rows: readonly Row[]): Row | undefined {
  if (!plan.rollup || plan.keys.length === 0) return undefined;
  const [figure = ''] = plan.figures;
  return rows.filter((row) => plan.keys.every((key) => String(row[`k_${key}`]) === (key === 'site_id' ? NO_SITE : ''))).toSorted((a, b) => countIn(b, `m_${figure}`) - countIn(a, `m_${figure}`))[0];
}

function groupsOf(plan: GroupPlan, rows: readonly Row[], asked: Told): ProvenGroup[] {
  const sum = sumOf(plan, rows);
  // In time, and most first, where nothing else is their order: the store gives them as they come.
  const most = `m_${aliasOf(plan.figures[0] ?? '')}`;
  const inOrder = plan.sort.length > 0 || plan.order !== null ? rows : rows.toSorted((a, b) => countIn(a, 'c0') - countIn(b, 'c0') || countIn(a, 'c1') - countIn(b, 'c1') || countIn(b, most) - countIn(a, most));
  return inOrder.slice(0, PROVEN_GROUPS).map((row) => {
    const { label, ranges } = placeOf(plan, row);
    return {
      keys: row === sum ? {} : Object.fromEntries(plan.keys.map((key) => keyText(key, row[`k_${key}`], asked))),
      label,
      periods: ranges === null ? null : ranges.slice(0, PROVEN_GROUPS).map((range) => periodOf(range, asked)),
      figures: figuresIn(row, plan.figures),
    };
  });
}

/** Those that are numbers; of no rows there is no mean and no largest. */
function figuresIn(row: Row, figures: readonly string[]): Record<string, number> {
  return Object.fromEntries(figures.filter((figure) => !FACTS.has(figure)).flatMap((figure): [string, number][] => {
    const value = Number(row[`m_${aliasOf(figure)}`]);
    return Number.isFinite(value) ? [[figure, value]] : [];
  }));
}

/** What a part of a statement says of itself, besides what was counted again. */
export function partOf({ as, plan }: Look, rows: readonly Row[], asked: Told): Omit<ProvenPart, 'counted'> {
  const ids = SiteScope.idsOf(plan.scope);
  const shown = as === 'cohorts' ? plan.shown : [];
  const groups = as === 'groups' ? groupsOf(plan, rows, asked) : as === 'cohorts' ? rows.map((row) => ({ keys: {}, label: null, periods: null, figures: cohortsIn(row) })) : [];
  const rolled = as === 'groups' || as === 'cohorts' ? plan.rolled : null;
  return {
    as, table: plan.table,
    sites: ids.slice(0, MOST_SITES).map((id) => domainOf(id, asked)).filter((domain) => domain !== ''),
    site_count: ids.length,
    periods: plan.ranges === null ? null : plan.ranges.slice(0, PROVEN_GROUPS).map((range) => periodOf(range, asked)),
    filters: [...plan.filters, ...shown].map((filter) => filterOf(filter, asked)),
    by: as === 'groups' ? [...plan.keys.map((key) => (key === 'site_id' ? 'domain' : key)), ...(plan.cuts.length > 0 ? ['created_at'] : [])] : [],
    groups,
    group_count: as === 'groups' && plan.totals ? countIn(rows[0], 'groups') : Math.max(groups.length, as === 'groups' ? rows.length : 0),
    rolled: rolled === null ? null : { spans: rolled.spans.length, hours: rolled.hours.reduce((sum, { from, to }) => sum + (to - from) / 3_600_000, 0), visits: null, same: null },
  };
}

const cohortsIn = (row: Row): Record<string, number> => Object.fromEntries(COHORTS.map((name) => [name, countIn(row, name)]));
