/** Every known address by crawler, and what crawlers spent, against counts by hand over the records; filtered, sorted, leafed through, as a file. */
import { type CoverageUrl, type Download, endpoints, type Input, type SpiderHitRecord, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileAnswer } from '../../src/file-answer.js';
import type { Handler } from '../../src/http/handler.js';
import { coverageRoutes } from '../../src/routes/coverage.js';
import { createSitemaps } from '../../src/sitemaps/sitemaps.js';
import { readCsv } from '../exports/read-files.js';
import { sitemapListInMemory } from '../sitemaps/list-in-memory.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, contextOf, depsOf, directoryOf, INSTALLATION_ZONE } from './ask.js';
import { localText } from './count.js';
import { CLOCK_CHANGES, makeFixture, SITES, store } from './fixture.js';

const { coverage } = endpoints;
const NOW = CLOCK_CHANGES.stJohnsAutumn + 4 * 86_400_000;
const RANGE: [string, string] = ['2026-10-24 00:00:00', '2026-10-26 23:59:59'];
const CRAWLERS: readonly (readonly [string, string])[] = [
  ['search_engine', 'Googlebot'], ['search_engine', 'Googlebot'], ['search_engine', 'Baiduspider'], ['ai_training', 'GPTBot'], ['seo_tool', 'AhrefsBot'], ['seo_tool', 'AhrefsBot'], ['seo_tool', 'AhrefsBot'], ['ai_search', 'PerplexityBot'], ['search_engine', 'bingbot'],
];
const STATUSES = [200, 200, 200, 304, 301, 302, 404, 500, null];
const domainOf = (id: number): string => SITES.find((site) => site.id === id)?.domain ?? 'elsewhere.example';
const END = ['', '?n=1', '#part', '?n=2#part', '#a?b'];

function records(): { visits: readonly VisitRecord[]; hits: readonly SpiderHitRecord[] } {
  const { visits, hits } = makeFixture();
  return {
    visits: visits.map((visit, i) => ({ ...visit, url: `https://${domainOf(visit.site_id)}/page/${i % 41}${END[i % 5] ?? ''}` })),
    hits: hits.map((hit, i) => {
      const [type = '', name = ''] = CRAWLERS[i % CRAWLERS.length] ?? [];
      return { ...hit, type, name, status: STATUSES[i % 7 === 0 ? 8 : i % 8] ?? null, url: `https://${domainOf(hit.site_id)}/page/${(i * 7) % 59}${END[(i * 3) % 5] ?? ''}` };
    }),
  };
}

const { visits, hits } = records();
/** By site: some known otherwise, some not, one that only laid together is another. */
const LISTED = new Map([1, 2].map((id) => [id, [5, 12, 50, 70, 71, 72].flatMap((page) => [`https://${domainOf(id)}/page/${page}`, ...(page === 70 ? [`https://${domainOf(id)}/page/${page}?n=1`] : [])])]));

let engine: TestEngine;
let routes: ReturnType<typeof coverageRoutes>;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, { visits, hits });
  const sitemaps = createSitemaps({ list: sitemapListInMemory(), urls: engine.warehouse.sitemapUrls, allowPrivate: false, now: () => NOW });
  for (const [id, urls] of LISTED) {
    const site = directoryOf().byId(id);
    if (site) await sitemaps.upload(site, [{ name: 'urls.txt', bytes: Buffer.from(urls.join('\n')) }]);
  }
  routes = coverageRoutes({ ...depsOf(engine.warehouse, NOW), sitemaps, audit: { record: () => Promise.resolve() } });
});
afterAll(() => engine.stop());

const PLACES = [['shop.example', 'Asia/Shanghai'], ['blog.example', 'Europe/Berlin'], ['', INSTALLATION_ZONE]] as const;
type Fold = '' | 'path';
const keyOf = (url: string, fold: Fold): string => (fold === 'path' ? url.split(/[?#]/u)[0] : url.split('#')[0]) ?? '';
const hasParameters = (url: string): boolean => keyOf(url, '').includes('?');

interface Known extends CoverageUrl {
  readonly everBy: ReadonlySet<string>;
  readonly variants: boolean;
}

/** What a hit was spent on. */
function spentOn({ status, url }: SpiderHitRecord): 'errors' | 'redirects' | 'parameters' | 'rest' {
  if (status !== null && status >= 400) return 'errors';
  if (status !== null && status >= 300 && status <= 399 && status !== 304) return 'redirects';
  return hasParameters(url) ? 'parameters' : 'rest';
}

/** Every known address of a place, told by plain loops. */
function knownBy(domain: string, zone: string, crawlers: readonly string[], fold: Fold): Known[] {
  const ids = new Set<number>(SITES.filter((site) => domain === '' || site.domain === domain).map(({ id }) => id));
  const read = localText(zone);
  const inRange = (at: number): boolean => read(at) >= RANGE[0] && read(at) <= RANGE[1];
  const [ownVisits, ownHits] = [visits.filter(({ site_id: id }) => ids.has(id)), hits.filter(({ site_id: id }) => ids.has(id))];
  const listed = [...LISTED].filter(([id]) => ids.has(id)).flatMap(([, urls]) => urls);
  const keys = new Set([...ownVisits.map(({ url }) => url), ...ownHits.map(({ url }) => url), ...listed].map((url) => keyOf(url, fold)));
  const byKey = <T>(list: readonly T[], urlOf: (item: T) => string): Map<string, T[]> => {
    const groups = new Map<string, T[]>();
    for (const item of list) groups.set(keyOf(urlOf(item), fold), [...(groups.get(keyOf(urlOf(item), fold)) ?? []), item]);
    return groups;
  };
  const [v, h, l] = [byKey(ownVisits, ({ url }) => url), byKey(ownHits, ({ url }) => url), byKey(listed, String)];
  const last = (list: readonly SpiderHitRecord[]) => {
    const [latest] = list.toSorted((a, b) => b.created_at - a.created_at || Number(BigInt(b.id) - BigInt(a.id)));
    return { last_at: latest === undefined ? '' : read(latest.created_at), status: latest?.status ?? null };
  };
  return [...keys].map((key) => {
    const [seen, taken, urls] = [v.get(key) ?? [], h.get(key) ?? [], l.get(key) ?? []];
    const now = taken.filter(({ created_at: at }) => inRange(at));
    const spent = (kind: string): number => now.filter((hit) => spentOn(hit) === kind).length;
    return {
      key, listed: urls.length > 0,
      pv: seen.filter(({ created_at: at }) => inRange(at)).length,
      visited_at: seen.length === 0 ? '' : read(Math.max(...seen.map(({ created_at: at }) => at))),
      hits: now.length, errors: spent('errors'), redirects: spent('redirects'), parameters: spent('parameters'),
      ...last(taken),
      crawlers: crawlers.map((name) => ({ hits: now.filter((hit) => hit.name === name).length, ...last(taken.filter((hit) => hit.name === name)) })),
      everBy: new Set(taken.map(({ name }) => name)),
      variants: [...seen, ...taken].some(({ url }) => hasParameters(url)) || urls.some(hasParameters),
    };
  });
}

const bare = ({ everBy: _everBy, variants: _variants, ...row }: Known): CoverageUrl => row;
const sorted = <T extends { key: string }>(list: readonly T[]): T[] => list.toSorted((a, b) => (a.key < b.key ? -1 : 1));
const sum = (list: readonly CoverageUrl[], of: (row: CoverageUrl) => number): number => list.reduce((total, row) => total + of(row), 0);

describe.each(PLACES)('%s', (domain, zone) => {
  const crawlers = ['bingbot', 'Googlebot', 'nobody'];

  it.each(['', 'path'] as const)('every address, laid together by %j, as counted by hand', async (fold) => {
    const expected = knownBy(domain, zone, crawlers, fold);
    const { list, total, meta, crawlers: named } = await ask(coverage.urls, routes.urls, { domain, query_time: RANGE, crawlers, fold, per_page: 5_000 });
    expect(named).toEqual(crawlers);
    expect(sorted(list)).toEqual(sorted(expected.map(bare)));
    expect(meta.pagination.total).toBe(expected.length);
    expect(total).toEqual({ pv: sum(expected, ({ pv }) => pv), hits: sum(expected, (row) => row.hits), errors: sum(expected, (row) => row.errors), redirects: sum(expected, (row) => row.redirects), parameters: sum(expected, (row) => row.parameters), listed: expected.filter((row) => row.listed).length });
    expect(list.map(({ pv }) => pv)).toEqual(list.map(({ pv }) => pv).toSorted((a, b) => b - a));
  });

  it.each([
    ['listed', { listed: 'yes' }, (row) => row.listed],
    ['not listed, never seen', { listed: 'no', visited: 'no' }, (row) => !row.listed && row.visited_at === ''],
    ['never by any', { crawled: 'no' }, (row) => row.last_at === ''],
    ['by some, never seen', { crawled: 'yes', visited: 'no' }, (row) => row.last_at !== '' && row.visited_at === ''],
    ['never by one', { never: 'GPTBot', visited: 'yes' }, (row) => !row.everBy.has('GPTBot') && row.visited_at !== ''],
    ['errors only', { only: 'errors' }, (row) => row.hits > 0 && row.errors === row.hits],
    ['redirects only', { only: 'redirects' }, (row) => row.hits > 0 && row.redirects === row.hits],
    ['with parameters', { only: 'parameters' }, (row) => row.variants],
    ['searched', { search: 'PAGE/1' }, (row) => row.key.includes('page/1')],
  ] as const satisfies readonly (readonly [string, Partial<Input<typeof coverage.urls>>, (row: Known) => boolean])[])('filtered: %s', async (_, filter, passes) => {
    for (const fold of ['', 'path'] as const) {
      const expected = knownBy(domain, zone, crawlers, fold).filter((row) => passes(row));
      const { list, meta } = await ask(coverage.urls, routes.urls, { domain, query_time: RANGE, crawlers, fold, per_page: 5_000, ...filter });
      expect(sorted(list)).toEqual(sorted(expected.map(bare)));
      expect(meta.pagination.total).toBe(expected.length);
    }
  });

  it('the summary and the trend agree with the addresses', async () => {
    const expected = knownBy(domain, zone, crawlers, '');
    const answer = await ask(coverage.summary, routes.summary, { domain, query_time: RANGE, crawlers });
    const count = (passes: (row: Known) => boolean): number => expected.filter((row) => passes(row)).length;
    expect(answer.urls).toEqual({
      known: expected.length, visited: count((row) => row.visited_at !== ''), crawled: count((row) => row.last_at !== ''), listed: count((row) => row.listed),
      listed_not_crawled: count((row) => row.listed && row.last_at === ''), visited_not_crawled: count((row) => row.visited_at !== '' && row.last_at === ''), crawled_not_visited: count((row) => row.last_at !== '' && row.visited_at === ''),
    });
    const spend = { hits: sum(expected, (row) => row.hits), errors: sum(expected, (row) => row.errors), redirects: sum(expected, (row) => row.redirects), parameters: sum(expected, (row) => row.parameters) };
    expect(answer.spend).toEqual(spend);
    const ids = new Set<number>(SITES.filter((site) => domain === '' || site.domain === domain).map(({ id }) => id));
    const read = localText(zone);
    const own = hits.filter((hit) => ids.has(hit.site_id) && read(hit.created_at) >= RANGE[0] && read(hit.created_at) <= RANGE[1]);
    for (const { name, urls, listed_never: listedNever, visited_never: visitedNever, ...spent } of answer.crawlers) {
      expect([urls, listedNever, visitedNever]).toEqual([count(({ everBy }) => everBy.has(name)), count((row) => row.listed && !row.everBy.has(name)), count((row) => row.visited_at !== '' && !row.everBy.has(name))]);
      const its = own.filter((hit) => hit.name === name);
      expect(spent).toEqual({ hits: its.length, ...Object.fromEntries(['errors', 'redirects', 'parameters'].map((kind) => [kind, its.filter((hit) => spentOn(hit) === kind).length])) });
    }
    expect(answer.names.toSorted()).toEqual([...new Set(hits.filter(({ site_id: id }) => ids.has(id)).map(({ name }) => name))].toSorted());
    const trend = await ask(coverage.trend, routes.trend, { domain, query_time: RANGE, grain: 'hour' });
    // An hour that clocks repeat has two points of one name.
    for (const key of new Set(trend.keys)) {
      const there = own.filter((hit) => `${read(hit.created_at).slice(0, 13)}:00:00` === key);
      for (const kind of ['rest', 'parameters', 'redirects', 'errors'] as const) {
        expect([key, kind, trend[kind].reduce((total, value, at) => total + (trend.keys[at] === key ? value : 0), 0)]).toEqual([key, kind, there.filter((hit) => spentOn(hit) === kind).length]);
      }
    }
    expect([...trend.rest, ...trend.parameters, ...trend.redirects, ...trend.errors].reduce((total, value) => total + value, 0)).toBe(spend.hits);
  });
});

it('columns are of the search engines and AI that came most, until others are chosen', async () => {
  const { crawlers } = await ask(coverage.urls, routes.urls, { domain: '', query_time: RANGE });
  const own = hits.filter(({ site_id: id }) => SITES.some((site) => site.id === id));
  const times = (name: string): number => own.filter((hit) => hit.name === name).length;
  expect(crawlers).toEqual(['Googlebot', 'Baiduspider', 'GPTBot', 'PerplexityBot', 'bingbot'].toSorted((a, b) => times(b) - times(a) || (a < b ? -1 : 1)).slice(0, 4));
  const { crawlers: none } = await ask(coverage.urls, routes.urls, { domain: 'silent.example' });
  expect(none).toEqual([]);
});

it('in any order, leafed through, and behind the last', async () => {
  const all = knownBy('', INSTALLATION_ZONE, [], '');
  for (const [key, direction] of [['hits', 'desc'], ['errors', 'asc'], ['last_at', 'desc'], ['key', 'desc']] as const) {
    const pages = await Promise.all([1, 2, 3].map((page) => ask(coverage.urls, routes.urls, { domain: '', query_time: RANGE, sort: { [key]: direction }, page, per_page: 7 })));
    const values = all.map((row) => row[key]).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(pages.flatMap(({ list }) => list.map((row) => row[key]))).toEqual((direction === 'desc' ? values.toReversed() : values).slice(0, 21));
    expect(new Set(pages.flatMap(({ list }) => list.map((row) => row.key))).size).toBe(21);
  }
  const behind = await ask(coverage.urls, routes.urls, { domain: '', query_time: RANGE, page: 9_000 });
  expect([behind.list, behind.meta.pagination.total]).toEqual([[], all.length]);
});

async function download<E extends Download>(endpoint: E, handler: Handler<E>, input: Input<E>): Promise<readonly (readonly unknown[])[]> {
  const file = (await handler(endpoint.input.parse(input) as Parameters<Handler<E>>[0], contextOf())) as FileAnswer;
  const pieces: Buffer[] = [];
  for await (const piece of file.body) pieces.push(piece as Buffer);
  return readCsv(Buffer.concat(pieces));
}

it('as a file: all rows in their order, with columns of each crawler', async () => {
  const [titles, ...rows] = await download(coverage.urlsExport, routes.urlsExport, { domain: '', query_time: RANGE, crawlers: ['GPTBot'], listed: 'yes' });
  const { list } = await ask(coverage.urls, routes.urls, { domain: '', query_time: RANGE, crawlers: ['GPTBot'], listed: 'yes', per_page: 5_000 });
  expect(titles).toEqual(['key', 'pv', 'visited_at', 'listed', 'hits', 'errors', 'redirects', 'parameters', 'last_at', 'status', 'GPTBot hits', 'GPTBot last_at', 'GPTBot status']);
  expect(rows.map(([key, pv, , listed, taken]) => [key, Number(pv), Number(listed), Number(taken)])).toEqual(list.map((row) => [row.key, row.pv, 1, row.hits]));
  const [own] = await download(coverage.urlsExport, routes.urlsExport, { domain: '', query_time: RANGE, crawlers: ['GPTBot'], fields: ['status_0', 'key'], titles: ['State', 'Page'] });
  expect(own).toEqual(['State', 'Page']);
});
