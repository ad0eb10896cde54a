/**
 * Genuine or forged, against a judgement of its own: published networks written out as text, addresses compared bit by bit. Each hit by itself, counted, filtered,
 * in the list of rules, as a file, and as a block list.
 */
import { authenticity, BLOCK_SYNTAXES, endpoints, type Input, type SpiderHitRecord } from '@footfall/contract';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CrawlerFileError, openCrawlerRanges } from '../../src/crawler-files.js';
import { DEFAULT_SPIDER_RULES } from '../../src/enrich/data/default-spider-rules.js';
import { CRAWLER_LISTS, type CrawlerList } from '../../src/questions/crawler-lists.js';
import { createCrawlerRanges, intervalOf } from '../../src/questions/crawler-ranges.js';
import { spiderActivity } from '../../src/questions/spider-figures.js';
import { asking } from '../../src/routes/asking.js';
import { spiderLogRoutes } from '../../src/routes/spider-log.js';
import { startEngine, type TestEngine } from '../warehouse/start-engine.js';
import { ask, contextOf, depsOf } from './ask.js';
import { store } from './fixture.js';

const { spiders } = endpoints;
const NOW = Date.UTC(2026, 9, 26, 12);
const ALL: [string, string] = ['2026-10-01 00:00:00', '2026-10-31 23:59:59'];

/** Two lists of the test's own: one with touching and overlapping networks, one with IPv6. */
const LISTS: readonly CrawlerList[] = [
  { key: 'a', crawlers: ['Alpha', 'Alpha-Image'], hosts: [], source: 'https://a.example/a.json', asOf: '2026-01-02', networks: ['192.0.2.0/25', '192.0.2.128/26', '192.0.2.192/26', '198.51.100.16/28', '203.0.113.7/32'] },
  { key: 'b', crawlers: ['Beta'], hosts: [], source: 'https://b.example/b.json', asOf: '2026-03-04', networks: ['2001:db8:1::/48', '2001:db8:2:8::/61', '198.51.100.64/27'] },
];
const NAMES = ['Alpha', 'Alpha-Image', 'Beta', 'Gamma'];
const ADDRESSES = [
  '192.0.2.0', '192.0.2.1', '192.0.2.255', '192.0.1.255', '192.0.3.0', '198.51.100.0', '198.51.100.15', '198.51.100.16', '198.51.100.31', '198.51.100.32', '198.51.100.64', '198.51.100.95', '198.51.100.96',
  '203.0.113.7', '203.0.113.8', '203.0.113.0', '203.0.112.0', '10.1.2.3', '172.31.255.255', '172.32.0.1', '192.168.0.1', '100.64.0.1', '127.0.0.1', '',
  '2001:db8:1::', '2001:db8:1:ffff::1', '2001:db8:2::', '2001:db8:2:8::1', '2001:db8:2:f:ffff:ffff:ffff:ffff', '2001:db8:2:10::1', '2001:db8:3::', '2001:db8:3::9', 'fe80::1', 'fd00::1', '::1',
];

/** The bits of an address as text, of IPv4 with the 96 that stand before. */
function bits(ip: string): string {
  if (!ip.includes(':')) return `${'0'.repeat(80)}${'1'.repeat(16)}${ip.split('.').map((part) => Number(part).toString(2).padStart(8, '0')).join('')}`;
  const [head = '', tail = ''] = ip.split('::');
  const parts = (text: string): string[] => text.split(':').filter(Boolean);
  const missing = ip.includes('::') ? 8 - parts(head).length - parts(tail).length : 0;
  return [...parts(head), ...Array.from({ length: missing }, () => '0'), ...parts(tail)].map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

const HIDDEN = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', '::/96', 'fc00::/7', 'fe80::/10'];
const prefixOf = (network: string): string => {
  const [ip = '', length = '0'] = network.split('/');
  return bits(ip).slice(0, Number(length) + (ip.includes(':') ? 0 : 96));
};

/** What a hit is, told slowly: an address that ends as a shortened one stands for every end. */
function verdictOf(name: string, ip: string): string {
  const list = LISTS.find(({ crawlers }) => crawlers.includes(name));
  if (list === undefined || ip === '' || HIDDEN.some((network) => bits(ip).startsWith(prefixOf(network)))) return 'unverifiable';
  const kept = ip.includes(':') ? 48 : 120;
  const isShort = /^0*$/u.test(bits(ip).slice(kept));
  const prefixes = list.networks.map(prefixOf);
  if (!isShort) return prefixes.some((prefix) => bits(ip).startsWith(prefix)) ? 'genuine' : 'forged';
  const stem = bits(ip).slice(0, kept);
  if (prefixes.some((prefix) => stem.startsWith(prefix))) return 'genuine';
  const inside = prefixes.filter((prefix) => prefix.startsWith(stem));
  if (inside.length === 0) return 'forged';
  // All of the block, by parts: no two of the test's networks overlap.
  const share = inside.reduce((sum, prefix) => sum + 2 ** -(prefix.length - kept), 0);
  return share === 1 ? 'genuine' : 'unverifiable';
}

const hits: readonly SpiderHitRecord[] = ADDRESSES.flatMap((ip, at) => NAMES.flatMap((name, n) => Array.from({ length: 1 + ((at + n) % 3) }, (_, i): SpiderHitRecord => ({
  id: String(at * 1_000 + n * 10 + i + 1), site_id: 1 + 2 * (at % 2), created_at: NOW - (at + 1) * 5 * 3_600_000, received_at: NOW, source: 'log', ip, country_code: '', spider_id: n + 1,
  type: 'search_engine', name, reason: name, url: 'https://shop.example/', referer: '', user_agent: name, method: 'GET', status: 200, bytes: 1,
}))));
const count = (verdict: string, more: (hit: SpiderHitRecord) => boolean = () => true): number => hits.filter((hit) => verdictOf(hit.name, hit.ip) === verdict && more(hit)).length;

let engine: TestEngine;
/** By the first part of the address; one network under two names, and addresses of nobody. */
const ownerOf = (ip: string): { asn: number; name: string } => (ip.includes(':') ? { asn: 0, name: '' } : ip.startsWith('192.') ? { asn: 64_500, name: 'One' } : { asn: 0, name: `Operator ${ip.split('.')[0]}` });
const deps = () => depsOf(engine.warehouse, NOW, { crawlers: () => createCrawlerRanges(LISTS), networkOwner: ownerOf });
const routes = () => spiderLogRoutes(deps());
beforeAll(async () => {
  engine = await startEngine();
  await store(engine.warehouse, { visits: [], hits });
});
afterAll(() => engine.stop());

it('every hit of the log has its verdict, with the reason', async () => {
  const { list } = await ask(spiders.log, routes().log, { query_time: ALL, per_page: 5_000 });
  expect(list).toHaveLength(hits.length);
  for (const hit of list) expect([hit.name, hit.ip, hit.authenticity]).toEqual([hit.name, hit.ip, verdictOf(hit.name, hit.ip)]);
  for (const hit of list) expect(hit.network_owner).toEqual(ownerOf(hit.ip));
  const of = (name: string, ip: string) => list.find((hit) => hit.name === name && hit.ip === ip)?.evidence;
  expect(of('Alpha', '198.51.100.16')).toEqual({ why: 'listed', network: '198.51.100.16/28', list: 'a', as_of: '2026-01-02' });
  expect(of('Beta', '192.0.2.1')).toEqual({ why: 'not_listed', network: '', list: 'b', as_of: '2026-03-04' });
  expect(of('Alpha', '198.51.100.0')?.why).toBe('shortened');
  expect(of('Alpha', '10.1.2.3')?.why).toBe('not_public');
  expect(of('Gamma', '192.0.2.1')).toEqual({ why: 'no_list', network: '', list: '', as_of: '' });
});

it('the log is filtered by each verdict, in the store as by hand', async () => {
  for (const verdict of authenticity.options) {
    const { list, meta } = await ask(spiders.log, routes().log, { query_time: ALL, authenticity: verdict, per_page: 5_000 });
    expect([meta.pagination.total, list.length]).toEqual([count(verdict), count(verdict)]);
    expect(list.every((hit) => hit.authenticity === verdict)).toBe(true);
    expect((await ask(spiders.statuses, routes().statuses, { query_time: ALL, authenticity: verdict })).total).toBe(count(verdict));
  }
});

it('counts by crawler add up, under a filter too', async () => {
  for (const input of [{}, { domain: 'shop.example' }, { name: 'Alpha' }] as const satisfies readonly Partial<Input<typeof spiders.authenticity>>[]) {
    const passes = (hit: SpiderHitRecord): boolean => (!('domain' in input) || hit.site_id === 1) && (!('name' in input) || hit.name === input.name);
    const answer = await ask(spiders.authenticity, routes().authenticity, { query_time: ALL, ...input });
    expect(answer.list.map(({ name }) => name).toSorted()).toEqual([...new Set(hits.filter(passes).map(({ name }) => name))].filter((name) => name !== 'Gamma').toSorted());
    for (const { name, hits: all, ...verdicts } of answer.list) {
      for (const verdict of authenticity.options) expect(verdicts[verdict]).toBe(count(verdict, (hit) => passes(hit) && hit.name === name));
      expect(all).toBe(hits.filter((hit) => passes(hit) && hit.name === name).length);
    }
    expect(answer.total.forged).toBe(count('forged', (hit) => passes(hit) && hit.name !== 'Gamma'));
    expect(answer.sources).toEqual(LISTS.map(({ key, crawlers, source, asOf, networks }) => ({ key, crawlers, source, as_of: asOf, networks: networks.length })));
  }
});

it('the networks of forged hits are those of their addresses, most hits first', async () => {
  const { networks } = await ask(spiders.authenticity, routes().authenticity, { query_time: ALL });
  const expected = new Map<string, { asn: number; name: string; hits: number; ips: Set<string> }>();
  for (const { name, ip } of hits) {
    if (verdictOf(name, ip) !== 'forged') continue;
    const owner = ownerOf(ip);
    const network = expected.get(owner.name) ?? { ...owner, hits: 0, ips: new Set() };
    network.hits += 1;
    network.ips.add(ip);
    expected.set(owner.name, network);
  }
  expect(expected.size).toBeGreaterThan(2);
  expect(networks.left_out).toBe(0);
  expect(networks.list).toEqual([...expected.values()].map(({ ips, ...owner }) => ({ ...owner, addresses: ips.size })).toSorted((a, b) => b.hits - a.hits || (a.name < b.name ? -1 : 1)));
  expect((await ask(spiders.authenticity, routes().authenticity, { query_time: ALL, authenticity: 'genuine' })).networks).toEqual({ list: [], left_out: 0 });
});

it('the list of rules knows what was forged in seven days', async () => {
  const activity = await spiderActivity(asking(deps(), '', contextOf()));
  for (const [i, name] of NAMES.entries()) expect(activity.get(i + 1)?.forged).toBe(count('forged', (hit) => hit.name === name && hit.created_at >= NOW - 7 * 86_400_000));
});

it.each(BLOCK_SYNTAXES)('block list for %s: every forged address once, and none that was shortened', async (syntax) => {
  const { text, addresses, left_out: left, hits: all } = await ask(spiders.blockList, routes().blockList, { query_time: ALL, syntax });
  const forged = new Set(hits.filter((hit) => verdictOf(hit.name, hit.ip) === 'forged').map(({ ip }) => ip));
  const short = [...forged].filter((ip) => /^0*$/u.test(bits(ip).slice(ip.includes(':') ? 48 : 120)));
  const named = text.split('\n').slice(1).flatMap((line) => /(?:deny |remote_ip |not ip |-s )([0-9a-f.:]+)/u.exec(line)?.[1] ?? []);
  expect(named.toSorted()).toEqual([...forged].filter((ip) => !short.includes(ip)).toSorted());
  expect([addresses, left, all]).toEqual([named.length, short.length, count('forged')]);
  expect(text.startsWith('# Footfall')).toBe(true);
  const line = { nginx: 'deny 198.51.100.32;', caddy: '\tremote_ip 198.51.100.32', apache: '  Require not ip 198.51.100.32', iptables: 'iptables -A INPUT -s 198.51.100.32 -j DROP' }[syntax];
  expect(text.split('\n')).toContain(line);
  expect(text.includes('ip6tables -A INPUT -s 2001:db8:2:10::1 -j DROP')).toBe(syntax === 'iptables');
});

describe('the lists that come with the product', () => {
  it('name crawlers that there are, each in one list, and networks that are networks', () => {
    const rules = new Set(DEFAULT_SPIDER_RULES.map(({ name }) => name));
    const named = CRAWLER_LISTS.flatMap(({ crawlers }) => crawlers);
    expect(named.filter((name) => !rules.has(name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
    for (const { networks, asOf, source, hosts } of CRAWLER_LISTS) {
      expect(networks.length + hosts.length).toBeGreaterThan(0);
      expect(networks.filter((network) => intervalOf(network) === null || !network.includes('/'))).toEqual([]);
      expect(new Set(networks).size).toBe(networks.length);
      expect([networks.length === 0 ? asOf === '' : /^\d{4}-\d{2}-\d{2}$/u.test(asOf), source.startsWith('https://')]).toEqual([true, true]);
    }
  });

  it.each([['Googlebot', '66.249.66.1', 'genuine'], ['Googlebot', '2001:4860:4801:10::1', 'genuine'], ['Googlebot', '203.0.113.9', 'forged'], ['Bingbot', '157.55.39.7', 'genuine'], ['GPTBot', '66.249.66.1', 'forged'], ['AhrefsBot', '66.249.66.1', 'unverifiable']] as const)('%s from %s is %s', (name, ip, verdict) => {
    expect(createCrawlerRanges(CRAWLER_LISTS).judge(name, ip).authenticity).toBe(verdict);
  });
});

describe('a newer file of an operator', () => {
  const log = { info: () => undefined, warn: () => undefined };
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'footfall-crawlers-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('stands in the place of the list of that name, without a restart; a damaged one leaves what was there', () => {
    let now = 0;
    const place = join(folder, 'good');
    const ranges = openCrawlerRanges(place, log as never, () => now);
    const judged = () => ranges().judge('GPTBot', '203.0.113.9');
    expect(judged().authenticity).toBe('forged');
    mkdirSync(place);
    writeFileSync(join(place, 'gptbot.json'), JSON.stringify({ creationTime: '2026-11-01T10:00:00', prefixes: [{ ipv4Prefix: '203.0.113.0/24' }, { ipv6Prefix: '2001:db8::/32' }] }));
    expect(judged().authenticity).toBe('forged');
    now = 61_000;
    expect(judged()).toEqual({ authenticity: 'genuine', evidence: { why: 'listed', network: '203.0.113.0/24', list: 'gptbot', as_of: '2026-11-01' } });
    expect(ranges().judge('Googlebot', '66.249.66.1').authenticity).toBe('genuine');
    writeFileSync(join(place, 'gptbot.json'), '{');
    now = 130_000;
    expect(judged().authenticity).toBe('genuine');
  });

  it.each([
    ['gptbot.json', '{', 'is not JSON'], ['gptbot.json', '{"creationTime":"2026-11-01","prefixes":[]}', 'no prefixes'], ['gptbot.json', '{"prefixes":[{"ipv4Prefix":"1.2.3.0/24"}]}', 'creationTime'],
    ['gptbot.json', '{"creationTime":"2026-11-01","prefixes":[{"ipv4Prefix":"1.2.3.0/240"}]}', 'no network'], ['gptbot.json', '{"creationTime":"2026-11-01","prefixes":[{"ipv4Prefix":"\'; DROP"}]}', 'no network'],
    ['mybot.json', '{}', 'choose among'],
  ])('%s with %j is refused at the start, with what to do', (name, text, problem) => {
    const place = mkdtempSync(join(folder, 'bad-'));
    writeFileSync(join(place, name), text);
    expect(() => openCrawlerRanges(place, log as never, () => 0)).toThrow(CrawlerFileError);
    expect(() => openCrawlerRanges(place, log as never, () => 0)).toThrow(problem);
  });
});
