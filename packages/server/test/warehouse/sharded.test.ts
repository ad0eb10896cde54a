/**
 * The questions of the product over Distributed tables, beside the same rows in one table: every query of every question is asked of
 * both, and has the same rows. Then what changes stored rows. The cluster is the stand-in of cluster-stand-in.ts, or, where
 * FOOTFALL_TEST_STORE=server says so, a real one. SHARDED_QUESTIONS asks more of them.
 */
import process from 'node:process';
import { endpoints } from '@footfall/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredSitemap } from '../../src/metadata/sitemaps.js';
import { type QuestionStore } from '../../src/questions/asked.js';
import { aiRoutes } from '../../src/routes/ai.js';
import { coverageRoutes } from '../../src/routes/coverage.js';
import { deviceLogRoutes } from '../../src/routes/device-logs.js';
import { deviceRoutes } from '../../src/routes/devices.js';
import { flowRoutes } from '../../src/routes/flow.js';
import { homeRoutes } from '../../src/routes/home.js';
import { ledgerRoutes } from '../../src/routes/ledger.js';
import { lifecycleRoutes } from '../../src/routes/lifecycle.js';
import { listsRoutes } from '../../src/routes/lists.js';
import { reconcileRoutes } from '../../src/routes/reconcile.js';
import { reportRoutes } from '../../src/routes/report.js';
import { spiderLogRoutes } from '../../src/routes/spider-log.js';
import { statisticsRoutes } from '../../src/routes/statistics.js';
import { suspiciousRoutes } from '../../src/routes/suspicious.js';
import { createSitemaps } from '../../src/sitemaps/sitemaps.js';
import { ask, depsOf, directoryOf } from '../questions/ask.js';
import { sitemapListInMemory } from '../sitemaps/list-in-memory.js';
import { dump, fill, makeWorldRecords } from '../spider-history/world.js';
import { randomFrom } from '../random.js';
import { makeRecords, NOW, SITES } from '../truth/records.js';
import { ON_SERVERS, startEngine, type TestEngine } from './start-engine.js';

const ROUNDS = Number(process.env['SHARDED_QUESTIONS'] ?? 60);
const world = makeWorldRecords();
const records = { ...world, visits: makeRecords() };

let one: TestEngine;
let many: TestEngine;
beforeAll(async () => {
  one = await startEngine({ place: 'child' });
  many = await startEngine({ place: ON_SERVERS ? 'server' : 'sharded' });
  const minute = Math.floor(NOW / 60_000) * 60;
  const ledger = Array.from({ length: 200 }, (_, i) => `${JSON.stringify([7, i % 6, minute - (i % 50) * 60, i % 3 === 0 ? 'refused' : 'received', i % 3 === 0 ? 'duplicate' : '', i])}\n`).join('');
  for (const store of [one, many]) {
    await fill(store, records);
    await store.warehouse.sitemapUrls.stage(SITEMAP.siteId, SITEMAP.reading - 1, [records.visits[0]?.url ?? '', 'https://a.example/only'].map((url) => ({ url, publishedAt: NOW })), 1);
    if ((await store.warehouse.sitemapUrls.publish(SITEMAP.siteId, SITEMAP.reading - 1, SITEMAP.reading, [])) !== 2) throw new Error('a sitemap was not laid together as it was staged');
    await store.warehouse.sitemapUrls.tidy(SITEMAP.siteId, [SITEMAP.reading], [SITEMAP.reading - 1], 0);
    await store.warehouse.insert({ table: 'ledger', columns: ['batch_id', 'site_id', 'minute', 'outcome', 'reason', 'num'], body: Buffer.from(ledger), token: 'ledger-7' });
  }
});
afterAll(async () => {
  await one.stop();
  await many.stop();
});

/** Fractions are sums in another order: as many digits of them as that leaves. */
const comparable = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value)));
const isOrdered = (sql: string): boolean => /\bORDER BY [^()]*(?:\([^()]*\)[^()]*)*$/u.test(sql);

/** All rows with all values, but for the number of the batch: each store has batches of its own. */
async function rowsOf(engine: TestEngine): Promise<Record<string, readonly string[]>> {
  const tables = await dump(engine);
  return Object.fromEntries(Object.entries(tables).map(([table, lines]) => [table, lines.map((line) => line.replace(/^\["\d+",/u, '[')).toSorted()]));
}

let asked = 0;
/** Asks both stores, and answers what they agree about. */
const both: QuestionStore = {
  async query(sql, params, options) {
    const [single, sharded] = [await one.warehouse.query<never>(sql, params, options), await many.warehouse.query<never>(sql, params, options)];
    const [expected, found] = [comparable(single.rows), comparable(sharded.rows)];
    expect({ sql, rows: isOrdered(sql) ? found : found.toSorted() }).toEqual({ sql, rows: isOrdered(sql) ? expected : expected.toSorted() });
    asked += 1;
    return single;
  },
  stream: (sql, params, options) => one.warehouse.stream(sql, params, options),
};

/** A reading that both stores have. */
const SITEMAP: StoredSitemap = { id: 1, siteId: SITES[0]?.id ?? 0, name: 'a.txt', address: '', reading: 1_000, urls: 2, leftOut: 0, files: 1, readAt: NOW };
const never = (): Promise<never> => Promise.reject(new Error('not part of this test'));
const deps = depsOf(both, NOW, { directory: directoryOf(SITES) });
const random = randomFrom(20_261_122);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const maybe = <T extends object>(fields: T, chance = 0.35): Partial<T> => (random() < chance ? fields : {});
const day = (back: number): string => new Date(NOW - back * 86_400_000).toISOString().slice(0, 10);

/** A scope, a range and a filter, mostly wide. */
function scope(): { domain: string; query_time?: [string, string]; country_code?: string; device_type?: string } {
  const first = 1 + Math.floor(random() * 40);
  return {
    domain: pick(['', '', ...SITES.map(({ domain }) => domain)]),
    ...maybe({ query_time: [`${day(first)} 00:00:00`, `${day(Math.floor(random() * first))} ${pick(['23:59:59', '14:30:00'])}`] as [string, string] }, 0.8),
    ...maybe({ country_code: pick(['CN', 'DE', 'US']) }),
    ...maybe({ device_type: pick(['desktop', 'mobile']) }),
  };
}
const sitemaps = createSitemaps({ list: { ...sitemapListInMemory(), of: () => Promise.resolve([SITEMAP]) }, urls: { stage: never, publish: never, tidy: never }, allowPrivate: false, now: () => NOW });
const coverageOf = coverageRoutes({ ...deps, sitemaps, audit: { record: () => Promise.resolve() } });
const lifecycleOf = lifecycleRoutes({ ...deps, sitemaps });
const { home, report, devices, deviceLogs, flow, common, ai, coverage, lifecycle, reconcile, spiders, suspicious, ledger, websites } = endpoints;
const direction = (): 'asc' | 'desc' => pick(['asc', 'desc'] as const);
const range = (): { domain: string; query_time: [string, string] } => ({ domain: scope().domain, query_time: [`${day(35)} 00:00:00`, `${day(0)} 23:59:59`] });

/** Every kind of question, with an input of its own each time. */
const QUESTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  summary: () => ask(home.summary, homeRoutes(deps).summary, scope()),
  'visit total': () => ask(home.visitTotal, homeRoutes(deps).visitTotal, { domain: scope().domain, ...maybe({ country_code: 'CN' }) }),
  trend: () => ask(home.trend, homeRoutes(deps).trend, { ...range(), query_type: pick(['day', 'hour'] as const) }),
  ranking: () => ask(home.topList, homeRoutes(deps).topList, { ...scope(), ...pick([{ type: 'referer', fold: 'host' }, { type: 'url', fold: 'path' }, { type: 'entry_url' }, { type: 'ip' }] as const), search: pick(['', '', 'page']), page: pick([1, 2]), sort: pick([{}, { key: direction() }, { num: direction() }]) }),
  pie: () => ask(home.pie, homeRoutes(deps).pie, { ...scope(), type: pick(['browser', 'country'] as const) }),
  'by hour or day': () => ask(home.log, homeRoutes(deps).log, { ...range(), query_type: pick(['hour', 'day'] as const) }),
  'by hour of the day': () => ask(home.census, homeRoutes(deps).census, { domain: scope().domain, query_type: pick(['every_day', 'every_hour'] as const) }),
  statistics: () => ask(websites.statistics, statisticsRoutes(deps).statistics, {}),
  recently: () => ask(flow.recently, flowRoutes(deps).recently, { domain: scope().domain }),
  live: () => ask(flow.live, flowRoutes(deps).live, { domain: scope().domain }),
  'device log': () => ask(report.deviceLogs, reportRoutes(deps).deviceLogs, { ...scope(), page: pick([1, 2, 5]) }),
  report: () => ask(report.search, reportRoutes(deps).search, {
    domain: scope().domain, created_at: range().query_time, page: pick([1, 2]),
    custom_filters: JSON.stringify(pick([[], [{ column: 'url', operator: 'like', value: 'page/1' }], [{ column: 'screen_width', operator: '>=', value: '400' }]])), sort: JSON.stringify(pick([{}, { created_at: 'asc' }, { url: 'desc' }])),
  }),
  'groups of the report': () => ask(report.search, reportRoutes(deps).search, {
    domain: scope().domain, created_at: range().query_time, group_by: pick([['country_code'], ['browser_name', 'device_type'], ['day'], ['hour', 'country_code'], ['referer_host']]),
    aggregates: pick([{}, { wide: 'avg(screen_width)', most: 'max(created_at)', num: 'count(*)' }]), page: pick([1, 2]),
  }),
  events: () => ask(report.events, reportRoutes(deps).events, scope()),
  visitor: () => ask(report.visitInfo, reportRoutes(deps).visitInfo, { domain: '', type: 'ip', ip: `198.51.100.${1 + Math.floor(random() * 249)}` }),
  trajectory: () => ask(deviceLogs.userTrajectory, deviceLogRoutes(deps).userTrajectory, { domain: '', type: 'fingerprint', fingerprint: (1 + Math.floor(random() * 400)).toString(16).padStart(16, 'a') }),
  addresses: () => ask(deviceLogs.userList, deviceLogRoutes(deps).userList, { ...scope(), sort: pick([{}, { key: direction() }, { country: direction() }]) }),
  'device models': () => ask(devices.models, deviceRoutes(deps).models, { ...range(), sort: pick([{}, { num: direction() }, { last_seen: direction() }]) }),
  'devices of visitors': () => ask(devices.full, deviceRoutes(deps).full, { ...range(), sort: pick([{}, { num: direction() }, { created_at: direction() }]) }),
  countries: () => ask(common.countryList, listsRoutes(deps).countryList, { domain: scope().domain }),
  values: () => ask(common.fieldValues, listsRoutes(deps).fieldValues, { domain: scope().domain, column: pick(['browser_name', 'url', 'country_code'] as const) }),
  'visitors by country': () => ask(common.userTotalList, listsRoutes(deps).userTotalList, scope()),
  'AI operators': () => ask(ai.operators, aiRoutes(deps).operators, range()),
  'AI trend': () => ask(ai.trend, aiRoutes(deps).trend, range()),
  'AI pages': () => ask(ai.pages, aiRoutes(deps).pages, { ...range(), fold: pick(['', 'path'] as const) }),
  'known addresses': () => ask(coverage.urls, coverageOf.urls, { ...range(), fold: pick(['', 'path'] as const), listed: pick(['', 'yes', 'no'] as const), crawlers: pick([[], ['Googlebot']]), sort: pick([{}, { hits: direction() }]) }),
  'known addresses in sum': () => ask(coverage.summary, coverageOf.summary, range()),
  'from published to visited': () => ask(lifecycle.urls, lifecycleOf.urls, { ...range(), fold: pick(['', 'path'] as const), missing: pick(['', 'search', 'visit'] as const), sort: pick([{}, { visit: direction() }]) }),
  'suspicious visitors': () => ask(suspicious.list, suspiciousRoutes(deps).list, { ...scope(), ...pick([{}, { sign: 'regular_walk' }, { sign: 'time_zone' }, { weight: 'sure' }] as const), sort: pick([{}, { views: direction() }, { last_at: direction() }]) }),
  'what speaks against a visitor': () => ask(suspicious.visitor, suspiciousRoutes(deps).visitor, { domain: '', type: 'ip', ip: `198.51.100.${1 + Math.floor(random() * 249)}` }),
  'medians from published to visited': () => ask(lifecycle.medians, lifecycleOf.medians, range()),
  'log and beacon': () => ask(reconcile.days, reconcileRoutes(deps).days, { ...range(), domain: pick(SITES).domain }),
  'what crawlers spent': () => ask(coverage.trend, coverageOf.trend, range()),
  'hits of crawlers': () => ask(spiders.log, spiderLogRoutes(deps).log, { ...range(), ...maybe({ authenticity: 'forged' as const }) }),
  'crawlers over time': () => ask(spiders.trend, spiderLogRoutes(deps).trend, range()),
  'crawlers in sum': () => ask(spiders.statistics, spiderLogRoutes(deps).statistics, range()),
  'pages of crawlers': () => ask(spiders.topUrls, spiderLogRoutes(deps).topUrls, range()),
  'genuine or forged': () => ask(spiders.authenticity, spiderLogRoutes(deps).authenticity, range()),
  ledger: () => ask(ledger.read, ledgerRoutes({ ...deps, waiting: () => ({ records: 0, batches: [] }) }).read, { domain: scope().domain, minutes: pick([5, 60, 1_440]) }),
};

describe('one table and many shards', () => {
  it('the rows lie on all shards, each on one, where the sharding expression says', async () => {
    for (const table of ['visits', 'spider_hits', 'events']) {
      const { rows } = await many.warehouse.query<{ shard: number; num: string }>(`SELECT _shard_num AS shard, count() AS num FROM ${table} GROUP BY shard ORDER BY shard`, {});
      expect(rows.length).toBeGreaterThan(1);
      const { rows: all } = await one.warehouse.query<{ num: string }>(`SELECT count() AS num FROM ${table}`, {});
      expect(rows.reduce((sum, { num }) => sum + Number(num), 0)).toBe(Number(all[0]?.num));
    }
    const { rows } = await many.warehouse.query<{ most: string }>('SELECT max(shards) AS most FROM (SELECT visitor, uniqExact(_shard_num) AS shards FROM visits GROUP BY visitor)', {});
    expect(rows).toEqual([{ most: '1' }]);
  });

  const times = Math.ceil(ROUNDS / Object.keys(QUESTIONS).length);

  it.each(Object.entries(QUESTIONS))('%s', { timeout: 20_000 + times * 5_000 }, async (_, question) => {
    const before = asked;
    for (let i = 0; i < times; i += 1) await question();
    expect(asked).toBeGreaterThanOrEqual(before + times);
  });
});

describe('what changes rows', { timeout: 90_000 }, () => {
  const [, someone] = records.visits;

  it('a batch that comes again is dropped, one that is deleted is gone', async () => {
    const body = Buffer.from(Array.from({ length: 500 }, (_, i) => `${JSON.stringify([900_001, String(i + 1), 1, NOW - i * 3_600_000, String(i % 37)])}\n`).join(''));
    const batch = { table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at', 'visitor'], body, token: 'again' };
    for (const store of [one, many]) for (let i = 0; i < 3; i += 1) await store.warehouse.insert(batch);
    expect(await rowsOf(many)).toEqual(await rowsOf(one));
    for (const store of [one, many]) await store.warehouse.deleteBatches('visits', [900_001]);
    const after = await rowsOf(many);
    expect(after).toEqual(await rowsOf(one));
    expect(after['visits']).toHaveLength(records.visits.length);
  });

  it('sessions are corrected alike', async () => {
    const fixes = records.visits.slice(0, 300).map(({ site_id: siteId, visitor, created_at: at }, i) => ({ siteId, visitor, at, sessionId: String(7_000_000 + i), entryUrl: `/fixed/${String(i)}` }));
    const once = [...new Map(fixes.map((fix) => [`${String(fix.siteId)} ${fix.visitor} ${String(fix.at)}`, fix])).values()];
    for (const store of [one, many]) {
      await store.warehouse.fixSessions(once);
      await store.warehouse.sessionFixesDone();
    }
    const after = await rowsOf(many);
    expect(after).toEqual(await rowsOf(one));
    expect(after['visits']?.filter((line) => line.includes('fixed')).length).toBeGreaterThanOrEqual(once.length);
  });

  it('what a rule takes moves, and comes back', async () => {
    const before = await rowsOf(many);
    const label = { spiderId: 5, type: 'monitor', name: 'Agent' };
    for (const store of [one, many]) {
      expect(await store.warehouse.moves.agentsMentioning(['agent/3'])).not.toEqual([]);
      const agents = new Map((await store.warehouse.moves.agentsMentioning(['agent/3'])).map((agent) => [agent, 'agent/3']));
      expect((await store.warehouse.moves.stage('77', label, agents, NOW)).people).toBeGreaterThan(20);
      await store.warehouse.moves.move('77', label);
    }
    const moved = await rowsOf(many);
    expect(moved).toEqual(await rowsOf(one));
    expect(moved['visits']?.length).toBeLessThan(before['visits']?.length ?? 0);
    for (const store of [one, many]) {
      await store.warehouse.moves.idle();
      await store.warehouse.moves.restore('77');
      await store.warehouse.moves.forget('77');
    }
    expect(await rowsOf(many)).toEqual(before);
  });

  it('a visitor and a site are erased, old rows expire, and the sizes are told alike', async () => {
    for (const store of [one, many]) {
      await store.warehouse.eraseVisitor({ siteIds: SITES.map(({ id }) => id), type: 'ip', value: someone?.ip ?? '', visitor: null });
      expect(await store.warehouse.eraseSite(3)).toBeGreaterThan(50);
      await store.warehouse.removeExpired([{ siteId: 2, before: NOW - 5 * 86_400_000 }]);
    }
    const after = await rowsOf(many);
    expect(after).toEqual(await rowsOf(one));
    expect(after['visits']?.length).toBeLessThan(records.visits.length);
    const rows = async ({ warehouse }: TestEngine): Promise<string[]> => (await warehouse.sizes()).map(({ siteId, table, rows: num }) => `${table} ${String(siteId)} ${String(num)}`).toSorted();
    expect(await rows(many)).toEqual(await rows(one));
    const state = await many.warehouse.state(['UTC']);
    expect(state).toMatchObject({ stuck: 0, broken: 0, replicas: { reached: state.replicas?.total, behind: 0, readOnly: 0 } });
    // Servers are told apart by host and port, and all that stand in here are one.
    expect((state.replicas?.total ?? 0) > (ON_SERVERS ? 1 : 0)).toBe(true);
    expect(await one.warehouse.replicas()).toBeNull();
    expect(state.schema).toBe(state.knownSchema);
  });
});

describe.skipIf(ON_SERVERS)('every statement that the store sent', () => {
  const statements = (): readonly { readonly text: string; readonly settings: URLSearchParams }[] => many.front?.statements ?? [];
  const shapes = (): string[] => [...new Set(statements().map(({ text }) => text))];

  it('is one to the engine’s parser, as it was meant for a cluster', async () => {
    const everywhere = shapes().filter((text) => text.includes(' ON CLUSTER '));
    for (const verb of ['CREATE DATABASE', 'CREATE TABLE', 'ALTER TABLE', 'UPDATE', 'DELETE FROM']) expect(everywhere.filter((text) => text.startsWith(verb)).length).toBeGreaterThan(0);
    expect(everywhere.some((text) => text.includes('DROP PARTITION'))).toBe(true);
    for (const text of everywhere) {
      const { rows } = await one.warehouse.query<{ text: string }>('SELECT formatQuerySingleLine({text:String}) AS text', { text });
      expect(rows[0]?.text).toContain(' ON CLUSTER stand_in ');
    }
  });

  it('that inserts waits for most replicas and names its token, or refuses to be taken for another', () => {
    const inserts = statements().filter(({ text }) => text.startsWith('INSERT'));
    expect(inserts.length).toBeGreaterThan(20);
    for (const { text, settings } of inserts) {
      const of = Object.fromEntries(settings);
      expect({ text, ...of }).toMatchObject({ insert_quorum: 'auto', insert_quorum_parallel: '1', distributed_foreground_insert: '1', parallel_distributed_insert_select: '0' });
      const isBatch = text.includes('FORMAT');
      const once = isBatch ? of['insert_deduplicate'] === '1' && (of['insert_deduplication_token'] ?? '') !== '' : of['insert_deduplicate'] === '0';
      expect([text, text.includes('migrations') || (once && of['async_insert'] === '0')]).toEqual([text, true]);
    }
  });
});
