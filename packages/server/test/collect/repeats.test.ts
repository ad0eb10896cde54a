import { describe, expect, it } from 'vitest';
import { createIntake, type Intake } from '../../src/collect/intake.js';
import { createLedger } from '../../src/collect/ledger.js';
import { createRepeats } from '../../src/collect/repeats.js';
import { facts } from '../../src/collect/facts.js';
import type { Arrival } from '../../src/enrich/arrival.js';
import { createEnricher, type Enricher } from '../../src/enrich/enrich.js';
import { createGeo } from '../../src/enrich/geo.js';
import { createSessions } from '../../src/enrich/sessions.js';
import type { CountedSite } from '../../src/enrich/site.js';
import { createSpiderClassifier } from '../../src/enrich/spider-classifier.js';
import type { JournalRow } from '../../src/journal/row.js';
import { RowBlock } from '../../src/journal/row-block.js';
import { VISIT_COLUMNS } from '../../src/journal/visit-row.js';
import { compileRules, NO_RULES } from '../../src/metadata/site-rules.js';
import { type Random, seeded } from '../fuzz/random.js';
import { rememberingLog } from '../journal/opened.js';
import { rowsOf } from '../journal/rows-of.js';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 5);

interface Way {
  readonly intake: Intake;
  readonly enricher: Enricher;
  /** Since the last call. */
  readonly rows: () => readonly JournalRow[];
  /** Arrivals that were found out about. */
  readonly enriched: () => number;
}

function way(remembers: boolean): Way {
  const sessions = createSessions();
  const geo = createGeo([(ip) => ({ country: ip.startsWith('203.') ? 'NZ' : 'ES', region: `of ${ip}`, city: '', isp: 'Ünïversal' })]);
  const enricher = createEnricher({ geo, spiders: createSpiderClassifier([]), sessions });
  let [appended, enriched]: [JournalRow[], number] = [[], 0];
  const intake = createIntake({
    enricher: { enrich: (arrival) => ((enriched += 1), enricher.enrich(arrival)) },
    repeats: remembers ? createRepeats({ sessions, revision: () => enricher.revision() }) : undefined,
    journal: { append: (block: RowBlock) => (appended.push(...rowsOf(block)), Promise.resolve()) },
    ledger: createLedger(),
    log: rememberingLog().log,
  });
  return {
    intake, enricher,
    rows: () => {
      const rows = appended;
      appended = [];
      return rows;
    },
    enriched: () => enriched,
  };
}

const site = (id: number, more: Partial<CountedSite> = {}): CountedSite => ({ id, domain: 'shop.example', isStat: true, hosts: (host) => host === 'shop.example' || host === 'www.shop.example', ...more });

const AGENTS = [
  null, '', 'curl/8.0', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
];
const REFERRERS = [
  '', 'https://shop.example/', 'https://shop.example/before', 'http://shop.example/', 'https://www.shop.example/', 'https://shop.example.evil.test/', 'https://shop.example',
  'https://www.google.com/search?q=shoes', 'https://chatgpt.com/', 'https://buttons-for-website.com/', 'no address', 'https://shop.example/?utm_source=news', 'https:///www.google.com/', 'https:\\\\\\/www.google.com/', 'https://\t/www.google.com/',
];
const URLS = [
  '', 'https://shop.example/', 'https://shop.example/a', 'https://www.shop.example/b#part', 'https://shop.example/a?utm_source=news&gclid=1', 'https://shop.example/?page=2', 'https://shop.example:8443/c', 'https://shop.example/"ünï中文"',
  'https:///shop.example/a', 'https:\\\\\\/shop.example/a', 'https://\t/shop.example/a',
];
const CLIENTS = [
  null, facts({ fingerprint: '00112233445566aa', languages: 'de-DE,de', screen: undefined }), facts({ fingerprint: '00112233445566aa', languages: '', screen: undefined }),
  ...[[0, 0], [0, 600], [800, 0]].map(([width = 0, height = 0]) => facts({ fingerprint: '00112233445566aa', languages: 'de-DE,de', screen: [width, height, width, height] })),
  facts({ fingerprint: 'ffeeddccbbaa9988', languages: 'zh', screen: [390, 844, 390, 844] }), facts({ fingerprint: '', languages: 'es', screen: undefined }),
];
const EVENTS: readonly Arrival['event'][] = [
  undefined, undefined, undefined, undefined, undefined, ['order', {}], ['order', { plan: 'pro', price: 19.9, count: 7, isNew: true, '1': -0, tenth: 1e21, text: 'π "2"\n' }], ['or\0der', { plan: 'pro' }], ['order', { 'a\0': 'x', 'a\uFFFD': 5 }],
  ['order', { long: 'x'.repeat(5_000), odd: 'a\0b', infinite: Infinity }], ['order "2"\n', { plan: 'pro', price: 19.9, count: 7, isNew: true, '1': -0, long: '\ud800' }],
];

/** A page view of a visitor with Chrome. */
const ONE = site(1);
const seen = (more: Partial<Arrival> = {}): Arrival => ({
  id: '1', site: ONE, at: START, receivedAt: START, source: 'event', ip: '203.0.113.5', userAgent: AGENTS[4] ?? null, url: 'https://shop.example/', referrer: '', title: '', method: 'GET',
  status: null, bytes: null, client: null, ...more,
});

type Who = Pick<Arrival, 'site' | 'ip' | 'userAgent' | 'referrer' | 'client'>;

function arrivals({ pick, chance, below }: Random, sites: readonly CountedSite[], num: number): Arrival[] {
  const whoever = (): Who => ({ site: pick(sites), ip: pick(['', '203.0.113.5', '203.0.113.5', '198.51.100.7', '2001:db8::1', 'nonsense']), userAgent: pick(AGENTS), referrer: pick(REFERRERS), client: pick(CLIENTS) });
  let who = whoever();
  return Array.from({ length: num }, (_, i): Arrival => {
    // The same visitor for a while, of whom now and then one thing differs.
    if (chance(0.08)) who = whoever();
    const other = whoever();
    const changed = chance(0.12) ? pick(['site', 'ip', 'userAgent', 'referrer', 'client'] as const) : undefined;
    const event = EVENTS[below(EVENTS.length)];
    return {
      ...who,
      ...(changed === undefined ? {} : { [changed]: other[changed] }),
      id: String(i + 1), at: START + below(3 * HOUR), receivedAt: START + 3 * HOUR, source: chance(0.95) ? 'event' : 'log',
      url: event === undefined ? pick(URLS.slice(1)) : pick(URLS), title: pick(['', 'A title', 'Título «2» \u0000']), method: 'GET', status: null, bytes: null, event,
    };
  });
}

describe('what comes from a visitor again', () => {
  it('is written to the byte as what is found out anew, whatever changes in between', async () => {
    const random = seeded(11);
    const rules = { ...NO_RULES, excludedParameters: ['page', 'utm_*'], maskAddresses: true };
    const sites = [site(1), site(2, { ...compileRules(rules) }), site(3, { stripCampaign: true })];
    const [remembering, plain] = [way(true), way(false)];
    for (let turn = 0; turn < 12; turn += 1) {
      // A site that changed is another object; a keyword makes a crawler of whoever came with it, and none of him again.
      if (turn % 4 === 3) sites[turn % 3] = site((turn % 3) + 1, turn % 2 === 1 ? { ...compileRules(rules) } : {});
      for (const { enricher } of turn % 5 === 4 ? [remembering, plain] : []) {
        enricher.useRules(turn === 4 ? [{ id: 9, name: 'Phones', keywords: ['iPhone'], type: 'tool', enabled: true }] : []);
      }
      const batch = arrivals(random, sites, 2_500);
      await remembering.intake.take(batch);
      await plain.intake.take(batch);
      const [rows, expected] = [remembering.rows(), plain.rows()];
      expect(rows.length).toBe(expected.length);
      expect(rows.filter(({ table, tail }, i) => table !== expected[i]?.table || tail !== expected[i].tail)).toEqual([]);
    }
    expect(remembering.enriched()).toBeLessThan(0.9 * plain.enriched());
  });

  it('is a crawler\'s as soon as a rule says so', async () => {
    const { intake, enricher, enriched, rows } = way(true);
    await intake.take([seen({ id: '1' }), seen({ id: '2' }), seen({ id: '3' })]);
    enricher.useRules([{ id: 9, name: 'Windows', keywords: ['windows'], type: 'tool', enabled: true }]);
    await intake.take([seen({ id: '4' })]);
    expect([rows().map(({ table }) => table), enriched()]).toEqual([['visits', 'visits', 'visits', 'spider_hits'], 3]);
  });

  it('has the session that it is found to have, whatever the one before had', () => {
    const session = { sessionId: '5', entryUrl: 'https://shop.example/a' };
    const repeats = createRepeats({ sessions: { assign: () => session, find: () => session }, revision: () => 1 });
    const enriched = way(false).enricher.enrich(seen());
    repeats.note(seen(), enriched);
    repeats.note(seen(), enriched);
    const block = new RowBlock();
    const entryAt = VISIT_COLUMNS.indexOf('entry_url') - 1;
    for (const entryUrl of ['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/b']) {
      session.entryUrl = entryUrl;
      expect(repeats.write(seen(), block)).toBe(true);
    }
    const entries = rowsOf(block).map(({ tail }) => (JSON.parse(`[${tail}`) as unknown[])[entryAt]);
    expect(entries).toEqual(['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/b']);
  });

  it('is not found out anew from the third on, on whatever page of the site and from whichever it comes', async () => {
    const { intake, enriched, rows } = way(true);
    const pages = ['/', '/a', '/b', '/c'].map((path) => `https://shop.example${path}`);
    const all = pages.map((url, i) => seen({ id: String(i + 1), at: START + i * 1_000, url, referrer: pages[i - 1] ?? '' }));
    await intake.take(all);
    expect([rows().length, enriched()]).toEqual([4, 2]);
    await intake.take(all.map((arrival) => ({ ...arrival, referrer: 'https://www.google.com/' })));
    expect([rows().length, enriched()]).toEqual([4, 4]);
  });

  it('is not remembered where it is long', async () => {
    const { intake, enriched, rows } = way(true);
    const long = 'x'.repeat(1_025);
    const languages = facts({ fingerprint: '00112233445566aa', languages: long, screen: undefined });
    const all = [{ userAgent: `Mozilla/5.0 ${long}` }, { referrer: `https://other.example/${long}` }, { client: languages }].flatMap((more) => [seen(more), seen(more), seen(more)]);
    await intake.take(all);
    expect([rows().length, enriched()]).toEqual([9, 9]);
    const entry = seen({ url: `https://shop.example/${long}`, client: facts({ fingerprint: 'ffeeddccbbaa9988', languages: '', screen: undefined }) });
    await intake.take([entry, entry, entry, { ...entry, url: 'https://shop.example/' }]);
    expect([rows().every(({ tail }) => tail.includes(`https://shop.example/${long}`)), enriched()]).toEqual([true, 11]);
  });

  it.each([1_000, 5_000])('is not found out anew when %i visitors come by turns', async (visitors) => {
    const { intake, enriched } = way(true);
    const all = Array.from({ length: visitors }, (_, visitor) => seen({ ip: `203.0.${visitor >> 8}.${visitor & 255}` }));
    await intake.take(all);
    await intake.take(all);
    await intake.take(all);
    expect(enriched()).toBe(2 * visitors);
  });

  it('of more visitors than are remembered is found out anew', async () => {
    const { intake, enriched } = way(true);
    const of = (visitor: number): Arrival => seen({ ip: `203.0.${visitor >> 8}.${visitor & 255}` });
    await intake.take([of(0), of(0), of(0)]);
    expect(enriched()).toBe(2);
    const others = Array.from({ length: 10_000 }, (_, i) => of(i + 1));
    // Those who come once push nobody out.
    await intake.take(others);
    await intake.take([of(0)]);
    expect(enriched()).toBe(10_002);
    await intake.take(others.flatMap((other) => [other, other]));
    const before = enriched();
    await intake.take([of(0)]);
    expect(enriched()).toBe(before + 1);
  });
});
