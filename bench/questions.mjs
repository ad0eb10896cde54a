/**
 * The questions of every screen, from request to answer over HTTP, against the same SQL run bare in chDB in this process,
 * on the same folder, at several sizes. The two take turns, as the folder has one owner at a time; medians of all turns.
 * Both sides are warmed alike before a turn is timed: a server lives for weeks, and a process's first hundred requests
 * run in code that is not compiled yet. The query condition cache is off on both sides,
 * and the server keeps no answers.
 */
import { openBare, boundSql } from './support/bare-store.mjs';
import { asker, benchFolder, call, startFootfall, WITHOUT_ANSWERS } from './support/footfall.mjs';
import { median, table } from './support/measure.mjs';
import { captureSql } from './support/capture-sql.mjs';
import { requestOf } from './support/console-questions.mjs';
import { fillVisits } from './support/visits-sql.mjs';

const SIZES = (process.env.BENCH_SIZES ?? '10000000').split(',').map(Number);
const TURNS = Number(process.env.BENCH_TURNS ?? 3);
const REPEATS = Number(process.env.BENCH_REPEATS ?? 8);
const WARM = Number(process.env.BENCH_WARM ?? 6);
const SITES = Array.from({ length: 20 }, (_, i) => `site${i + 1}.bench.example`);
const domain = SITES[0];
/** Milliseconds that a question may cost beyond 1.3 times its SQL. */
const ALLOWANCE = 3;
const FACTOR = 1.3;

const day = (back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
const range = (days) => [`${day(days - 1)} 00:00:00`, `${day(0)} 23:59:59`];
const week = { domain, query_time: range(7) };
const rule = (column, operator, value) => ({ column, operator, value });
/** What stands on the screens: a name, the endpoint in the contract, its input. */
const QUESTIONS = [
  ['site list', 'websites', 'statistics', {}],
  ['summary', 'home', 'summary', { domain }],
  ['summary, all sites', 'home', 'summary', {}],
  ['visit total', 'home', 'visitTotal', { domain }],
  ['live', 'flow', 'live', {}],
  ['trend today', 'home', 'trend', { domain, time_range: 'today' }],
  ['trend 7 days', 'home', 'trend', { domain, time_range: 'recently' }],
  ['last 24 hours', 'home', 'log', { domain }],
  ['last 31 days, compared', 'home', 'log', { domain, query_type: 'day', compare: 'previous' }],
  ['by hour, 3 months', 'home', 'census', { domain, query_type: 'every_hour' }],
  ['by day of the month', 'home', 'census', { domain, query_type: 'every_day' }],
  ...['url', 'referer', 'entry_url', 'ip'].map((type) => [`top ${type}, 7 days`, 'home', 'topList', { ...week, type }]),
  ['top url, folded, compared', 'home', 'topList', { ...week, type: 'url', fold: 'path', compare: 'previous' }],
  ['pie browser, 7 days', 'home', 'pie', { ...week, type: 'browser' }],
  ['pie country, 30 days', 'home', 'pie', { domain, type: 'country', query_time: range(30) }],
  ['report, 7 days', 'report', 'search', { domain, created_at: range(7) }],
  ['report, rules, sorted', 'report', 'search', { domain, created_at: range(7), custom_filters: [rule('url', 'like', '/articles/1'), rule('ram', '>=', '4')], sort: { browser_name: 'asc' } }],
  ['report, groups', 'report', 'search', { domain, created_at: range(7), group_by: ['country_code', 'device_type'], aggregates: { views: 'count(*)', visitors: 'distinct(visitor)', ram: 'avg(ram)' } }],
  ['device models', 'devices', 'models', { ...week }],
  ['devices of visitors', 'devices', 'full', { ...week }],
  ['visitor ips', 'deviceLogs', 'userList', { ...week }],
  ['visitor info by ip', 'report', 'visitInfo', { type: 'ip', ip: '1.0.0.7' }],
  ['trajectory by ip', 'deviceLogs', 'userTrajectory', { type: 'ip', ip: '1.0.0.7' }],
  ['visitors by country', 'common', 'userTotalList', { ...week }],
  ['values of a column', 'common', 'fieldValues', { ...week, column: 'city' }],
];

/** Runs each question WARM times, then in turn REPEATS times with the clock on. */
async function timed(times, run) {
  for (const at of QUESTIONS.keys()) for (let n = 0; n < WARM; n++) await run(at);
  for (let n = 0; n < REPEATS; n++) {
    for (const at of QUESTIONS.keys()) {
      const started = performance.now();
      await run(at);
      times[at].push(performance.now() - started);
    }
  }
}

const { folder, remove } = benchFolder();
const first = await startFootfall(folder);
for (const site of SITES) await call(first.url, '/website/add', { token: first.token, body: { name: site, domain: site } });
await first.stop();

let filled = 0;
let misses = 0;
for (const size of SIZES) {
  const filling = await openBare(folder);
  await fillVisits(filling, filled, size);
  await filling.run('OPTIMIZE TABLE visits FINAL', 'Null');
  filling.close();
  filled = size;

  const asked = await captureSql(folder, QUESTIONS);
  const http = QUESTIONS.map(() => []);
  const bare = QUESTIONS.map(() => []);
  for (let turn = 0; turn < TURNS; turn++) {
    const server = await startFootfall(folder, { node: WITHOUT_ANSWERS });
    const { ask, close } = asker(server);
    await timed(http, (at) => {
      const [, group, endpoint, input] = QUESTIONS[at];
      return ask(...requestOf({ group, endpoint, input }));
    });
    close();
    await server.stop();
    const store = await openBare(folder);
    await timed(bare, async (at) => {
      for (const statement of asked[at]) await store.run(`${boundSql(statement)} SETTINGS use_query_condition_cache = 0`);
    });
    store.close();
  }

  const rows = QUESTIONS.map(([name], at) => {
    const [question, sql] = [median(http[at]), median(bare[at])];
    const limit = FACTOR * sql + ALLOWANCE;
    if (question > limit) misses += 1;
    return [name, sql.toFixed(1), question.toFixed(1), (question / sql).toFixed(2), limit.toFixed(1), question <= limit ? 'met' : 'missed'];
  });
  process.stdout.write(`\nquestions at ${size.toLocaleString('en')} visits, ms, medians of ${TURNS * REPEATS}\n${table([['', 'bare SQL', 'over HTTP', 'ratio', `${FACTOR} x + ${ALLOWANCE}`, 'bar'], ...rows])}\n`);
}
remove();
process.stdout.write(`\n${misses === 0 ? 'every question within the bar' : `${misses} beyond the bar`}\n`);
