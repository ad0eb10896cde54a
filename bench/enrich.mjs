/**
 * Enrichment, microseconds a record, beside what its two libraries alone take for a new agent; and access log lines a
 * second of processor time through parsing, enriching and encoding, beside merely cutting the same log into lines. In turns.
 * Processor time, not time on the clock, so a busy machine disturbs less.
 */
import { createRequire } from 'node:module';
import { DEFAULT_SPIDER_RULES } from '../packages/server/dist/enrich/data/default-spider-rules.js';
import { createEnricher } from '../packages/server/dist/enrich/enrich.js';
import { openGeo } from '../packages/server/dist/enrich/geo-files.js';
import { createSessions } from '../packages/server/dist/enrich/sessions.js';
import { createSpiderClassifier } from '../packages/server/dist/enrich/spider-classifier.js';
import { encodeSpiderHit } from '../packages/server/dist/journal/spider-row.js';
import { encodeVisit } from '../packages/server/dist/journal/visit-row.js';
import { LOG_FORMATS } from '../packages/server/dist/logs/formats/registry.js';
import { importLog } from '../packages/server/dist/logs/import.js';
import { createLineSplitter } from '../packages/server/dist/logs/line-splitter.js';
import { median, table } from './support/measure.mjs';

// The very copies that the server uses.
const fromServer = createRequire(new URL('../packages/server/package.json', import.meta.url));
const { isbot } = fromServer('isbot');
const parse = fromServer('ua-parser-js');

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LINES = Number(process.env.BENCH_ROWS ?? 300_000);
const CHUNK = 262_144;
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';
const START = Date.UTC(2026, 0, 5);

const geo = await openGeo();
const site = { id: 1, domain: 'shop.example', isStat: true, hosts: (host) => host === 'shop.example' };
const newEnricher = () => createEnricher({ geo, spiders: createSpiderClassifier(DEFAULT_SPIDER_RULES), sessions: createSessions() });
const agentOf = (number) => AGENT.replace('145.0.0.0', `${100 + (number % 60)}.0.${number}.${number % 251}`);
const client = {
  v: 1, i: '0123456789abcdef', u: 'https://shop.example/', r: '', t: 'Shop', f: 'fedcba9876543210', d: 0, s: [1920, 1080, 1920, 1040], p: 1.25, c: 8, m: 8, k: 0, l: 'en-GB,en', z: 'Europe/London',
  g: ['Intel', 'Mesa'], o: 'Win32', n: '4g', h: { platform: 'Windows', platformVersion: '15.0.0', mobile: false, brands: [['Google Chrome', '145']] },
};
const arrival = {
  id: '1', site, at: START, receivedAt: START, source: 'tracker', ip: '192.0.2.7', userAgent: AGENT, url: 'https://shop.example/page?utm_source=news&x=1', referrer: 'https://www.google.com/', title: 'Shop', method: 'GET',
  status: null, bytes: null, client,
};

/** Calls before the clock starts, so that what is measured is compiled code. */
const WARM = 3_000;
let serial = 0;
const cases = {
  'beacon of a known agent': { count: 200_000, make: () => arrival },
  'log line of a known agent': { count: 200_000, make: () => ({ ...arrival, source: 'log', client: null }) },
  'known crawler': { count: 200_000, make: () => ({ ...arrival, client: null, userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }) },
  'new visitor, known agent': { count: 100_000, make: () => ({ ...arrival, client: null, ip: `198.18.${(serial >> 8) & 255}.${serial & 255}` }) },
  'new referrer': { count: 20_000, make: () => ({ ...arrival, referrer: `https://www.google.com/search?q=word+${serial}` }) },
  'new agent': { count: 10_000, make: () => ({ ...arrival, client: null, userAgent: agentOf(serial) }) },
};
const libraries = { 'ua-parser-js alone, new agent': (agent) => parse(agent), 'isbot alone, new agent': (agent) => isbot(agent) };

/** Microseconds of processor time used so far. */
const clock = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const micros = (started, count) => (clock() - started) / count;
const figures = new Map();
const note = (name, value) => figures.set(name, [...(figures.get(name) ?? []), value]);

const log = Buffer.from(
  Array.from({ length: LINES }, (_, line) => {
    const second = Math.floor(line / 50);
    const time = new Date(START + second * 1_000).toISOString();
    const path = line % 3 === 0 ? `/page/${line % 500}` : `/assets/${line % 90}.js`;
    const agent = line % 7 === 0 ? 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' : agentOf(line % 700);
    return `198.18.${(line >> 4) & 255}.${line & 15} - - [05/Jan/2026:${time.slice(11, 19)} +0000] "GET ${path} HTTP/1.1" 200 5123 "https://www.google.com/" "${agent}"\n`;
  }).join(''),
);
async function* chunks() {
  for (let at = 0; at < log.length; at += CHUNK) yield log.subarray(at, at + CHUNK);
}

for (let round = 0; round < ROUNDS; round++) {
  for (const [name, { count, make }] of Object.entries(cases)) {
    const enricher = newEnricher();
    for (let call = 0; call < WARM; call++, serial++) enricher.enrich(make());
    const started = clock();
    for (let call = 0; call < count; call++, serial++) enricher.enrich(make());
    note(name, micros(started, count));
  }
  for (const [name, run] of Object.entries(libraries)) {
    const started = clock();
    for (let call = 0; call < 10_000; call++, serial++) run(agentOf(serial));
    note(name, micros(started, 10_000));
  }

  let cut = 0;
  let started = clock();
  const splitter = createLineSplitter(() => cut++);
  for await (const chunk of chunks()) splitter.push(chunk);
  splitter.end();
  note('cut', (cut * 1e6) / (clock() - started));

  const enricher = newEnricher();
  let bytes = 0;
  started = clock();
  const report = await importLog({
    sources: [{ name: 'memory', chunks: chunks() }], formats: LOG_FORMATS, site, classify: (agent) => enricher.classify(agent), known: async () => new Set(), now: Date.now,
    intake: {
      take: async (arrivals) => {
        for (const each of arrivals) {
          const enriched = enricher.enrich(each);
          bytes += (enriched.kind === 'visit' ? encodeVisit(enriched.visit) : encodeSpiderHit(enriched.hit)).tail.length;
        }
      },
    },
  });
  note('import', (report.lines * 1e6) / (clock() - started));
}

const single = [...Object.keys(cases), ...Object.keys(libraries)];
process.stdout.write(`${table([['', 'µs'], ...single.map((name) => [name, median(figures.get(name)).toFixed(1)])])}\n\n`);
const rate = (name) => Math.round(median(figures.get(name)));
process.stdout.write(`${table([['access log', 'lines/s'], ['cut into lines only', rate('cut')], ['parsed, enriched, encoded', rate('import')]])}\n`);
process.stdout.write(`${Math.round(process.memoryUsage().rss / 1e6)} MB resident, of which ${Math.round(log.length / 1e6)} MB are the log itself\n`);
