/**
 * Hosts of crawlers' addresses, looked up at a name server that this test runs on loopback: confirmed, made up, absent, silent, broken; kept, bounded, asked again
 * in time; and what the log says then. The store is the real one, the metadata on every size.
 */
import { endpoints, type SpiderHitRecord } from '@footfall/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CrawlerCheck, startCrawlerCheck } from '../../src/crawler-check.js';
import { createHostCheck } from '../../src/crawler-dns.js';
import { createCrawlerHosts, type CrawlerHosts, MOST_HOSTS } from '../../src/metadata/crawler-hosts.js';
import type { Metadata } from '../../src/metadata/database.js';
import type { CrawlerList } from '../../src/questions/crawler-lists.js';
import { createCrawlerRanges } from '../../src/questions/crawler-ranges.js';
import { spiderLogRoutes } from '../../src/routes/spider-log.js';
import { sizes } from '../metadata/sizes.js';
import { ask, depsOf } from '../questions/ask.js';
import { store } from '../questions/fixture.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { type DnsServer, startDnsServer, type Zone } from './dns-server.js';

const { spiders } = endpoints;
const NOW = Date.UTC(2026, 9, 26, 12);
const RANGE: [string, string] = ['2026-10-20 00:00:00', '2026-10-31 23:59:59'];
const LISTS: readonly CrawlerList[] = [
  { key: 'a', crawlers: ['Alpha'], hosts: ['alpha.example'], source: 'https://a.example/', asOf: '2026-01-02', networks: ['192.0.2.0/25'] },
  { key: 'b', crawlers: ['Beta'], hosts: ['beta.example'], source: 'https://b.example/', asOf: '', networks: [] },
];

const reverse = (ip: string): `PTR ${string}` => `PTR ${ip.split('.').toReversed().join('.')}.in-addr.arpa`;
const reverse6 = (digits: string): `PTR ${string}` => `PTR ${digits.split('').toReversed().join('.')}.ip6.arpa`;
const SIX = '2001:db8::7';
const ZONE: Zone = new Map<`${'A' | 'AAAA' | 'PTR'} ${string}`, readonly string[] | 'silent' | 'broken'>([
  // Its own, from a network that is newer than the list.
  [reverse('198.51.100.1'), ['Crawl-1.alpha.example']], ['A crawl-1.alpha.example', ['198.51.100.9', '198.51.100.1']],
  // Says that it is, but the name leads elsewhere.
  [reverse('198.51.100.2'), ['crawl-1.alpha.example']],
  // Another name that only ends alike.
  [reverse('198.51.100.3'), ['crawl.notalpha.example']], ['A crawl.notalpha.example', ['198.51.100.3']],
  [reverse('198.51.100.4'), ['crawl.beta.example']], ['A crawl.beta.example', ['198.51.100.4']],
  [reverse('198.51.100.6'), 'broken'],
  [reverse6('20010db8000000000000000000000007'), ['six.beta.example']], ['AAAA six.beta.example', ['2001:db8:0:0:0:0:0:7']],
]);

/** Crawler, address, hits; what the log says of them before and after. */
const STORY = [
  ['Alpha', '192.0.2.1', 3, 'genuine', 'genuine'],
  ['Alpha', '198.51.100.1', 4, 'forged', 'genuine'],
  ['Alpha', '198.51.100.2', 5, 'forged', 'forged'],
  ['Alpha', '198.51.100.3', 2, 'forged', 'forged'],
  ['Alpha', '198.51.100.4', 1, 'forged', 'forged'],
  ['Beta', '198.51.100.4', 6, 'unverifiable', 'genuine'],
  ['Beta', '198.51.100.5', 7, 'unverifiable', 'forged'],
  ['Beta', '198.51.100.6', 8, 'unverifiable', 'unverifiable'],
  ['Beta', SIX, 2, 'unverifiable', 'genuine'],
  ['Beta', '10.0.0.9', 3, 'unverifiable', 'unverifiable'],
  ['Beta', '203.0.113.0', 1, 'unverifiable', 'unverifiable'],
  ['Googlebot', '198.51.100.7', 2, 'unverifiable', 'unverifiable'],
] as const;
const ASKED = ['192.0.2.1', '198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4', '198.51.100.5', '198.51.100.6', SIX];

const hits = STORY.flatMap(([name, ip, num], n) => Array.from({ length: num }, (_, i): SpiderHitRecord => ({
  id: String(n * 100 + i + 1), site_id: 1, created_at: NOW - (n + 1) * 3_600_000, received_at: NOW, source: 'log', ip, country_code: '', spider_id: 1, type: 'search_engine', name, reason: name,
  url: 'https://shop.example/', referer: '', user_agent: name, method: 'GET', status: 200, bytes: 1,
})));

let engine: TestEngine;
let dns: DnsServer;
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, { visits: [], hits });
  dns = await startDnsServer(ZONE);
});
afterAll(async () => {
  await dns.close();
  await engine.stop();
});

describe('one address', () => {
  it.each([['198.51.100.1', 'confirmed', 'crawl-1.alpha.example'], ['198.51.100.2', 'none', ''], ['198.51.100.3', 'none', ''], ['198.51.100.5', 'none', ''], ['198.51.100.6', 'failed', '']])('%s: %s', async (ip, state, host) => {
    expect(await createHostCheck([dns.address]).check(ip, ['alpha.example', 'beta.example'])).toEqual({ state, host });
  });

  it('of which nobody says anything is not waited for for ever', async () => {
    const silent = await startDnsServer(new Map([[reverse('198.51.100.1'), 'silent']]));
    const began = Date.now();
    expect(await createHostCheck([silent.address]).check('198.51.100.1', ['alpha.example'])).toEqual({ state: 'failed', host: '' });
    expect(Date.now() - began).toBeLessThan(15_000);
    await silent.close();
  }, 20_000);
});

describe.each(sizes())('in the background, with metadata on $name', (size) => {
  let metadata: Metadata;
  let hosts: CrawlerHosts;
  let clock: number;
  let check: CrawlerCheck;
  const ranges = createCrawlerRanges(LISTS);
  const begin = (servers: readonly string[] | null): Promise<CrawlerCheck> =>
    startCrawlerCheck({ ranges: () => ranges, hosts, store: engine.warehouse, sites: () => [{ id: 1 }], servers, log: { debug: () => undefined, warn: () => undefined }, now: () => clock });
  beforeEach(async () => {
    clock = NOW;
    metadata = await size.open(() => clock);
    hosts = createCrawlerHosts(metadata.db, () => clock);
    dns.asked.length = 0;
  });
  afterEach(async () => {
    await check.stop();
    await metadata.close();
  });

  /** What the log says, by its rows and by its filter. */
  async function expectVerdicts(column: 3 | 4): Promise<void> {
    const routes = spiderLogRoutes(depsOf(engine.warehouse, NOW, { crawlers: check.ranges }));
    const { list } = await ask(spiders.log, routes.log, { query_time: RANGE, per_page: 5_000 });
    for (const [name, ip, num, ...verdicts] of STORY) expect([name, ip, list.filter((hit) => hit.name === name && hit.ip === ip).map((hit) => hit.authenticity)]).toEqual([name, ip, Array.from({ length: num }, () => verdicts[column - 3])]);
    for (const verdict of ['genuine', 'forged', 'unverifiable'] as const) {
      const { total } = await ask(spiders.statuses, routes.statuses, { query_time: RANGE, authenticity: verdict });
      expect([verdict, total]).toEqual([verdict, STORY.filter((entry) => entry[column] === verdict).reduce((sum, [, , num]) => sum + num, 0)]);
    }
  }

  it('asks nobody unless it is told whom', async () => {
    check = await begin(null);
    expect(await check.run()).toBe(0);
    expect(dns.asked).toEqual([]);
    await expectVerdicts(3);
  });

  it('looks up each address once, keeps it over a restart, and the log follows', async () => {
    check = await begin([dns.address]);
    expect(await check.run()).toBe(ASKED.length);
    await expectVerdicts(4);
    const asked = dns.asked.length;
    expect(await check.run()).toBe(0);
    expect((await hosts.latest(100)).map(({ address }) => address).toSorted()).toEqual(ASKED.toSorted());
    await check.stop();
    check = await begin([dns.address]);
    await expectVerdicts(4);
    expect(await check.run()).toBe(0);
    expect(dns.asked).toHaveLength(asked);
    expect(check.ranges().judge('Alpha', '198.51.100.1').evidence).toEqual({ why: 'confirmed', network: 'crawl-1.alpha.example', list: 'a', as_of: '2026-01-02' });
    expect(check.ranges().judge('Alpha', '198.51.100.2').evidence.why).toBe('refuted');
    expect(check.ranges().judge('Beta', '198.51.100.6').evidence.why).toBe('not_asked');
  });

  it('asks again: after an hour where nobody answered, after a week where somebody did', async () => {
    check = await begin([dns.address]);
    await check.run();
    clock += 3_600_000;
    expect(await check.run()).toBe(1);
    clock = NOW + 6.5 * 86_400_000;
    expect(await check.run()).toBe(1);
  });

  it('keeps a bounded number, the last looked up', async () => {
    check = await begin(null);
    await hosts.put([{ address: '198.51.100.200', state: 'none', host: '' }]);
    clock += 1;
    await hosts.put(Array.from({ length: MOST_HOSTS }, (_, i) => ({ address: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, state: 'none' as const, host: '' })));
    const kept = await hosts.latest(MOST_HOSTS + 10);
    expect(kept).toHaveLength(MOST_HOSTS);
    expect(kept.some(({ address }) => address === '198.51.100.200')).toBe(false);
  }, 60_000);
});
