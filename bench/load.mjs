/**
 * The machine's full collect rate for long (BENCH_MINUTES, 30), while dashboards are read: whether memory stays, how late the event loop
 * is, how much slower questions are than when nothing comes in (both worked out anew each time), how many parts the store is in, and whether all that was answered is
 * stored. A line a minute on standard error, the sum on standard output.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { BENCH_HOST } from './support/beacon.mjs';
import { addBenchSite, asker, benchFolder, call, startFootfall, WITHOUT_ANSWERS } from './support/footfall.mjs';
import { here, load, median, table } from './support/measure.mjs';
import { memoryOf } from './support/process-tree.mjs';

const MINUTES = Number(process.env.BENCH_MINUTES ?? 30);
const CONNECTIONS = 64;
/** Seconds of one run of the load generator, which keeps every latency of it. */
const SLICE = Math.min(60, MINUTES * 60);
/** Milliseconds between two looks at a dashboard. */
const READ_EVERY = 2_000;
/** Looks at a dashboard when nothing comes in, over the same data. */
const IDLE_READS = 20;
const PAUSE = 5_000;

const domain = BENCH_HOST;
const DASHBOARD = [
  ['summary', '/home/summary', { domain }],
  ['visit total', '/home/visit_total', { domain }],
  ['trend today', '/home/trend', { domain, time_range: 'today' }],
  ['top url', '/home/top_list', { domain, type: 'url' }],
  ['top referer', '/home/top_list', { domain, type: 'referer' }],
  ['pie browser', '/home/pie', { domain, type: 'browser' }],
  ['ledger', '/ledger?minutes=60', undefined],
];

const { folder, remove } = benchFolder();
const delayFile = join(folder, 'loop-delay.jsonl');
const footfall = await startFootfall(join(folder, 'data'), { env: { LOOP_DELAY_FILE: delayFile }, node: ['--import', here('loop-delay.mjs'), ...WITHOUT_ANSWERS] });
await addBenchSite(footfall);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the server says of its store to a command beside it. */
const stateOfStore = () => new Promise((resolve, reject) => {
  http.request({ socketPath: join(folder, 'data', 'control.sock'), path: '/state', method: 'POST' }, (response) => {
    let text = '';
    response.on('data', (chunk) => { text += chunk; });
    response.on('end', () => resolve(JSON.parse(text).result.store));
  }).on('error', reject).end();
});

/** Records that are safe in the journal and not yet stored. */
const waitingRecords = async () => (await call(footfall.url, '/status/overview', { token: footfall.token })).journal.waiting_records;

/** Looks at the dashboard until told to stop, or so many times; gives the milliseconds of each question. */
async function readDashboards({ until = () => false, times = Infinity, every = 0 }) {
  const reader = asker(footfall);
  const took = new Map(DASHBOARD.map(([name]) => [name, []]));
  let failed = 0;
  for (let look = 0; look < times && !until(); look++) {
    for (const [name, path, input] of DASHBOARD) {
      const started = performance.now();
      await reader.ask(path, input).then(() => took.get(name).push(performance.now() - started), () => { failed += 1; });
    }
    if (every > 0) await pause(every);
  }
  reader.close();
  return { took, failed };
}

const minutes = [];
let accepted = 0;
let open = true;
const reading = readDashboards({ until: () => !open, every: READ_EVERY });
const ends = Date.now() + MINUTES * 60_000;
while (Date.now() < ends) {
  const slice = await load(footfall.port, '/collect', CONNECTIONS, SLICE);
  accepted += slice.requests - slice.failed;
  const { mostParts } = await stateOfStore();
  const waiting = await waitingRecords();
  const memory = memoryOf(footfall.child.pid);
  minutes.push({ ...slice, mostParts, waiting, ...memory });
  process.stderr.write(`${minutes.length}: ${slice.rate}/s, p99 ${slice.p99} ms, failed ${slice.failed}; server ${mib(memory.own)}, all ${mib(memory.all)} MiB; parts ${mostParts}, waiting ${waiting}\n`);
}
open = false;
const loaded = await reading;

let stored = 0;
let more = true;
for (const until = Date.now() + 600_000; more && Date.now() < until; await pause(500)) more = (await waitingRecords()) > 0;
stored = (await call(footfall.url, '/ledger?minutes=1440', { token: footfall.token })).stored;
await pause(PAUSE);
await readDashboards({ times: 3 });
const idle = await readDashboards({ times: IDLE_READS });
const after = memoryOf(footfall.child.pid);
await footfall.stop();
const delays = readFileSync(delayFile, 'utf8').trim().split('\n').map((line) => JSON.parse(line)).filter(({ at }) => at < ends);
remove();

function mib(bytes) {
  return Math.round(bytes / 1_048_576);
}
/** Of a list over time: the medians of its second fifth, when everything is warm, and of its last. */
const fifths = (list) => {
  const size = Math.max(1, Math.floor(list.length / 5));
  return [median(list.slice(Math.min(size, list.length - 1), Math.min(2 * size, list.length) || 1)), median(list.slice(-size))];
};
const tail = (list) => list.slice(-Math.max(1, Math.floor(list.length / 5)));
const slowed = DASHBOARD.map(([name]) => {
  const [under, still] = [median(tail(loaded.took.get(name))), median(idle.took.get(name))];
  return [name, still.toFixed(1), under.toFixed(1), (under / still).toFixed(2)];
});
const [warm, last] = fifths(minutes.map(({ own }) => own));
const [warmAll, lastAll] = fifths(minutes.map(({ all }) => all));
const rates = minutes.map(({ rate }) => rate);

process.stdout.write(`\n${MINUTES} minutes of collecting on ${CONNECTIONS} connections, a dashboard of ${DASHBOARD.length} questions every ${READ_EVERY / 1_000} s beside it\n`);
process.stdout.write(`collected            ${Math.round(median(rates))} requests/s in the median minute (${Math.min(...rates)} to ${Math.max(...rates)}), p99 ${median(minutes.map(({ p99 }) => p99))} ms, failed ${minutes.reduce((sum, { failed }) => sum + failed, 0)}\n`);
process.stdout.write(`memory               server ${mib(warm)} MiB in the second fifth, ${mib(last)} in the last (${(last / warm).toFixed(2)}); with the engine ${mib(warmAll)} and ${mib(lastAll)} (${(lastAll / warmAll).toFixed(2)}); afterwards ${mib(after.all)}\n`);
process.stdout.write(`event loop           p99 ${median(delays.map(({ p99 }) => p99)).toFixed(1)} ms in the median of ${delays.length} spans of 10 s, ${Math.max(...delays.map(({ p99 }) => p99)).toFixed(1)} in the worst  (bar: 50)\n`);
process.stdout.write(`${table([['question, ms', 'nothing comes in', 'under load', 'slowed'], ...slowed])}\n`);
process.stdout.write(`slowed at most       ${Math.max(...slowed.map(([, , , ratio]) => Number(ratio)))} times  (bar: 3); questions that failed: ${loaded.failed + idle.failed}\n`);
process.stdout.write(`parts of a month     ${Math.max(...minutes.map(({ mostParts }) => mostParts))} at most, ${minutes.at(-1)?.mostParts} at the end\n`);
process.stdout.write(`waiting records      ${Math.max(...minutes.map(({ waiting }) => waiting))} at most\n`);
process.stdout.write(`answered 204: ${accepted}, stored: ${stored}${accepted === stored ? '' : '  NOT EQUAL'}\n`);
if (accepted !== stored) process.exitCode = 1;
