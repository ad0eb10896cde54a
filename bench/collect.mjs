/**
 * collect against a bare `node:http` server that parses the same body, and against one that also appends and
 * group-fsyncs. In turns, several rounds; the ratio of a round is of neighbours in time, the median of ratios is quoted. Then all at half
 * the rate that Footfall reached, in turns too: the median round, with the best and the worst beside it. At last what a busy site sends, and what of a
 * processor the server takes for it.
 */
import { join } from 'node:path';
import { addBenchSite, benchFolder, call, startFootfall } from './support/footfall.mjs';
import { here, load, median, startProcess, table } from './support/measure.mjs';
import { processorOf } from './support/process-tree.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 64;
/** Requests a second of a busy site: what questions are asked beside (`npm run bench:scale`). */
const STEADY = 2_000;

const { folder, remove } = benchFolder();
const bareServer = (kind) => startProcess([here('bare-server.mjs'), kind, join(folder, 'bare.bin')], { pick: (line) => Number(line) });
const bare = bareServer('bare');
const durable = bareServer('durable');
const footfall = await startFootfall(folder);
await addBenchSite(footfall);
const ports = { bare: await bare.first, durable: await durable.first, footfall: footfall.port };

let accepted = 0;
const rounds = [];
for (let round = -1; round < ROUNDS; round++) {
  const result = {};
  for (const [name, port] of Object.entries(ports)) {
    result[name] = await load(port, '/collect', CONNECTIONS, round < 0 ? 2 : SECONDS);
    if (name === 'footfall') accepted += result[name].requests - result[name].failed;
  }
  if (round >= 0) rounds.push(result);
}

const ofFootfall = (figure) => median(rounds.map((round) => round.footfall[figure]));
// The same rate for all: what the machine itself keeps a request waiting is in each of them.
const halves = [];
for (let round = 0; round < ROUNDS; round++) {
  const half = {};
  for (const [name, port] of Object.entries(ports)) half[name] = await load(port, '/collect', CONNECTIONS, 3 * SECONDS, ofFootfall('rate') / 2);
  accepted += half.footfall.requests - half.footfall.failed;
  halves.push(half);
}

const steady = [];
for (let round = 0; round < ROUNDS; round++) {
  const before = processorOf(footfall.child.pid);
  const result = await load(footfall.port, '/collect', CONNECTIONS / 2, 3 * SECONDS, STEADY);
  accepted += result.requests - result.failed;
  steady.push({ ...result, processor: (100 * (processorOf(footfall.child.pid) - before)) / result.seconds });
}

let stored = 0;
for (let tries = 0; tries < 100 && stored < accepted; tries++) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  stored = (await call(footfall.url, '/ledger?minutes=60', { token: footfall.token })).stored;
}
await Promise.all([bare.stop(), durable.stop(), footfall.stop()]);
remove();

const of = (name, figure) => rounds.map((round) => round[name][figure]);
const against = (name) => rounds.map((round) => round.footfall.rate / round[name].rate);
process.stdout.write(`\ncollect, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s\n${table([
  ['', 'requests/s', 'p50 ms', 'p99 ms', 'failed'],
  ...Object.keys(ports).map((name) => [name, Math.round(median(of(name, 'rate'))), median(of(name, 'p50')), median(of(name, 'p99')), of(name, 'failed').reduce((sum, one) => sum + one, 0)]),
])}\n`);
process.stdout.write(`footfall / bare      ${median(against('bare')).toFixed(2)}  (bar: at least 0.50)\n`);
process.stdout.write(`footfall / durable   ${median(against('durable')).toFixed(2)}  (bar: at least 0.90)\n`);
const ofHalves = (name, figure) => halves.map((half) => half[name][figure]);
process.stdout.write(`at half of that, ${Math.round(median(ofHalves('footfall', 'rate')))} requests/s to each, ${ROUNDS} rounds of ${3 * SECONDS} s  (bar: p99 below 10 ms)\n${table([
  ['', 'p50 ms', 'p99 ms of the median round', 'of the best', 'of the worst'],
  ...Object.keys(ports).map((name) => [name, median(ofHalves(name, 'p50')), median(ofHalves(name, 'p99')), Math.min(...ofHalves(name, 'p99')), Math.max(...ofHalves(name, 'p99'))]),
])}\n`);
const ofSteady = (figure) => median(steady.map((round) => round[figure]));
process.stdout.write(`at ${STEADY} requests/s, ${ROUNDS} rounds of ${3 * SECONDS} s: p50 ${ofSteady('p50').toFixed(2)} ms, p99 ${ofSteady('p99').toFixed(2)} ms, the server's process takes ${ofSteady('processor').toFixed(0)} % of a processor\n`);
process.stdout.write(`answered 204: ${accepted}, stored: ${stored}${accepted === stored ? '' : '  NOT EQUAL'}\n`);
if (accepted !== stored) process.exitCode = 1;
