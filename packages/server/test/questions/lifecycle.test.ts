/** From published to visited, against plain loops over the records: each step of each address, the medians, filters, orders, files. */
import { type Download, endpoints, type Input, type Lifecycle, type SpiderHitRecord, type VisitRecord } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileAnswer } from '../../src/file-answer.js';
import type { Handler } from '../../src/http/handler.js';
import { lifecycleRoutes } from '../../src/routes/lifecycle.js';
import { createSitemaps } from '../../src/sitemaps/sitemaps.js';
import { readCsv } from '../exports/read-files.js';
import { sitemapListInMemory } from '../sitemaps/list-in-memory.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, contextOf, depsOf, directoryOf, INSTALLATION_ZONE } from './ask.js';
import { localText } from './count.js';
import { CLOCK_CHANGES, makeFixture, SITES, store } from './fixture.js';

const { lifecycle } = endpoints;
const NOW = CLOCK_CHANGES.stJohnsAutumn + 4 * 86_400_000;
const RANGE: [string, string] = ['2026-10-01 00:00:00', '2026-11-04 23:59:59'];
const CRAWLERS: readonly (readonly [string, string])[] = [['search_engine', 'Googlebot'], ['ai_training', 'GPTBot'], ['search_engine', 'bingbot']];
const domainOf = (id: number): string => SITES.find((site) => site.id === id)?.domain ?? 'elsewhere.example';
const END = ['', '?n=1', '#part'];

/** Of every third record the page is one of the last weeks only, so that addresses come into being all the time. */
function records(): { visits: readonly VisitRecord[]; hits: readonly SpiderHitRecord[] } {
  const { visits, hits } = makeFixture();
  const page = (at: number, i: number): string => (i % 3 === 0 ? `old/${i % 11}` : `new/${Math.floor(at / 86_400_000)}-${i % 4}`);
  return {
    visits: visits.map((visit, i) => ({ ...visit, url: `https://${domainOf(visit.site_id)}/${page(visit.created_at, i)}${END[i % 3] ?? ''}` })),
    hits: hits.map((hit, i) => {
      const [type = '', name = ''] = CRAWLERS[i % CRAWLERS.length] ?? [];
      return { ...hit, type, name, url: `https://${domainOf(hit.site_id)}/${page(hit.created_at, i * 5)}${END[(i * 2) % 3] ?? ''}` };
    }),
  };
}

const { visits, hits } = records();
/** Of the first site: page, and when a sitemap says that it was last changed. */
const LISTED: readonly (readonly [string, string])[] = [['new/20748-1', '2026-10-20'], ['only/1', '2026-10-10'], ['only/2', ''], ['only/3', '2025-01-01']];

let engine: TestEngine;
let routes: ReturnType<typeof lifecycleRoutes>;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, { visits, hits });
  const sitemaps = createSitemaps({ list: sitemapListInMemory(), urls: engine.warehouse.sitemapUrls, allowPrivate: false, now: () => NOW });
  const site = directoryOf().byId(1);
  const xml = `<urlset>${LISTED.map(([path, lastmod]) => `<url><loc>https://shop.example/${path}</loc><lastmod>${lastmod}</lastmod></url>`).join('')}</urlset>`;
  if (site) await sitemaps.upload(site, [{ name: 'sitemap.xml', bytes: Buffer.from(xml) }]);
  routes = lifecycleRoutes({ ...depsOf(engine.warehouse, NOW), sitemaps });
});
afterAll(() => engine.stop());

const PLACES = [['shop.example', 'Asia/Shanghai'], ['blog.example', 'Europe/Berlin'], ['', INSTALLATION_ZONE]] as const;
type Fold = '' | 'path';
const keyOf = (url: string, fold: Fold): string => (fold === 'path' ? url.split(/[?#]/u)[0] : url.split('#')[0]) ?? '';

interface Life {
  readonly site: number;
  readonly key: string;
  readonly seen: number;
  readonly listed: number | null;
  readonly crawls: ReadonlyMap<string, number>;
  readonly searches: ReadonlyMap<string, number>;
  readonly visit: number | null;
}

const earlier = (times: Map<string, number>, name: string, at: number): void => void times.set(name, Math.min(at, times.get(name) ?? at));

/** Every address of a place that was first seen in the range, told by plain loops. */
function lives(domain: string, zone: string, fold: Fold): Life[] {
  const ids = new Set<number>(SITES.filter((site) => domain === '' || site.domain === domain).map(({ id }) => id));
  const all = new Map<string, { site: number; listed: number | null; crawls: Map<string, number>; searches: Map<string, number>; visit: number | null }>();
  const of = (url: string, site: number) => {
    const key = keyOf(url, fold);
    const known = all.get(key) ?? { site, listed: null, crawls: new Map(), searches: new Map(), visit: null };
    all.set(key, known);
    return known;
  };
  for (const hit of hits) if (ids.has(hit.site_id)) earlier(of(hit.url, hit.site_id).crawls, hit.name, hit.created_at);
  for (const visit of visits) {
    if (!ids.has(visit.site_id)) continue;
    const own = of(visit.url, visit.site_id);
    own.visit = Math.min(visit.created_at, own.visit ?? visit.created_at);
    if (visit.channel === 'search') earlier(own.searches, visit.referer_name, visit.created_at);
  }
  if (ids.has(1)) for (const [path, lastmod] of LISTED) of(`https://shop.example/${path}`, 1).listed = lastmod === '' ? NOW : Date.parse(lastmod);
  const read = localText(zone);
  return [...all].map(([key, own]) => ({ key, ...own, seen: Math.min(...own.crawls.values(), ...[own.visit, own.listed].filter((at) => at !== null)) })).filter(({ seen }) => read(seen) >= RANGE[0] && read(seen) <= RANGE[1]);
}

const first = (times: ReadonlyMap<string, number>): number | null => (times.size === 0 ? null : Math.min(...times.values()));

function shown(life: Life, crawlers: readonly string[], zone: string): Lifecycle {
  const read = localText(zone);
  const step = (at: number | null | undefined) => (at === null || at === undefined ? null : { at: read(at), after: Math.floor((at - life.seen) / 1_000) });
  const named = (times: ReadonlyMap<string, number>) => {
    const at = first(times);
    const found = step(at);
    return found === null ? null : { ...found, name: [...times].find(([, time]) => time === at)?.[0] ?? '' };
  };
  return { key: life.key, seen_at: read(life.seen), listed: step(life.listed), crawl: named(life.crawls), crawlers: crawlers.map((name) => step(life.crawls.get(name))), search: named(life.searches), visit: step(life.visit) };
}

const sorted = <T extends { key: string }>(list: readonly T[]): T[] => list.toSorted((a, b) => (a.key < b.key ? -1 : 1));
/** Who was first at the very same millisecond is anybody’s guess. */
const untied = (row: Lifecycle): Lifecycle => ({ ...row, search: row.search && { ...row.search, name: '' }, crawl: row.crawl && { ...row.crawl, name: '' } });

function middle(values: readonly number[]): number {
  const list = values.toSorted((a, b) => a - b);
  const half = Math.floor(list.length / 2);
  return list.length % 2 === 1 ? (list[half] ?? 0) : ((list[half - 1] ?? 0) + (list[half] ?? 0)) / 2;
}

describe.each(PLACES)('%s', (domain, zone) => {
  const crawlers = ['bingbot', 'Googlebot', 'nobody'];

  it.each(['', 'path'] as const)('every step of every address, laid together by %j', async (fold) => {
    const expected = lives(domain, zone, fold);
    expect(expected.length).toBeGreaterThan(5);
    const { list, meta, crawlers: named } = await ask(lifecycle.urls, routes.urls, { domain, query_time: RANGE, crawlers, fold, per_page: 5_000 });
    expect(named).toEqual(crawlers);
    expect(meta.pagination.total).toBe(expected.length);
    const byKey = new Map(expected.map((life) => [life.key, shown(life, crawlers, zone)]));
    expect(sorted(list).map(untied)).toEqual(sorted([...byKey.values()]).map(untied));
    const lifeOf = (row: Lifecycle): Life | undefined => expected.find(({ key }) => key === row.key);
    const NOBODY: ReadonlyMap<string, number> = new Map();
    for (const [step, timesOf] of [['crawl', (row: Lifecycle) => lifeOf(row)?.crawls ?? NOBODY], ['search', (row: Lifecycle) => lifeOf(row)?.searches ?? NOBODY]] as const) {
      expect(list.map((row) => timesOf(row).get(row[step]?.name ?? '') ?? null)).toEqual(list.map((row) => first(timesOf(row))));
    }
    // By the instant: an hour that clocks repeat has its texts twice.
    const seen = list.map((row) => lifeOf(row)?.seen ?? 0);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  it.each(['crawl', 'search', 'visit'] as const)('what has no %s yet, and those that have in the order of how long it took', async (missing) => {
    const all = sorted(lives(domain, zone, '').map((life) => shown(life, [], zone)));
    const { list } = await ask(lifecycle.urls, routes.urls, { domain, query_time: RANGE, missing, per_page: 5_000 });
    expect(sorted(list).map(({ key }) => key)).toEqual(all.filter((row) => row[missing] === null).map(({ key }) => key));
    const { list: ordered } = await ask(lifecycle.urls, routes.urls, { domain, query_time: RANGE, sort: { [missing]: 'desc' }, per_page: 5_000 });
    const took = all.flatMap((row) => row[missing]?.after ?? []);
    expect(ordered.map((row) => row[missing]?.after ?? null)).toEqual([...took.toSorted((a, b) => b - a), ...all.slice(took.length).map(() => null)]);
  });

  it('the medians, by site and by who came', async () => {
    const expected = lives(domain, zone, '');
    const { list } = await ask(lifecycle.medians, routes.medians, { domain, query_time: RANGE });
    const wanted: unknown[] = [];
    for (const { id, domain: site } of SITES) {
      const own = expected.filter((life) => life.site === id);
      const row = (kind: string, name: string, timeOf: (life: Life) => number | null | undefined) => {
        const took = own.flatMap((life) => {
          const at = timeOf(life);
          return at === null || at === undefined ? [] : [at - life.seen];
        });
        if (took.length > 0) wanted.push({ domain: site, kind, name, urls: own.length, reached: took.length, median: Math.floor(middle(took) / 1_000) });
      };
      row('crawl', '', ({ crawls }) => first(crawls));
      row('search', '', ({ searches }) => first(searches));
      row('visit', '', ({ visit }) => visit);
      for (const name of new Set(own.flatMap(({ crawls }) => [...crawls.keys()]))) row('crawl', name, ({ crawls }) => crawls.get(name));
      for (const name of new Set(own.flatMap(({ searches }) => [...searches.keys()]))) row('search', name, ({ searches }) => searches.get(name));
    }
    const text = (rows: readonly unknown[]): string[] => rows.map((one) => JSON.stringify(one)).toSorted();
    expect(text(list)).toEqual(text(wanted));
  });
});

it('searched, leafed through, and as files', async () => {
  const all = lives('', INSTALLATION_ZONE, '').filter(({ key }) => key.toLowerCase().includes('/new/'));
  const { list, meta } = await ask(lifecycle.urls, routes.urls, { domain: '', query_time: RANGE, search: '/NEW/', page: 2, per_page: 1 });
  expect([list.length, meta.pagination.total]).toEqual([1, all.length]);
  const [titles, ...rows] = await download(lifecycle.urlsExport, routes.urlsExport, { domain: '', query_time: RANGE, crawlers: ['GPTBot'], sort: { key: 'asc' } });
  expect(titles).toEqual(['key', 'seen_at', 'listed', 'crawl', 'crawl_name', 'crawl_after', 'search', 'search_name', 'search_after', 'visit', 'visit_after', 'GPTBot', 'GPTBot after']);
  const shownAll = await ask(lifecycle.urls, routes.urls, { domain: '', query_time: RANGE, crawlers: ['GPTBot'], sort: { key: 'asc' }, per_page: 5_000 });
  expect(rows.map(([key, seen]) => [key, seen])).toEqual(shownAll.list.map((row) => [row.key, row.seen_at]));
  const [head, ...medians] = await download(lifecycle.mediansExport, routes.mediansExport, { domain: '', query_time: RANGE });
  expect(head).toEqual(['domain', 'kind', 'name', 'urls', 'reached', 'median']);
  expect(medians).toHaveLength((await ask(lifecycle.medians, routes.medians, { domain: '', query_time: RANGE })).list.length);
});

async function download<E extends Download>(endpoint: E, handler: Handler<E>, input: Input<E>): Promise<readonly (readonly unknown[])[]> {
  const file = (await handler(endpoint.input.parse(input) as Parameters<Handler<E>>[0], contextOf())) as FileAnswer;
  const pieces: Buffer[] = [];
  for await (const piece of file.body) pieces.push(piece as Buffer);
  return readCsv(Buffer.concat(pieces));
}
