/** Every address that is known, by who saw it and who fetched it, and what crawlers spent their requests on. */
import { AI_TYPES, COVERAGE_CRAWLERS, type CoverageUrl, type CrawlSpend, type endpoints, type Output, type Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { compileGroups } from './compile.js';
import { countIn, type Row } from './counts.js';
import { compileCoverage, compileCoverageKeys, compileCoverageSummary, compileCoverageTotal, type CoveragePlan } from './coverage-sql.js';
import { bucketsOf, chooseGrain } from './grain.js';
import { pageOf, paginationOf } from './paging.js';
import { instantsOf, namedRange, type LocalRange } from './period.js';
import { during, everything, grouped, type Page, type Sort } from './plan.js';

type Calls = typeof endpoints.coverage;
export type CoverageInput = Omit<Parsed<Calls['urls']>, 'domain' | 'page' | 'per_page'>;
type CrawlerRow = CoverageUrl['crawlers'][number];

const SPEND = ['hits', 'errors', 'redirects', 'parameters'] as const;
/** Crawlers that have columns until others are chosen. */
const USUAL = 4;
const MOST_NAMES = 200;
const VALUED: ReadonlySet<string> = new Set(['search_engine', ...AI_TYPES]);

export const coverageRange = (input: { readonly query_time?: LocalRange | undefined }, asked: Asked): LocalRange => input.query_time ?? namedRange('recently', asked.zone, asked.now);
export const timeOf = (at: number, asked: Asked): string => (at === 0 ? '' : asked.zone.text(at));

/** The names of all crawlers there are, those that came most first, and by type. */
async function crawlersOf(asked: Asked): Promise<readonly { readonly name: string; readonly type: string }[]> {
  const { rows } = await asked.run<Row>(compileGroups(grouped(everything(asked.scope, 'spider_hits'), ['hits'], { keys: ['name', 'type'], order: 'hits', page: { limit: MOST_NAMES, offset: 0 } })));
  return rows.map((row) => ({ name: String(row['k_name']), type: String(row['k_type']) }));
}

const namesIn = (list: readonly { readonly name: string }[]): string[] => [...new Set(list.map(({ name }) => name))];

/** Who is asked about: those that were named, else the busiest of search engines and AI, else the busiest. */
export async function chosenCrawlers(named: readonly string[], asked: Asked, all?: readonly { readonly name: string; readonly type: string }[]): Promise<readonly string[]> {
  if (named.length > 0) return [...new Set(named)].slice(0, COVERAGE_CRAWLERS);
  const there = all ?? (await crawlersOf(asked));
  const valued = there.filter(({ type }) => VALUED.has(type));
  return namesIn(valued.length > 0 ? valued : there).slice(0, USUAL);
}

export function coveragePlan(input: Omit<CoverageInput, 'sort'>, crawlers: readonly string[], readings: readonly number[], asked: Asked): CoveragePlan {
  const { fold, search, listed, visited, crawled, never, only } = input;
  return { scope: asked.scope, readings, fold, search, listed, visited, crawled, never, only, crawlers, range: instantsOf(coverageRange(input, asked), asked.zone) };
}

export const sortOf = (sort: Readonly<Record<string, 'asc' | 'desc' | undefined>>): Sort[] => Object.entries(sort).flatMap(([by, direction]) => (direction === undefined ? [] : [{ by, direction }]));

function spendIn(row: Row | undefined, prefix: string): CrawlSpend {
  const of = (figure: (typeof SPEND)[number]): number => countIn(row, `${prefix}${figure}`);
  return { hits: of('hits'), errors: of('errors'), redirects: of('redirects'), parameters: of('parameters') };
}

function lastIn(row: Row, end: string, asked: Asked): Pick<CrawlerRow, 'last_at' | 'status'> {
  const status = countIn(row, `m_status${end}`);
  return { last_at: timeOf(countIn(row, `m_last_at${end}`), asked), status: status === 0 ? null : status };
}

export function coverageUrlOf(row: Row, crawlers: readonly string[], asked: Asked): CoverageUrl {
  return {
    key: String(row['k']),
    listed: countIn(row, 'm_listed') > 0,
    pv: countIn(row, 'm_pv'),
    visited_at: timeOf(countIn(row, 'm_visited_at'), asked),
    ...spendIn(row, 'm_'),
    ...lastIn(row, '', asked),
    crawlers: crawlers.map((_, i): CrawlerRow => ({ hits: countIn(row, `m_hits_${i}`), ...lastIn(row, `_${i}`, asked) })),
  };
}

/** Which addresses are on the page is asked first: all figures of all of them are what takes long. */
async function pageRows(plan: CoveragePlan, sort: readonly Sort[], page: Page, asked: Asked): Promise<readonly Row[]> {
  const { rows } = await asked.run<Row>(compileCoverageKeys(plan, sort, page));
  if (rows.length === 0) return [];
  return (await asked.run<Row>(compileCoverage(plan, sort, { ...page, offset: 0 }, rows.map((row) => String(row['k']))))).rows;
}

/** A page of the addresses. @param readings of sitemaps, in force @throws FootfallError `request.invalid` */
export async function coverageUrls(input: Parsed<Calls['urls']>, readings: readonly number[], asked: Asked): Promise<Output<Calls['urls']>> {
  const page = pageOf(input);
  const crawlers = await chosenCrawlers(input.crawlers, asked);
  const plan = coveragePlan(input, crawlers, readings, asked);
  const [rows, total] = await Promise.all([pageRows(plan, sortOf(input.sort), page, asked), asked.run<Row>(compileCoverageTotal(plan))]);
  const sums = total.rows[0];
  return {
    list: rows.map((row) => coverageUrlOf(row, crawlers, asked)),
    crawlers: [...crawlers],
    total: { ...spendIn(sums, 'total_'), pv: countIn(sums, 'total_pv'), listed: countIn(sums, 'total_listed') },
    meta: paginationOf(input, countIn(sums, 'urls')),
    cut: cutOf(asked, coverageRange(input, asked)),
  };
}

/** How many addresses there are. */
export async function coverageTotal(plan: CoveragePlan, asked: Asked): Promise<number> {
  return countIn((await asked.run<Row>(compileCoverageTotal(plan))).rows[0], 'urls');
}

/** What is known in all, and what crawlers spent. @throws FootfallError `request.invalid` */
export async function coverageSummary(input: Parsed<Calls['summary']>, readings: readonly number[], asked: Asked): Promise<Output<Calls['summary']>> {
  const range = coverageRange(input, asked);
  const all = await crawlersOf(asked);
  const crawlers = await chosenCrawlers(input.crawlers, asked, all);
  const plan = coveragePlan({ ...input, search: '', listed: '', visited: '', crawled: '', never: '', only: '' }, crawlers, readings, asked);
  const hits = during(everything(asked.scope, 'spider_hits'), [plan.range]);
  const [known, spent, total] = await Promise.all([
    asked.run<Row>(compileCoverageSummary(plan)),
    asked.run<Row>(compileGroups(grouped(hits, SPEND, { keys: ['name'] }))),
    asked.run<Row>(compileGroups(grouped(hits, SPEND))),
  ]);
  const row = known.rows[0];
  const of = (name: string): number => countIn(row, name);
  const spendOf = new Map(spent.rows.map((one) => [String(one['k_name']), one]));
  return {
    urls: {
      known: of('known'), visited: of('visited'), crawled: of('crawled'), listed: of('listed'),
      listed_not_crawled: of('listed_not_crawled'), visited_not_crawled: of('visited_not_crawled'), crawled_not_visited: of('crawled_not_visited'),
    },
    spend: spendIn(total.rows[0], 'm_'),
    crawlers: crawlers.map((name, i) => ({ name, urls: of(`urls_${i}`), listed_never: of(`listed_never_${i}`), visited_never: of(`visited_never_${i}`), ...spendIn(spendOf.get(name), 'm_') })),
    names: namesIn(all),
    cut: cutOf(asked, range),
  };
}

/** What crawlers spent over time: no point is left out. @throws FootfallError `request.invalid` */
export async function coverageTrend(input: Parsed<Calls['trend']>, asked: Asked): Promise<Output<Calls['trend']>> {
  const local = coverageRange(input, asked);
  const range = instantsOf(local, asked.zone);
  const grain = chooseGrain(input.grain, local);
  const buckets = bucketsOf(range, grain, asked.zone);
  const { rows } = await asked.run<Row>(compileGroups(grouped(during(everything(asked.scope, 'spider_hits'), [range]), SPEND, { cuts: [buckets.map(({ at }) => at)] })));
  const at = new Map(rows.map((row) => [countIn(row, 'c0'), spendIn(row, 'm_')]));
  const points = buckets.map((bucket) => at.get(bucket.at) ?? { hits: 0, errors: 0, redirects: 0, parameters: 0 });
  return {
    grain,
    keys: buckets.map(({ key }) => key),
    rest: points.map(({ hits, errors, redirects, parameters }) => hits - errors - redirects - parameters),
    parameters: points.map(({ parameters }) => parameters),
    redirects: points.map(({ redirects }) => redirects),
    errors: points.map(({ errors }) => errors),
    cut: cutOf(asked, local),
  };
}
