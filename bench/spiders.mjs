/**
 * What spider rules cost: a rule tried on history, beside a bare scan with the same condition; and the verdict at the way in with
 * many keywords. BENCH_SIZES: visits in the store, separated by commas.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../packages/server/dist/config.js';
import { createSpiderClassifier } from '../packages/server/dist/enrich/spider-classifier.js';
import { compileRules } from '../packages/server/dist/enrich/spider-rules.js';
import { searchedFor, takingOf } from '../packages/server/dist/enrich/taking.js';
import { DEFAULT_SPIDER_RULES } from '../packages/server/dist/enrich/data/default-spider-rules.js';
import { openParts } from '../packages/server/dist/deps.js';
import { SiteScope } from '../packages/server/dist/questions/scope.js';
import { spiderDryRun } from '../packages/server/dist/questions/spider-dry-run.js';
import { openZone } from '../packages/server/dist/questions/zone.js';
import { createWarehouse } from '../packages/server/dist/warehouse/client.js';
import { createSupervisor } from '../packages/server/dist/warehouse/supervisor.js';
import { openBare } from './support/bare-store.mjs';
import { benchFolder } from './support/footfall.mjs';
import { median, medianOf, table } from './support/measure.mjs';
import { fillVisits } from './support/visits-sql.mjs';

const SIZES = (process.env.BENCH_SIZES ?? '10000000').split(',').map(Number);
const KEYWORDS = 2_000;
const AGENTS = 20_000;
const log = pino({ level: 'warn' });

/** Half of the rows as hits by crawlers, whose agents are told apart by a number. */
const HITS = (rows) => `INSERT INTO spider_hits (batch_id, id, site_id, created_at, received_at, source, spider_id, type, name, reason, url, user_agent)
  SELECT 0, number, 1 + number % 20, now() - toIntervalSecond(number % 7776000), now(), 'log', number % 3, 'other', concat('Crawler ', toString(number % 40)), 'bot', concat('/page/', toString(number % 900)),
    concat('Mozilla/5.0 (compatible; Crawler', toString(number % 2000), '/1.', toString(number % 7), '; +https://crawler.example/bot)') FROM numbers(${rows})`;

const lines = [['', 'rule test, ms', 'bare scan, ms', 'ratio', 'taken from people / spiders / unknown']];
for (const size of SIZES) {
  const { folder, remove } = benchFolder();
  const config = readConfig({ FOOTFALL_DATA: folder });
  await (await openParts(config, log)).close(0);
  const bare = await openBare(folder);
  await fillVisits(bare, 0, Math.ceil(size / 2));
  await bare.run(HITS(Math.floor(size / 2)), 'Null');
  bare.close();
  const supervisor = createSupervisor({ main: config.files.engine, dataFolder: join(folder, 'visits'), memory: config.memory, log });
  await supervisor.start();
  const store = createWarehouse({ source: supervisor, log, now: Date.now });
  const sites = Array.from({ length: 50 }, (_, at) => ({ id: at + 1, domain: `site${at + 1}.example`, timeZone: 'UTC' }));
  const asked = { sites, scope: SiteScope.of(sites), zone: openZone('UTC'), now: Date.now(), completeTo: null, countryNames: (code) => code, visitorOf: () => '0', run: ({ sql, params }) => store.query(sql, params, { maxSeconds: 60 }), stream: () => { throw new Error('not asked'); } };
  const rule = { id: Number.MAX_SAFE_INTEGER, type: 'other', name: 'Tried', keywords: ['crawler12', 'crawler77/1.3', 'chrome/133.0'], enabled: true };
  const trial = { id: 0, type: rule.type, name: rule.name, keywords: searchedFor(rule), range: null, taking: takingOf(rule, DEFAULT_SPIDER_RULES) };
  let taken = '';
  const test = await medianOf(7, async () => {
    const { total } = await spiderDryRun(trial, asked);
    taken = [total.people, total.spiders, total.unknown].map((num) => num.toLocaleString('en')).join(' / ');
  });
  const condition = 'site_id IN {sites:Array(UInt32)} AND (multiSearchAnyCaseInsensitive(user_agent, {words:Array(String)}) OR length(user_agent) != lengthUTF8(user_agent))';
  const params = { sites: sites.map(({ id }) => id), words: searchedFor(rule) };
  const scan = await medianOf(7, () => store.query(`SELECT count() FROM visits WHERE ${condition} UNION ALL SELECT count() FROM spider_hits WHERE ${condition}`, params, { maxSeconds: 60 }));
  lines.push([`${size.toLocaleString('en')} rows`, test.toFixed(0), scan.toFixed(0), (test / scan).toFixed(2), taken]);
  await store.close();
  await supervisor.stop();
  remove();
}

const extra = Array.from({ length: KEYWORDS }, (_, at) => ({ id: 10_000 + at, type: 'other', name: `Own ${at}`, keywords: [`own-crawler-${at.toString(36)}x`], enabled: true })).slice(0, Math.max(0, KEYWORDS - DEFAULT_SPIDER_RULES.flatMap(({ keywords }) => keywords).length));
const rules = [...DEFAULT_SPIDER_RULES, ...extra];
const agents = Array.from({ length: AGENTS }, (_, at) => (at % 4 === 0 ? `Mozilla/5.0 (compatible; own-crawler-${(at % KEYWORDS).toString(36)}x/2.${at}; +https://own.example)` : `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + (at % 40)}.0.${at}.0 Safari/537.36`));
const match = compileRules(rules);
const perAgent = async (run) => ((await medianOf(9, async () => { for (const agent of agents) run(agent); })) * 1_000) / agents.length;
/** µs a hit; what is made anew for a round is not counted. */
async function perRound(make, hits = agents, times = 9) {
  const all = [];
  for (let at = 0; at < times; at++) {
    const made = make();
    const started = performance.now();
    for (const agent of hits) made.classify(agent);
    all.push(((performance.now() - started) * 1_000) / hits.length);
  }
  return median(all);
}
const matching = await perAgent((agent) => match(agent));
// The generic detector too, and what is remembered of each agent, made anew for every round.
const verdict = await perRound(() => createSpiderClassifier(rules));
// As hits come: in access logs of real sites an agent comes 17 times on average (18, 31 and 11 times in three of them).
const AGAIN = 17;
const mixed = agents.map((_, at) => agents[(at * 7_919) % Math.ceil(agents.length / AGAIN)]);
const usual = await perRound(() => createSpiderClassifier(rules), mixed);
const classifier = createSpiderClassifier(rules);
for (const agent of agents) classifier.classify(agent);
const known = await perAgent((agent) => classifier.classify(agent));
process.stdout.write(`\na rule tried on history, medians\n${table(lines)}\n`);
process.stdout.write(`\nat the way in, ${rules.flatMap(({ keywords }) => keywords).length.toLocaleString('en')} keywords, µs a hit\n${table([['', 'µs'], ['rules alone, an agent never seen', matching.toFixed(2)], ['whole verdict, an agent never seen', verdict.toFixed(2)], ['whole verdict, each agent 17 times', usual.toFixed(2)], ['whole verdict, an agent seen before', known.toFixed(2)]])}\n`);
