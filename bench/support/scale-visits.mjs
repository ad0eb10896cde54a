/**
 * Records made inside the store, for sizes that no tracker could bring in for a benchmark: what a store holds that has been filled for
 * 400 days. Sessions of one to six pages, one after the other in time; a third of them of regular visitors, a few of whom come hundreds of
 * times, the others of visitors who mostly come once, or again soon. A visitor keeps his site, device and place. Every field that browsers
 * fill is filled, as often as they do.
 */

import { fingerprintSql, identified } from './visitor-sql.mjs';
import { insertVisits } from './visits-insert.mjs';

/** Of ten rows that follow each other: which of their four sessions a row is of, and the place of its page in it. */
const SESSION = [0, 1, 2, 2, 3, 3, 3, 3, 3, 3];
const PLACE = [0, 0, 0, 1, 0, 1, 2, 3, 4, 5];
const SESSIONS_PER_ROW = 0.4;
/** Percent of the visits of each site. */
export const SITE_SHARES = [30, 15, 10, 8, 6, 5, 4, 3.5, 3, 2.5, 2, 2, 1.5, 1.5, 1, 1, 1, 1, 1, 1];
/** Of the visits, how many hits by crawlers and how many custom events there are besides. */
const HITS = 0.05;
const EVENT_EVERY = 50;
/** How often something begins at each hour, UTC. */
const HOURS = [2, 1, 1, 1, 1, 2, 3, 4, 5, 5, 5, 4, 4, 4, 5, 5, 4, 4, 5, 6, 6, 5, 4, 3].flatMap((times, hour) => Array.from({ length: times }, () => hour));
const BATCH = 2_000;

const list = (values) => `[${values.map((one) => (typeof one === 'number' ? one : `'${one}'`)).join(', ')}]`;
const hash = (of, seed) => `cityHash64(${of}, ${seed})`;
const unit = (of, seed) => `(${hash(of, seed)} / 18446744073709551616.)`;
const percent = (of, seed) => `${hash(of, seed)} % 100`;
const pick = (values, of, seed) => `${list(values)}[1 + ${hash(of, seed)} % ${values.length}]`;
/** A number below `count`, small ones more often. */
const skewed = (count, of, seed, power = 2) => `toUInt32(pow(${unit(of, seed)}, ${power}) * ${count})`;
const weighted = (entries) => entries.flatMap(([value, times]) => Array.from({ length: times }, () => value));
const perHalfPercent = (shares) => weighted(shares.map((share, at) => [at + 1, share * 2]));

const COUNTRIES = weighted([['CN', 38], ['US', 14], ['JP', 9], ['ES', 8], ['MX', 4], ['DE', 3], ['FR', 3], ['GB', 3], ['BR', 3], ['IN', 3], ['KR', 2], ['TW', 2], ['AR', 1], ['CO', 1], ['IT', 1], ['CA', 1], ['AU', 1], ['SG', 1], ['NL', 1], ['RU', 1]]);
const MAKERS = ['Samsung', 'Xiaomi', 'HUAWEI', 'OPPO', 'vivo', 'HONOR', 'Samsung', 'Xiaomi', 'realme', 'Motorola'];
const ENGINES = [['Google', 'www.google.com'], ['Google', 'www.google.com'], ['Google', 'www.google.com'], ['Baidu', 'www.baidu.com'], ['Bing', 'www.bing.com'], ['Yahoo', 'search.yahoo.co.jp']];
const NETWORKS = [['Facebook', 'm.facebook.com'], ['X', 't.co'], ['Weibo', 'weibo.com'], ['Zhihu', 'www.zhihu.com']];
const ASSISTANTS = [['ChatGPT', 'chatgpt.com'], ['ChatGPT', 'chatgpt.com'], ['Perplexity', 'www.perplexity.ai'], ['Gemini', 'gemini.google.com'], ['DeepSeek', 'chat.deepseek.com']];
/** One of a list of pairs, its first or its second. */
const pairOf = (pairs, part, of, seed) => pick(pairs.map((pair) => pair[part]), of, seed);

const page = (of, seed) => `toUInt32(pow(${unit(of, seed)}, 3) * 3000)`;
const address = (n, of, seed) => `concat('https://site', toString(site_id), '.bench.example', multiIf(${n} < 3, '/', ${n} % 5 = 0, concat('/products/', toString(${n}), '.html'), concat('/articles/', toString(${n}), '/a-title-of-honest-length')), if(${percent(of, seed)} < 8, concat('?id=', toString(${hash(of, seed)} % 100000)), ''))`;

/**
 * What is known of a session before its columns: names and expressions over `number` and those before them. `{…}` are of the stretch.
 * A visitor is a number below {regulars}, or the one of an earlier session, mostly of one not long ago.
 */
const SESSION_FACTS = [
  ['s', `toUInt64(intDiv(number, 10) * 4 + ${list(SESSION)}[1 + number % 10])`],
  ['place', `${list(PLACE)}[1 + number % 10]`],
  ['v', `if(${unit('s', 1)} < 0.35, toUInt64(pow(${unit('s', 2)}, 2) * {regulars}), toUInt64(1000000000000) + s - toUInt64(pow(${unit('s', 3)}, 4) * s))`],
  ['device', percent('v', 9)],
  ['model', skewed(120, 'v', 11)],
  ['arrival', percent('s', 21)],
  ['n', page('(s, place)', 24)],
];
const BEGIN_OF = {
  days: (of) => `{from} + toUInt64(intDiv((${of} - {first}) * {days}, {count})) * 86400000 + ${pick(HOURS, of, 6)} * 3600000 + ${hash(of, 7)} % 3600000`,
  stretch: (of) => `{from} + toUInt64(intDiv((${of} - {first}) * {span}, {count}))`,
};

const VISIT = {
  batch_id: `intDiv(number, ${BATCH}) + 1`,
  id: hash('number', 13),
  site_id: `toUInt32(${list(perHalfPercent(SITE_SHARES))}[1 + ${hash('v', 5)} % 200])`,
  created_at: `fromUnixTimestamp64Milli(toInt64(least(began + place * (15000 + ${hash('(s, place)', 8)} % 75000), {until})), 'UTC')`,
  received_at: `created_at + toIntervalMillisecond(80 + ${skewed(2_000, '(s, place)', 14, 4)})`,
  source: "'tracker'",
  visitor: hash('v', 77),
  session_id: hash('s', 78),
  entry_url: address(page('(s, 0)', 24), '(s, 0)', 25),
  ip: `if(${percent('v', 15)} < 20, toIPv6(concat('2409:', lower(hex(toUInt16(32768 + ${hash('v', 16)} % 4096))), ':', lower(hex(toUInt16(${hash('v', 17)}))), ':', lower(hex(toUInt16(${hash('v', 18)}))), '::', lower(hex(toUInt16(${hash('v', 19)}))))), IPv4ToIPv6(toIPv4(toUInt32(16777216 + if(${percent('s', 20)} < 75, ${hash('v', 16)}, ${hash('s', 16)}) % 3600000000))))`,
  country_code: pick(COUNTRIES, 'v', 31),
  region: `concat(country_code, ' region ', toString(${skewed(16, 'v', 32)}))`,
  city: `concat(country_code, ' city ', toString(${skewed(90, 'v', 33)}))`,
  url: address('n', '(s, place)', 25),
  title: "if(n < 3, concat('Site ', toString(site_id)), concat('Article ', toString(n), ', a title of honest length'))",
  channel: "multiIf(place > 0, 'direct', arrival < 36, 'direct', arrival < 70, 'search', arrival < 74, 'ai', arrival < 84, 'social', arrival < 90, 'campaign', 'link')",
  referer_name: `multiIf(channel = 'search', ${pairOf(ENGINES, 0, 's', 22)}, channel = 'social', ${pairOf(NETWORKS, 0, 's', 22)}, channel = 'ai', ${pairOf(ASSISTANTS, 0, 's', 22)}, '')`,
  referer_host: `multiIf(channel = 'search', ${pairOf(ENGINES, 1, 's', 22)}, channel = 'social', ${pairOf(NETWORKS, 1, 's', 22)}, channel = 'ai', ${pairOf(ASSISTANTS, 1, 's', 22)}, channel = 'link', concat('blog', toString(${skewed(800, 's', 23, 3)}), '.example'), '')`,
  referer: `if(referer_host = '', '', concat('https://', referer_host, if(channel = 'link', concat('/posts/', toString(${hash('s', 23)} % 20)), '/')))`,
  search_term: `if(channel = 'search' AND ${percent('s', 26)} < 15, concat('how to ', toString(${skewed(5_000, 's', 27, 3)})), '')`,
  utm_source: `if(channel = 'campaign', ${pick(['newsletter', 'google', 'baidu', 'meta'], 's', 28)}, '')`,
  utm_medium: `if(channel = 'campaign', ${pick(['email', 'cpc', 'cpc', 'social'], 's', 28)}, '')`,
  utm_campaign: `if(channel = 'campaign', concat('campaign-', toString(${hash('s', 29)} % 60)), '')`,
  device_type: "multiIf(device < 45, 'desktop', device < 96, 'mobile', 'tablet')",
  os_name: "multiIf(device < 33, 'Windows', device < 43, 'macOS', device < 45, 'Linux', device < 78 OR device = 98, 'Android', 'iOS')",
  os_version: `multiIf(os_name = 'Windows', ${pick(['10', '10', '11'], 'v', 34)}, os_name = 'macOS', ${pick(['10.15.7', '14.5', '15.1'], 'v', 34)}, os_name = 'iOS', ${pick(['17.6', '18.1', '18.6', '26.0'], 'v', 34)}, os_name = 'Android', ${pick(['12', '13', '14', '15'], 'v', 34)}, '')`,
  device_vendor: `multiIf(os_name IN ('iOS', 'macOS'), 'Apple', os_name = 'Android', ${list(MAKERS)}[1 + model % ${MAKERS.length}], '')`,
  device_model: "multiIf(os_name = 'iOS', if(device_type = 'tablet', 'iPad', 'iPhone'), os_name = 'macOS', 'Macintosh', os_name = 'Android', concat('SM-A', toString(100 + model)), '')",
  browser_name: `multiIf(os_name = 'iOS', ${pick(weighted([['Mobile Safari', 6], ['WeChat', 3], ['Mobile Chrome', 1]]), 'v', 35)}, os_name = 'Android', ${pick(weighted([['Mobile Chrome', 6], ['WeChat', 2], ['Samsung Internet', 1], ['UCBrowser', 1]]), 'v', 35)}, ${pick(weighted([['Chrome', 7], ['Edge', 2], ['Firefox', 1]]), 'v', 35)})`,
  browser_version: `concat(toString(142 - ${skewed(22, '(v, intDiv(began, 2592000000))', 36, 3)}), '.0.0.0')`,
  engine_name: "multiIf(os_name = 'iOS', 'WebKit', browser_name = 'Firefox', 'Gecko', 'Blink')",
  engine_version: "if(engine_name = 'WebKit', '605.1.15', browser_version)",
  user_agent: "multiIf(os_name = 'iOS', concat('Mozilla/5.0 (', device_model, '; CPU ', device_model, ' OS ', replaceAll(os_version, '.', '_'), ' like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/', os_version, ' Mobile/15E148 ', if(browser_name = 'WeChat', 'MicroMessenger/8.0.50', 'Safari/604.1')), os_name = 'Android', concat('Mozilla/5.0 (Linux; Android ', os_version, '; ', device_model, ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/', browser_version, ' Mobile Safari/537.36'), browser_name = 'Firefox', concat('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:', browser_version, ') Gecko/20100101 Firefox/', browser_version), concat('Mozilla/5.0 (', multiIf(os_name = 'macOS', 'Macintosh; Intel Mac OS X 10_15_7', os_name = 'Linux', 'X11; Linux x86_64', 'Windows NT 10.0; Win64; x64'), ') AppleWebKit/537.36 (KHTML, like Gecko) Chrome/', browser_version, ' Safari/537.36', if(browser_name = 'Edge', concat(' Edg/', browser_version), '')))",
  platform: "multiIf(os_name = 'iOS', 'iPhone', os_name = 'Android', 'Linux armv8l', os_name = 'macOS', 'MacIntel', os_name = 'Linux', 'Linux x86_64', 'Win32')",
  cpu_cores: `if(os_name = 'iOS', 6, ${pick([4, 8, 8, 12, 16], 'v', 37)})`,
  cpu_architecture: "multiIf(device_type = 'desktop', 'amd64', '')",
  language: `multiIf(country_code = 'CN', 'zh-CN', country_code = 'JP', 'ja', country_code IN ('ES', 'MX', 'AR', 'CO'), 'es-ES', ${pick(['en-US', 'en-US', 'en-GB', 'de-DE', 'fr-FR', 'pt-BR'], 'v', 38)})`,
  languages: "concat(language, ',en')",
  ram: `if(engine_name = 'Blink', toFloat64(${pick([4, 8, 8, 16], 'v', 39)}), NULL)`,
  screen_width: `if(device_type = 'desktop', ${pick([1280, 1366, 1440, 1536, 1920, 1920, 2560], 'v', 40)}, ${pick([360, 375, 390, 393, 412, 430, 820], 'v', 40)})`,
  screen_height: `if(device_type = 'desktop', ${pick([720, 768, 900, 864, 1080, 1080, 1440], 'v', 40)}, ${pick([800, 812, 844, 873, 915, 932, 1180], 'v', 40)})`,
  avail_width: 'screen_width',
  avail_height: "if(device_type = 'desktop', screen_height - 40, screen_height)",
  device_pixel_ratio: `if(device_type = 'desktop', ${pick([1, 1, 1.25, 1.5, 2], 'v', 41)}, ${pick([2, 2.625, 3, 3], 'v', 41)})`,
  max_touch_points: "if(device_type = 'desktop', 0, if(os_name = 'iOS', 5, 10))",
  timezone: "multiIf(country_code = 'CN', 'Asia/Shanghai', country_code = 'JP', 'Asia/Tokyo', country_code = 'ES', 'Europe/Madrid', country_code = 'US', 'America/New_York', 'Europe/London')",
  gpu_vendor: "multiIf(os_name IN ('iOS', 'macOS'), 'Apple Inc.', os_name = 'Android', 'Qualcomm', 'Google Inc. (Intel)')",
  gpu_renderer: `multiIf(os_name IN ('iOS', 'macOS'), 'Apple GPU', os_name = 'Android', concat('Adreno (TM) ', toString(600 + model)), concat('ANGLE (Intel, Intel(R) UHD Graphics ', toString(600 + ${skewed(70, 'v', 42)}), ' Direct3D11 vs_5_0 ps_5_0, D3D11)'))`,
  is_bot: `toUInt8(${hash('v', 43)} % 250 = 0)`,
  bot_reason: "if(is_bot = 1, 'webdriver', '')",
  is_charging: `if(engine_name = 'Blink', toUInt8(${percent('s', 44)} < 40), NULL)`,
  battery_level: `if(engine_name = 'Blink', (100 - ${skewed(100, 's', 45)}) / 100, NULL)`,
  connection_type: `if(engine_name = 'Blink', ${pick(['4g', '4g', '4g', '3g'], 's', 46)}, '')`,
  fingerprint: `if(${percent('v', 47)} < 96, ${fingerprintSql('visitor')}, '')`,
  isp: `concat(country_code, ' network ', toString(${skewed(12, 'v', 48)}))`,
  utm_term: `if(utm_medium = 'cpc', concat('term ', toString(${skewed(200, 's', 49)})), '')`,
  utm_content: `if(channel = 'campaign', concat('banner-', toString(${hash('s', 50)} % 12)), '')`,
  click_id_type: "multiIf(utm_source = 'google', 'gclid', utm_source = 'baidu', 'bd_vid', '')",
  click_id: `if(click_id_type = '', '', concat('Cj0KCQ', base64Encode(concat(toString(${hash('s', 51)}), toString(${hash('s', 52)})))))`,
  referer_spam: `toUInt8(channel = 'link' AND ${percent('s', 53)} = 0)`,
};

/** Rules are `{id, type, name, keyword}`, the busiest first. */
function hitColumns(rules) {
  const of = (values) => `${list(values)}[1 + rule]`;
  return {
    facts: [['rule', skewed(rules.length, 'number', 61)], ['hit', page('number', 62)]],
    columns: {
      batch_id: `intDiv(number, ${BATCH}) + 1000000001`,
      id: hash('number', 63),
      site_id: `toUInt32(${list(perHalfPercent(SITE_SHARES))}[1 + ${hash('number', 64)} % 200])`,
      created_at: "fromUnixTimestamp64Milli(toInt64(least(began, {until})), 'UTC')",
      received_at: 'created_at + toIntervalMillisecond(5)',
      source: `if(${percent('number', 65)} < 70, 'log', 'pixel')`,
      ip: `IPv4ToIPv6(toIPv4(toUInt32(1113980928 + rule * 65536 + ${hash('number', 66)} % 600)))`,
      country_code: "'US'",
      spider_id: `toUInt32(${of(rules.map(({ id }) => id))})`,
      type: of(rules.map(({ type }) => type)),
      name: of(rules.map(({ name }) => name.replaceAll("'", ''))),
      reason: of(rules.map(({ keyword }) => (keyword[0] ?? '').replaceAll("'", ''))),
      url: address('hit', 'number', 67),
      referer: "''",
      user_agent: "concat('Mozilla/5.0 (compatible; ', reason, '/2.1; +https://bots.example/about)')",
      method: "'GET'",
      status: `if(source = 'log', ${pick([200, 200, 200, 200, 200, 301, 304, 404, 404, 500], 'number', 68)}, NULL)`,
      bytes: `if(source = 'log', ${hash('number', 69)} % 90000, NULL)`,
    },
  };
}

/** The columns of custom events that are of the visit they happened on as they are. */
const OF_VISIT = ['site_id', 'created_at', 'received_at', 'source', 'visitor', 'session_id', 'url', 'title', 'referer', 'referer_host', 'channel', 'referer_name', 'utm_source', 'utm_medium', 'utm_campaign', 'ip', 'country_code', 'region', 'city', 'device_type', 'device_vendor', 'device_model', 'os_name', 'os_version', 'browser_name', 'browser_version', 'language', 'is_bot'];

/** A stretch of time is filled by rows `first` to `first + count`, evenly by day, or by the millisecond where it is no whole days. */
function insertSql(table, facts, columns, { first, count, from, to, regulars }, ofRow) {
  const days = Math.round((to - from) / 86_400_000);
  const whole = (to - from) % 86_400_000 === 0;
  const sessionsFirst = ofRow === 's' ? first * SESSIONS_PER_ROW : first;
  const sessions = ofRow === 's' ? count * SESSIONS_PER_ROW : count;
  const values = { regulars, from, days, span: to - from, until: to - 1, first: sessionsFirst, count: Math.max(1, sessions) };
  const filled = (sql) => sql.replaceAll(/\{(\w+)\}/gu, (_, name) => String(values[name]));
  const began = (whole ? BEGIN_OF.days : BEGIN_OF.stretch)(ofRow);
  const names = Object.keys(columns);
  const known = [...facts, ['began', began]].map(([name, sql]) => `${filled(sql)} AS ${name}`).join(', ');
  const select = `WITH ${known} SELECT ${names.map((name) => `${filled(columns[name])} AS ${name}`).join(', ')} FROM numbers_mt(${first}, ${count})`;
  const settings = 'max_insert_threads = 2, max_partitions_per_insert_block = 1000, max_block_size = 8192';
  return table === 'visits' ? insertVisits(identified(select), names, settings) : `INSERT INTO ${table} (${names.join(', ')}) ${select} SETTINGS ${settings}`;
}

const SHIFT_DAYS = 37;
const JITTER = 3_600_000;
/** Rows of a copy are of batches of their own; hits by crawlers begin at another number. */
const COPY_BATCHES = 100_000_000;
const FIRST_BATCH = { visits: 1, events: 1, spider_hits: 1_000_000_001 };
/** Greater than the batch of any record that is made here, less than any of the journal's, which are made of milliseconds. */
export const LAST_BATCH = 10_000_000_000;
const batchesOf = (table, copy) => `batch_id >= ${FIRST_BATCH[table] + copy * COPY_BATCHES} AND batch_id < ${FIRST_BATCH[table] + (copy + 1) * COPY_BATCHES}`;
/** What became of what arrived, from the rows of which the condition tells. */
const ledgerSql = (table, condition) => `INSERT INTO ledger (batch_id, site_id, minute, outcome, reason, num) SELECT min(batch_id), site_id, toStartOfMinute(received_at) AS minute, 'stored', '', count() FROM ${table} WHERE ${condition} GROUP BY site_id, minute SETTINGS max_partitions_per_insert_block = 1000`;

/**
 * The statements that fill a stretch of time.
 * @param stretch {first, count, from, to, regulars}: rows `first` to `first + count`, ten of them at a time, between two instants in milliseconds UTC
 * @param rules the crawlers that come, the busiest first
 */
export function fillStretch(stretch, rules) {
  const { first, count } = stretch;
  const hits = { ...stretch, first: Math.floor(first * HITS), count: Math.floor((first + count) * HITS) - Math.floor(first * HITS) };
  const { facts, columns } = hitColumns(rules);
  const own = `batch_id BETWEEN ${Math.floor(first / BATCH) + 1} AND ${Math.floor((first + count - 1) / BATCH) + 1}`;
  const hitBatches = `batch_id BETWEEN ${Math.floor(hits.first / BATCH) + 1_000_000_001} AND ${Math.floor((hits.first + Math.max(1, hits.count) - 1) / BATCH) + 1_000_000_001}`;
  // The batches at the border were told of with the stretch before: a batch is within one stretch where its first row is.
  const since = `created_at >= fromUnixTimestamp64Milli(${stretch.from}, 'UTC')`;
  const events = {
    batch_id: 'batch_id', id: 'cityHash64(id, 71)', name: pick(['search', 'search', 'share', 'signup', 'download', 'purchase'], 'id', 72),
    props: `map('plan', ${pick(['free', 'pro'], 'id', 73)}, 'value', toString(id % 100))`, numbers: "map('value', toFloat64(id % 100))",
    ...Object.fromEntries(OF_VISIT.map((name) => [name, name])),
  };
  return [
    insertSql('visits', SESSION_FACTS, VISIT, stretch, 's'),
    ...(hits.count > 0 ? [insertSql('spider_hits', facts, columns, hits, 'number'), ledgerSql('spider_hits', `${hitBatches} AND ${since}`)] : []),
    ledgerSql('visits', `${own} AND ${since}`),
    `INSERT INTO events (${Object.keys(events).join(', ')}) SELECT ${Object.values(events).join(', ')} FROM visits WHERE ${own} AND ${since} AND id % ${EVENT_EVERY} = 0 SETTINGS max_partitions_per_insert_block = 1000`,
  ];
}

/**
 * The statements that add a copy of the rows that were made first: as many visitors who behave alike, other people at other addresses, each
 * session 37 days later than in the copy before and up to half an hour earlier or later; what would be after the end is at the beginning.
 * Beside their originals, rows would be alike to their neighbours and compress better than rows do.
 * @param copy 1 for the first. @param span {from, to}: of all rows, milliseconds UTC
 */
export function fillCopy(copy, month, { from, to }) {
  const whole = Math.ceil((to - from) / 86_400_000) * 86_400_000;
  const moved = (by) => `toUnixTimestamp64Milli(o.created_at) - ${from} + ${copy * SHIFT_DAYS * 86_400_000 + whole} + ${by} % ${JITTER} - ${JITTER / 2}`;
  // Of today there is no more than there is up to now.
  const at = (by) => `(${from} + (${moved(by)}) % ${whole}) AS at, fromUnixTimestamp64Milli(toInt64(if(at > ${to - 1}, at - 86400000, at)), 'UTC')`;
  const insert = (table, by, replaced, identify = (select) => select) => {
    const columns = Object.entries({ batch_id: `o.batch_id + ${copy * COPY_BATCHES}`, id: `cityHash64(o.id, ${copy})`, created_at: 'moved', received_at: 'moved + toIntervalMillisecond(dateDiff(\'millisecond\', o.created_at, o.received_at))', ...replaced });
    const copied = `WITH ${at(by)} AS moved SELECT o.* REPLACE (${columns.map(([name, sql]) => `${sql} AS ${name}`).join(', ')}) FROM (SELECT * FROM ${table} WHERE ${batchesOf(table, 0)} AND toYYYYMM(created_at) = ${month}) AS o`;
    return `INSERT INTO ${table} ${identify(copied)} SETTINGS max_insert_threads = 2, max_partitions_per_insert_block = 1000, max_block_size = 8192`;
  };
  const visitor = `cityHash64(o.visitor, ${copy})`;
  const unknown = `visitor IN (SELECT cityHash64(visitor, ${copy}) FROM visits WHERE ${batchesOf('visits', 0)} AND fingerprint = '')`;
  return [
    insert('visits', 'o.session_id', {
      visitor, session_id: `cityHash64(o.session_id, ${copy})`, fingerprint: `if(o.fingerprint = '', '', ${fingerprintSql(visitor)})`,
      ip: `if(cityHash64(o.visitor) % 100 < 20, toIPv6(concat('2409:', lower(hex(toUInt16(32768 + ${visitor} % 4096))), ':', lower(hex(toUInt16(${visitor} % 65521))), '::', lower(hex(toUInt16(${visitor} % 65519))))), IPv4ToIPv6(toIPv4(toUInt32(16777216 + cityHash64(o.ip, ${copy}) % 3600000000))))`,
    }, (select) => identified(select)),
    insert('spider_hits', 'o.id', {}),
    insert('events', 'o.session_id', { visitor, session_id: `cityHash64(o.session_id, ${copy})` }, (select) => identified(select, unknown, fingerprintSql('visitor'))),
  ];
}

/** What became of the rows of a copy, once they are all there. */
export const ledgerOfCopy = (copy) => ['visits', 'spider_hits'].map((table) => ledgerSql(table, batchesOf(table, copy)));

/** How many visitors come regularly, of so many visits. */
export const regularsOf = (visits) => Math.max(10, Math.round((visits * SESSIONS_PER_ROW) / 25));
