/** What enriching costs, in microseconds of processor time, so that a busy machine disturbs less; everything in turns. */
import { createAgentReader, readAgent } from '../../packages/server/dist/enrich/agent.js';
import { DEFAULT_SPIDER_RULES } from '../../packages/server/dist/enrich/data/default-spider-rules.js';
import { createEnricher } from '../../packages/server/dist/enrich/enrich.js';
import { createSessions } from '../../packages/server/dist/enrich/sessions.js';
import { createSpiderClassifier } from '../../packages/server/dist/enrich/spider-classifier.js';
import { median, table } from './measure.mjs';

const ROUNDS = 5;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';
const START = Date.UTC(2026, 0, 5);
const site = { id: 1, domain: 'shop.example', isStat: true, hosts: (host) => host === 'shop.example' };
const client = {
  v: 1, i: '0123456789abcdef', u: 'https://shop.example/', r: '', t: 'Shop', f: 'fedcba9876543210', d: 0, s: [1920, 1080, 1920, 1040], p: 1.25, c: 8, m: 8, k: 0, l: 'en-GB,en', z: 'Europe/London',
  g: ['Intel', 'Mesa'], o: 'Win32', n: '4g', h: { platform: 'Windows', platformVersion: '15.0.0', mobile: false, brands: [['Google Chrome', '145']] },
};
const beacon = {
  id: '1', site, at: START, receivedAt: START, source: 'tracker', ip: '192.0.2.7', userAgent: CHROME, url: 'https://shop.example/page?utm_source=news&x=1', referrer: 'https://www.google.com/', title: 'Shop', method: 'GET',
  status: null, bytes: null, client,
};

const micros = (count, work) => {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / count;
};
const times = (count, work) => () => {
  for (let turn = 0; turn < count; turn += 1) work(turn);
};

/** `everyday` are agents of real traffic, `odd` those of the labelled sets, most of them rare. */
export function printSpeed({ everyday, odd, parse, isbot, geo }) {
  const enricher = createEnricher({ geo, spiders: createSpiderClassifier(DEFAULT_SPIDER_RULES), sessions: createSessions() });
  const spiders = createSpiderClassifier(DEFAULT_SPIDER_RULES);
  const known = createAgentReader();
  let serial = 0;
  const each = (agents, work) => [agents.length, () => agents.forEach((agent) => work(agent))];
  const cases = {
    'a beacon, its agent seen before': [200_000, times(200_000, () => enricher.enrich(beacon))],
    'a known crawler': [200_000, times(200_000, () => enricher.enrich({ ...beacon, client: null, userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }))],
    'a beacon from a new address': [50_000, times(50_000, () => enricher.enrich({ ...beacon, ip: `198.${18 + ((serial >> 16) & 1)}.${(serial >> 8) & 255}.${serial++ & 255}` }))],
    'reading an everyday agent never seen': each(everyday, readAgent),
    'the same, ua-parser-js': each(everyday, parse),
    'reading an odd agent never seen': each(odd, readAgent),
    'the same, ua-parser-js ': each(odd, parse),
    'reading an agent seen before': [everyday.length * 50, times(50, () => everyday.forEach((agent) => known(agent)))],
    [`crawler or person, ${DEFAULT_SPIDER_RULES.length} rules, agent never seen`]: [odd.length, () => odd.forEach((agent) => spiders.classify(`${agent} ${serial++}`))],
    'the same, isbot': each(odd, isbot),
  };
  const figures = new Map();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, [count, work]] of Object.entries(cases)) {
      const figure = micros(count, work);
      // The first round is for the compiler.
      if (round > 0) figures.set(name, [...(figures.get(name) ?? []), figure]);
    }
  }
  const lines = [...figures].map(([name, all]) => [name.trim(), median(all).toFixed(2), Math.round(1e6 / median(all)).toLocaleString('en')]);
  process.stdout.write(`${table([['', 'µs', 'a second'], ...lines])}\n`);
}
