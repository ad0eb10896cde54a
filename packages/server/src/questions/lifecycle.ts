/** From published to visited: when an address was first seen, crawled, found in a search engine and visited, and how long that takes in the middle. */
import type { endpoints, Lifecycle, LifecycleMedian, Output, Parsed } from '@footfall/contract';
import { cutOf, type Asked } from './asked.js';
import { countIn, type Row } from './counts.js';
import { chosenCrawlers, coverageRange, sortOf } from './coverage.js';
import { compileLifecycle, compileLifecycleTotal, compileMedians, type LifecyclePlan } from './lifecycle-sql.js';
import { pageOf, paginationOf } from './paging.js';
import { instantsOf } from './period.js';

type Calls = typeof endpoints.lifecycle;
type Step = NonNullable<Lifecycle['visit']>;

const SECOND = 1_000;

export function lifecyclePlan(input: Omit<Parsed<Calls['urls']>, 'domain' | 'page' | 'per_page' | 'sort'>, crawlers: readonly string[], readings: readonly number[], asked: Asked): LifecyclePlan {
  const { fold, search, missing } = input;
  return { scope: asked.scope, readings, fold, search, missing, crawlers, range: instantsOf(coverageRange(input, asked), asked.zone) };
}

export function lifecycleOf(row: Row, crawlers: readonly string[], asked: Asked): Lifecycle {
  const seen = countIn(row, 'm_seen');
  const step = (name: string): Step | null => {
    const at = countIn(row, `m_${name}`);
    return at === 0 ? null : { at: asked.zone.text(at), after: Math.floor((at - seen) / SECOND) };
  };
  const named = (name: string): Lifecycle['crawl'] => {
    const found = step(name);
    return found === null ? null : { ...found, name: String(row[`m_${name}_name`]) };
  };
  return { key: String(row['k']), seen_at: asked.zone.text(seen), listed: step('listed'), crawl: named('crawl'), crawlers: crawlers.map((_, i) => step(`crawl_${i}`)), search: named('search'), visit: step('visit') };
}

/** A page of the addresses first seen in the range. @param readings of sitemaps, in force @throws FootfallError `request.invalid` */
export async function lifecycleUrls(input: Parsed<Calls['urls']>, readings: readonly number[], asked: Asked): Promise<Output<Calls['urls']>> {
  const page = pageOf(input);
  const crawlers = await chosenCrawlers(input.crawlers, asked);
  const plan = lifecyclePlan(input, crawlers, readings, asked);
  const [{ rows }, total] = await Promise.all([asked.run<Row>(compileLifecycle(plan, sortOf(input.sort), page)), lifecycleTotal(plan, asked)]);
  return { list: rows.map((row) => lifecycleOf(row, crawlers, asked)), crawlers: [...crawlers], meta: paginationOf(input, total), cut: cutOf(asked, coverageRange(input, asked)) };
}

/** How many addresses there are. */
export async function lifecycleTotal(plan: LifecyclePlan, asked: Asked): Promise<number> {
  return countIn((await asked.run<Row>(compileLifecycleTotal(plan))).rows[0], 'urls');
}

/** How long it took, by site and by who came. @throws FootfallError `request.invalid` */
export async function lifecycleMedians(input: Omit<Parsed<Calls['medians']>, 'domain'>, readings: readonly number[], asked: Asked): Promise<Output<Calls['medians']>> {
  const local = coverageRange(input, asked);
  const { rows } = await asked.run<Row>(compileMedians({ scope: asked.scope, readings, fold: input.fold, search: '', range: instantsOf(local, asked.zone) }));
  const siteOf = (row: Row): number => countIn(row, 'site_id');
  const all = new Map(rows.filter((row) => row['kind'] === 'all').map((row) => [siteOf(row), countIn(row, 'reached')]));
  const domains = new Map(asked.sites.map(({ id, domain }) => [id, domain]));
  const list = rows.filter((row) => row['kind'] !== 'all').map((row): LifecycleMedian => ({
    domain: domains.get(siteOf(row)) ?? '', kind: row['kind'] as LifecycleMedian['kind'], name: String(row['name']),
    urls: all.get(siteOf(row)) ?? 0, reached: countIn(row, 'reached'), median: Math.floor(Number(row['median']) / SECOND),
  }));
  const order = ['crawl', 'search', 'visit'];
  const sorted = list.toSorted((a, b) => (a.domain === b.domain ? order.indexOf(a.kind) - order.indexOf(b.kind) || b.reached - a.reached || (a.name < b.name ? -1 : 1) : a.domain < b.domain ? -1 : 1));
  return { list: sorted, cut: cutOf(asked, local) };
}
