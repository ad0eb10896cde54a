/**
 * What docs/scaling.md reckons with, all of one machine and one run: processor time and bytes of a visit on its way into a store at an
 * address, as a collector of a cluster sends it; what a visit takes in a store of BENCH_SIZE visits; and processor time for each row that a
 * question reads there. An engine process stands in for a ClickHouse server.
 */
import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createTaker } from '../packages/server/dist/commands/demo/fill.js';
import { readConfig } from '../packages/server/dist/config.js';
import { openParts } from '../packages/server/dist/deps.js';
import { createSupervisor } from '../packages/server/dist/warehouse/supervisor.js';
import { boundSql, openBare } from './support/bare-store.mjs';
import { BENCH_HOST, beacon } from './support/beacon.mjs';
import { captureSql } from './support/capture-sql.mjs';
import { addBenchSite, benchFolder, call, startFootfall } from './support/footfall.mjs';
import { here, load, median, table } from './support/measure.mjs';
import { processorOf } from './support/process-tree.mjs';
import { scaleStore, SITES, workingCopy } from './support/scale-store.mjs';

const RATE = Number(process.env.BENCH_RATE ?? 5_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const WARM_SECONDS = 10;
const ROWS = 100_000;
const BATCH = 5_000;
const SIZE = Number(process.env.BENCH_SIZE ?? 10_000_000);
const CACHE = process.env.BENCH_FOLDER ?? join(tmpdir(), 'footfall-scale');
const REPEATS = 3;
const CONNECTIONS = 32;
const MICRO = 1e6;
const log = pino({ level: 'error' });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36',
];

/** Bytes of a visit: as a browser sends it, in the journal, as text and as a block of columns, each with what goes along for it. */
async function bytesOnTheWay() {
  const { folder, remove } = benchFolder();
  const parts = await openParts(readConfig({ FOOTFALL_DATA: folder }), log);
  await parts.sites.add({ name: 'Bench', domain: BENCH_HOST, isStat: true, timeZone: null });
  await parts.directory.reload();
  await parts.flusher.stop();
  const take = createTaker(parts);
  const start = Date.now() - 86_400_000;
  let wire = 0;
  for (let at = 0; at < ROWS; at += BATCH) {
    await take(Array.from({ length: BATCH }, (_, row) => {
      const hit = beacon(row, at);
      wire += Buffer.byteLength(JSON.stringify(hit));
      const visitor = (row * 997 + at) % 60_000;
      return { at: start + at + row, ip: `198.18.${(visitor >> 8) & 255}.${visitor & 255}`, userAgent: AGENTS[visitor % AGENTS.length], hit };
    }));
  }
  await parts.journal.seal();
  const journal = parts.journal.status().waitingBytes;
  let text = 0;
  let columns = 0;
  for (const segment of parts.journal.sealed()) {
    for (const body of (await segment.payload()).values()) text += body.length;
    for (const { path } of await segment.rowFiles(parts.warehouse.rowsFolder(), parts.warehouse.types)) {
      columns += statSync(path).size;
      rmSync(path);
    }
  }
  await parts.close(0);
  remove();
  return { wire: wire / ROWS, journal: journal / ROWS, text: text / ROWS, columns: columns / ROWS };
}

/** Microseconds of processor for a visit: of a collector, of the store until the rows are in it, and until its parts are one. */
async function processorOnTheWay() {
  const [own, other] = [benchFolder(), benchFolder()];
  const engine = createSupervisor({ main: here('../../packages/engine/dist/main.js'), dataFolder: join(other.folder, 'visits'), memory: 4 * 1024 ** 3, log });
  await engine.start();
  const { url, password } = engine.current();
  const server = await startFootfall(own.folder, { env: { FOOTFALL_CLICKHOUSE_URL: url.replace('//', `//default:${encodeURIComponent(password)}@`) } });
  await addBenchSite(server);
  const drained = async () => {
    while ((await call(server.url, '/status/overview', { token: server.token })).journal.waiting_records > 0) await pause(300);
  };
  const processor = () => ({ collector: processorOf(server.child.pid), store: processorOf(engine.pid()) });
  await load(server.port, '/collect', CONNECTIONS, WARM_SECONDS, RATE);
  await drained();
  const before = processor();
  const { requests, failed } = await load(server.port, '/collect', CONNECTIONS, SECONDS, RATE);
  await drained();
  const after = processor();
  const visits = requests - failed;
  await server.stop();
  await engine.stop();
  const bare = await openBare(other.folder);
  const merging = process.cpuUsage();
  const whole = JSON.parse((await bare.run('SELECT count() AS num FROM visits')).text()).data[0].num;
  for (const name of ['visits', 'ledger', 'event_ids']) await bare.run(`OPTIMIZE TABLE ${name} FINAL`, 'Null');
  const { user, system } = process.cpuUsage(merging);
  bare.close();
  own.remove();
  other.remove();
  return { visits, failed, collector: ((after.collector - before.collector) * MICRO) / visits, store: ((after.store - before.store) * MICRO) / visits, merge: (user + system) / Number(whole) };
}

/** What a store that was filled for long has of a visit, and what its questions take for a row. */
async function ofLargeStore() {
  const { folder } = await scaleStore(CACHE, SIZE, (text) => process.stderr.write(`${text}\n`));
  const copy = workingCopy(folder);
  process.on('exit', () => copy.remove());
  const questions = [
    ['by day, 31 days, compared', 'home', 'log', { domain: SITES[0], query_type: 'day', compare: 'previous' }],
    ['all time', 'home', 'visitTotal', { domain: SITES[0] }],
  ];
  const statements = await captureSql(copy.folder, questions);
  const bare = await openBare(copy.folder, 8 * 1024 ** 3);
  const rows = async (sql) => JSON.parse((await bare.run(sql)).text()).data;
  const sizes = await rows("SELECT table, sum(rows) AS num, sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = 'footfall' GROUP BY table");
  const { num: visits } = sizes.find(({ table: name }) => name === 'visits');
  const bytes = (of) => sizes.filter(({ table: name }) => of(name)).reduce((sum, one) => sum + Number(one.bytes), 0) / Number(visits);
  const took = [];
  for (const [at, [name]] of questions.entries()) {
    const seconds = [];
    let read = 0;
    for (let turn = 0; turn <= REPEATS; turn++) {
      read = 0;
      const before = process.cpuUsage();
      for (const statement of statements[at]) read += JSON.parse((await bare.run(`${boundSql(statement)} SETTINGS use_query_condition_cache = 0`)).text()).statistics.rows_read;
      const { user, system } = process.cpuUsage(before);
      if (turn > 0) seconds.push((user + system) / MICRO);
    }
    took.push({ name, read, seconds: median(seconds), row: (median(seconds) * MICRO) / read });
  }
  bare.close();
  return { visits: Number(visits), ofVisits: bytes((name) => name === 'visits'), ofOthers: bytes((name) => name !== 'visits'), took };
}

const bytes = await bytesOnTheWay();
const processor = await processorOnTheWay();
const store = await ofLargeStore();
const one = (value) => value.toFixed(1);
process.stdout.write(`\nof one visit; ${processor.visits.toLocaleString('en')} at ${RATE.toLocaleString('en')}/s, ${processor.failed} failed\n${table([
  ['', ''],
  ['collector, µs of processor', one(processor.collector)],
  ['store, µs of processor', one(processor.store)],
  ['store, merged once more, µs', one(processor.merge)],
  ['as a browser sends it, bytes', one(bytes.wire)],
  ['in the journal, bytes', one(bytes.journal)],
  ['to a server, as text, bytes', one(bytes.text)],
  ['between servers, as columns, bytes', one(bytes.columns)],
  [`stored, of ${store.visits.toLocaleString('en')}, bytes`, one(store.ofVisits)],
  ['hits, events and ledger beside it, bytes', one(store.ofOthers)],
])}\n\n${table([['question', 'rows read', 'processor s', 'µs a row'], ...store.took.map(({ name, read, seconds, row }) => [name, read.toLocaleString('en'), seconds.toFixed(2), row.toFixed(3)])])}\n`);
