/**
 * Every address that is known, with what people and crawlers did with it, as SQL: visits, hits and sitemaps, each grouped by address, laid together.
 * What compile.ts promises holds here: names are written here or in columns.ts, values are parameters, every SELECT over a table has its scope.
 */
import { columnOf, HAS_PARAMETERS, SPENT, type Table } from './columns.js';
import type { CompiledQuery } from './compile.js';
import { conditions } from './conditions.js';
import { Parameters } from './parameters.js';
import type { TimeRange } from './period.js';
import { everything, type Filter, type Page, type Sort, where } from './plan.js';
import type { SiteScope } from './scope.js';

/** Which addresses are known, and how they are laid together. */
export interface KnownUrls {
  readonly scope: SiteScope;
  /** The readings of sitemaps that are in force: of these the addresses count, if their site is in scope. */
  readonly readings: readonly number[];
  readonly fold: '' | 'path';
  /** Contained in the address; '' for all. */
  readonly search: string;
}

export interface CoveragePlan extends KnownUrls {
  /** That figures are of; whether something ever happened is of all time. */
  readonly range: TimeRange;
  /** Names of crawlers that are told apart. */
  readonly crawlers: readonly string[];
  readonly listed: '' | 'yes' | 'no';
  readonly visited: '' | 'yes' | 'no';
  readonly crawled: '' | 'yes' | 'no';
  /** A crawler's name; '' for all. */
  readonly never: string;
  readonly only: '' | 'errors' | 'redirects' | 'parameters';
}

const HIT_FIGURES = ['hits', 'errors', 'redirects', 'parameters', 'last_at', 'status', 'never'] as const;
const ALL_FIGURES = ['pv', 'visited_at', ...HIT_FIGURES, 'listed', 'variants'] as const;
const crawlerFigures = (crawlers: readonly string[]): string[] => crawlers.flatMap((_, i) => [`hits_${i}`, `last_at_${i}`, `status_${i}`]);

export const keyOf = (fold: KnownUrls['fold']): 'url_asked' | 'url_page' => (fold === 'path' ? 'url_page' : 'url_asked');
export const millis = (sql: string): string => `toUInt64(toUnixTimestamp64Milli(${sql}))`;

/** The condition on a table's rows, and the column that addresses are laid together by. */
export function sourceOf({ scope, readings, fold, search }: KnownUrls, table: Table, parameters: Parameters, more: readonly Filter[] = []): { readonly key: string; readonly condition: string } {
  const contains: Filter[] = search === '' ? [] : [{ column: keyOf(fold), operator: 'like', value: search }];
  const inForce: Filter[] = table === 'sitemap_urls' ? [{ column: 'reading', operator: 'in', value: readings }] : [];
  return { key: columnOf(table, keyOf(fold)).sql, condition: conditions(where(everything(scope, table), [...contains, ...inForce, ...more]), parameters) };
}

function within({ from, to }: TimeRange, parameters: Parameters): string {
  return `created_at >= ${parameters.instant('from', from)} AND created_at < ${parameters.instant('to', to)}`;
}

/** Of one table; figures that it has not are 0. */
function part(plan: CoveragePlan, table: Table, figures: Readonly<Record<string, string>>, parameters: Parameters): string {
  const { key, condition } = sourceOf(plan, table, parameters);
  const columns = [...ALL_FIGURES, ...crawlerFigures(plan.crawlers)].map((figure) => `${figures[figure] ?? 'toUInt64(0)'} AS m_${figure}`);
  return `SELECT ${key} AS k, ${columns.join(', ')} FROM ${table} WHERE ${condition} GROUP BY k`;
}

function hitFigures(plan: CoveragePlan, parameters: Parameters): Record<string, string> {
  const inRange = within(plan.range, parameters);
  const latest = (sql: string, condition: string): string => `toUInt64(argMaxIf(${sql}, (created_at, id), ${condition}))`;
  const named = plan.crawlers.map((name, i): [string, string] => [String(i), `name = ${parameters.add(`name${i}`, 'String', name)}`]);
  return {
    hits: `countIf(${inRange})`,
    ...Object.fromEntries(Object.entries(SPENT).map(([spent, sql]) => [spent, `countIf(${inRange} AND ${sql})`])),
    last_at: millis('max(created_at)'),
    status: latest('ifNull(status, 0)', '1'),
    never: plan.never === '' ? 'count()' : `countIf(name = ${parameters.add('never', 'String', plan.never)})`,
    variants: `countIf(${HAS_PARAMETERS})`,
    ...Object.fromEntries(named.flatMap(([i, condition]) => [
      [`hits_${i}`, `countIf(${condition} AND ${inRange})`], [`last_at_${i}`, millis(`maxIf(created_at, ${condition})`)], [`status_${i}`, latest('ifNull(status, 0)', condition)],
    ])),
  };
}

/** What an address must be, over all that is known of it. */
function having({ listed, visited, crawled, never, only }: CoveragePlan): string {
  const rules = [
    ...(listed === '' ? [] : [`m_listed ${listed === 'yes' ? '>' : '='} 0`]),
    ...(visited === '' ? [] : [`m_visited_at ${visited === 'yes' ? '>' : '='} 0`]),
    ...(crawled === '' ? [] : [`m_last_at ${crawled === 'yes' ? '>' : '='} 0`]),
    ...(never === '' ? [] : ['m_never = 0']),
    ...(only === 'parameters' ? ['m_variants > 0'] : only === '' ? [] : [`m_hits > 0 AND m_${only} = m_hits`]),
  ];
  return rules.length === 0 ? '' : `\nWHERE ${rules.join(' AND ')}`;
}

/** A row for each address: each figure comes from one of the parts, so that their sum is that one. */
function known(plan: CoveragePlan): CompiledQuery {
  const [visits, hits, listed] = ['v_', 'h_', 's_'].map((prefix) => new Parameters(prefix)) as [Parameters, Parameters, Parameters];
  const parts = [
    part(plan, 'visits', { pv: `countIf(${within(plan.range, visits)})`, visited_at: millis('max(created_at)'), variants: `countIf(${HAS_PARAMETERS})` }, visits),
    part(plan, 'spider_hits', hitFigures(plan, hits), hits),
    ...(plan.readings.length === 0 ? [] : [part(plan, 'sitemap_urls', { listed: 'toUInt64(1)', variants: `countIf(${HAS_PARAMETERS})` }, listed)]),
  ];
  const figures = [...ALL_FIGURES, ...crawlerFigures(plan.crawlers)];
  const inner = `SELECT k, ${figures.map((figure) => `sum(p.m_${figure}) AS m_${figure}`).join(', ')} FROM (\n${parts.join('\nUNION ALL\n')}\n) AS p GROUP BY k`;
  return { sql: `(${inner})${having(plan)}`, params: { ...visits.values, ...hits.values, ...(plan.readings.length === 0 ? {} : listed.values) } };
}

const DIRECTIONS = { asc: 'ASC', desc: 'DESC' } as const;
/** Figures that a list can be in order of. */
const SORTABLE: ReadonlySet<string> = new Set(['pv', 'visited_at', 'hits', 'errors', 'redirects', 'parameters', 'last_at']);

/** Columns k and m_<figure>, of crawlers m_<figure>_<place>: most views first unless sorted otherwise, ties by address. */
export function compileCoverage(plan: CoveragePlan, sort: readonly Sort[], page: Page): CompiledQuery {
  const { sql, params } = known(plan);
  const parameters = new Parameters();
  const rules = (sort.length === 0 ? [{ by: 'pv', direction: 'desc' } as const, { by: 'hits', direction: 'desc' } as const] : sort).map(({ by, direction }) => {
    if (by !== 'key' && !SORTABLE.has(by)) throw new RangeError(`addresses have no ${JSON.stringify(by)} to be ordered by`);
    return `${by === 'key' ? 'k' : `m_${by}`} ${DIRECTIONS[direction]}`;
  });
  const limit = `LIMIT ${parameters.add('limit', 'UInt32', page.limit)} OFFSET ${parameters.add('offset', 'UInt32', page.offset)}`;
  return { sql: `SELECT * FROM ${sql}\nORDER BY ${[...rules, 'k'].join(', ')}\n${limit}`, params: { ...params, ...parameters.values } };
}

/** One row: `urls`, how many addresses there are, and total_<figure> over them. */
export function compileCoverageTotal(plan: CoveragePlan): CompiledQuery {
  const { sql, params } = known({ ...plan, crawlers: [] });
  return { sql: `SELECT count() AS urls, ${['pv', 'hits', 'errors', 'redirects', 'parameters', 'listed'].map((figure) => `sum(m_${figure}) AS total_${figure}`).join(', ')} FROM ${sql}`, params };
}

/** One row: how many addresses are what, and urls_<place>, listed_never_<place>, visited_never_<place> of each crawler. */
export function compileCoverageSummary(plan: CoveragePlan): CompiledQuery {
  const { sql, params } = known(plan);
  const counts: Readonly<Record<string, string>> = {
    visited: 'm_visited_at > 0', crawled: 'm_last_at > 0', listed: 'm_listed > 0', listed_not_crawled: 'm_listed > 0 AND m_last_at = 0',
    visited_not_crawled: 'm_visited_at > 0 AND m_last_at = 0', crawled_not_visited: 'm_last_at > 0 AND m_visited_at = 0',
    ...Object.fromEntries(plan.crawlers.flatMap((_, i) => [[`urls_${i}`, `m_last_at_${i} > 0`], [`listed_never_${i}`, `m_listed > 0 AND m_last_at_${i} = 0`], [`visited_never_${i}`, `m_visited_at > 0 AND m_last_at_${i} = 0`]])),
  };
  return { sql: `SELECT count() AS known, ${Object.entries(counts).map(([name, condition]) => `countIf(${condition}) AS ${name}`).join(', ')} FROM ${sql}`, params };
}
