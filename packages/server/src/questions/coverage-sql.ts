/**
 * Every address that is known, with what people and crawlers did with it, as SQL: visits, hits and sitemaps, each grouped by address, laid together.
 * What compile.ts promises holds here: names are written here or in columns.ts, values are parameters, every SELECT over a table has its scope.
 */
import { columnOf, HAS_PARAMETERS, SPENT, type Table } from './columns.js';
import type { CompiledQuery, Look } from './compile.js';
import { conditions } from './conditions.js';
import { Parameters } from './parameters.js';
import type { TimeRange } from './period.js';
import { during, everything, type Filter, type Page, type Sort, where } from './plan.js';
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

/** Each made only where it is wanted. */
type Figures = Readonly<Record<string, () => string>>;

/** Of one table; figures that it has not are 0. */
function part(plan: CoveragePlan, table: Table, figures: Figures, { wanted, keys }: Wanted, parameters: Parameters): string {
  const these: Filter[] = keys === undefined ? [] : [{ column: keyOf(plan.fold), operator: 'in', value: keys }];
  const { key, condition } = sourceOf(plan, table, parameters, these);
  const columns = [...wanted].map((figure) => `${figures[figure]?.() ?? 'toUInt64(0)'} AS m_${figure}`);
  return `SELECT ${[`${key} AS k`, ...columns].join(', ')} FROM ${table} WHERE ${condition} GROUP BY k`;
}

function hitFigures(plan: CoveragePlan, parameters: Parameters): Figures {
  const inRange = (): string => within(plan.range, parameters);
  const latest = (sql: string, condition: string): string => `toUInt64(argMaxIf(${sql}, (created_at, id), ${condition}))`;
  const named = plan.crawlers.map((name, i) => [String(i), () => `name = ${parameters.add(`name${i}`, 'String', name)}`] as const);
  return {
    hits: () => `countIf(${inRange()})`,
    ...Object.fromEntries(Object.entries(SPENT).map(([spent, sql]) => [spent, () => `countIf(${inRange()} AND ${sql})`])),
    last_at: () => millis('max(created_at)'),
    status: () => latest('ifNull(status, 0)', '1'),
    never: () => (plan.never === '' ? 'count()' : `countIf(name = ${parameters.add('never', 'String', plan.never)})`),
    variants: () => `countIf(${HAS_PARAMETERS})`,
    ...Object.fromEntries(named.flatMap(([i, condition]) => [
      [`hits_${i}`, () => `countIf(${condition()} AND ${inRange()})`], [`last_at_${i}`, () => millis(`maxIf(created_at, ${condition()})`)], [`status_${i}`, () => latest('ifNull(status, 0)', condition())],
    ])),
  };
}

/** What an address must be, over all that is known of it: each rule with the figures that it looks at. */
function rulesOf({ listed, visited, crawled, never, only }: CoveragePlan): readonly { readonly sql: string; readonly figures: readonly string[] }[] {
  const is = (figure: string, answer: 'yes' | 'no') => ({ sql: `m_${figure} ${answer === 'yes' ? '>' : '='} 0`, figures: [figure] });
  return [
    ...(listed === '' ? [] : [is('listed', listed)]),
    ...(visited === '' ? [] : [is('visited_at', visited)]),
    ...(crawled === '' ? [] : [is('last_at', crawled)]),
    ...(never === '' ? [] : [is('never', 'no')]),
    ...(only === 'parameters' ? [is('variants', 'yes')] : only === '' ? [] : [{ sql: `m_hits > 0 AND m_${only} = m_hits`, figures: ['hits', only] }]),
  ];
}

/** The figures that a question needs, which cost; and the addresses it is about, if they are known already. */
interface Wanted {
  readonly wanted: ReadonlySet<string>;
  readonly keys?: readonly string[] | undefined;
}

/** The rows that addresses are known by, for `looks`: visits and hits, which stand under their address. @param range null where they are of all time */
export function looksOf({ scope, fold, search }: KnownUrls, range: TimeRange | null): readonly Look[] {
  const contains: Filter[] = search === '' ? [] : [{ column: keyOf(fold), operator: 'like', value: search }];
  return (['visits', 'spider_hits'] as const).map((table) => {
    const source = where(everything(scope, table), contains);
    return { as: 'joined', plan: range === null ? source : during(source, [range]) };
  });
}

/** A row for each address: each figure comes from one of the parts, so that their sum is that one. */
function known(plan: CoveragePlan, figures: readonly string[], keys?: readonly string[]): CompiledQuery & { readonly looks: readonly Look[] } {
  const [visits, hits, listed] = ['v_', 'h_', 's_'].map((prefix) => new Parameters(prefix)) as [Parameters, Parameters, Parameters];
  const rules = rulesOf(plan);
  const these: Wanted = { wanted: new Set([...figures, ...rules.flatMap((rule) => rule.figures)]), keys };
  const variants = (): string => `countIf(${HAS_PARAMETERS})`;
  const parts = [
    part(plan, 'visits', { pv: () => `countIf(${within(plan.range, visits)})`, visited_at: () => millis('max(created_at)'), variants }, these, visits),
    part(plan, 'spider_hits', hitFigures(plan, hits), these, hits),
    ...(plan.readings.length === 0 ? [] : [part(plan, 'sitemap_urls', { listed: () => 'toUInt64(1)', variants }, these, listed)]),
  ];
  const inner = `SELECT ${['k', ...[...these.wanted].map((figure) => `sum(p.m_${figure}) AS m_${figure}`)].join(', ')} FROM (\n${parts.join('\nUNION ALL\n')}\n) AS p GROUP BY k`;
  return { sql: `(${inner})${rules.length === 0 ? '' : `\nWHERE ${rules.map((rule) => rule.sql).join(' AND ')}`}`, params: { ...visits.values, ...hits.values, ...listed.values }, looks: looksOf(plan, plan.range) };
}

const DIRECTIONS = { asc: 'ASC', desc: 'DESC' } as const;
/** Figures that a list can be in order of. */
const SORTABLE: ReadonlySet<string> = new Set(['pv', 'visited_at', 'hits', 'errors', 'redirects', 'parameters', 'last_at']);

function ordered(sort: readonly Sort[]): { readonly sql: string; readonly figures: readonly string[] } {
  const rules = sort.length === 0 ? [{ by: 'pv', direction: 'desc' } as const, { by: 'hits', direction: 'desc' } as const] : sort;
  const wrong = rules.find(({ by }) => by !== 'key' && !SORTABLE.has(by));
  if (wrong !== undefined) throw new RangeError(`addresses have no ${JSON.stringify(wrong.by)} to be ordered by`);
  const list = rules.map(({ by, direction }) => `${by === 'key' ? 'k' : `m_${by}`} ${DIRECTIONS[direction]}`);
  return { sql: [...list, 'k'].join(', '), figures: rules.flatMap(({ by }) => (by === 'key' ? [] : [by])) };
}

function paged({ sql, params, looks = [] }: CompiledQuery, columns: string, order: string, page: Page): CompiledQuery {
  const parameters = new Parameters();
  const limit = `LIMIT ${parameters.add('limit', 'UInt32', page.limit)} OFFSET ${parameters.add('offset', 'UInt32', page.offset)}`;
  return { sql: `SELECT ${columns} FROM ${sql}\nORDER BY ${order}\n${limit}`, params: { ...params, ...parameters.values }, looks };
}

/** Column k: the addresses of a page, by the figures alone that choose and order them. */
export function compileCoverageKeys(plan: CoveragePlan, sort: readonly Sort[], page: Page): CompiledQuery {
  const { sql, figures } = ordered(sort);
  return paged(known(plan, figures), 'k', sql, page);
}

/**
 * Columns k and m_<figure>, of crawlers m_<figure>_<place>: most views first unless sorted otherwise, ties by address.
 * @param keys the addresses of the page, where they were asked for before
 */
export function compileCoverage(plan: CoveragePlan, sort: readonly Sort[], page: Page, keys?: readonly string[]): CompiledQuery {
  const { sql, figures } = ordered(sort);
  return paged(known(plan, [...ALL_FIGURES, ...crawlerFigures(plan.crawlers), ...figures], keys), '*', sql, page);
}

/** One row: `urls`, how many addresses there are, and total_<figure> over them. */
export function compileCoverageTotal(plan: CoveragePlan): CompiledQuery {
  const figures = ['pv', 'hits', 'errors', 'redirects', 'parameters', 'listed'];
  const { sql, params, looks } = known(plan, figures);
  return { sql: `SELECT count() AS urls, ${figures.map((figure) => `sum(m_${figure}) AS total_${figure}`).join(', ')} FROM ${sql}`, params, looks };
}

/** One row: how many addresses are what, and urls_<place>, listed_never_<place>, visited_never_<place> of each crawler. */
export function compileCoverageSummary(plan: CoveragePlan): CompiledQuery {
  const { sql, params, looks } = known(plan, ['visited_at', 'last_at', 'listed', ...plan.crawlers.map((_, i) => `last_at_${i}`)]);
  const counts: Readonly<Record<string, string>> = {
    visited: 'm_visited_at > 0', crawled: 'm_last_at > 0', listed: 'm_listed > 0', listed_not_crawled: 'm_listed > 0 AND m_last_at = 0',
    visited_not_crawled: 'm_visited_at > 0 AND m_last_at = 0', crawled_not_visited: 'm_last_at > 0 AND m_visited_at = 0',
    ...Object.fromEntries(plan.crawlers.flatMap((_, i) => [[`urls_${i}`, `m_last_at_${i} > 0`], [`listed_never_${i}`, `m_listed > 0 AND m_last_at_${i} = 0`], [`visited_never_${i}`, `m_visited_at > 0 AND m_last_at_${i} = 0`]])),
  };
  return { sql: `SELECT count() AS known, ${Object.entries(counts).map(([name, condition]) => `countIf(${condition}) AS ${name}`).join(', ')} FROM ${sql}`, params, looks };
}
