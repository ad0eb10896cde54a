/**
 * Server events in batches of 1,000, each with an id of its own, against single beacons on the same server, in turns; the
 * ratio of a round is of neighbours in time, the median of ratios is quoted. Both wait for the disk.
 */
import { addBenchSite, benchFolder, call, startFootfall } from './support/footfall.mjs';
import { here, load, median, startProcess, table } from './support/measure.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 64;
/** Batches at a time. With four the server waits for the disk and the sender between two of them, as it does not with so many single beacons. */
const AT_A_TIME = [4, 8];
const SIZE = 1_000;

const { folder, remove } = benchFolder();
const footfall = await startFootfall(folder);
const { id } = await addBenchSite(footfall);
const { key } = await call(footfall.url, '/website/key/add', { token: footfall.token, body: { site_id: id, name: 'bench' } });
const batches = (atATime, seconds) => startProcess([here('batch-load.mjs'), String(footfall.port), key, String(atATime), String(seconds), String(SIZE)], { pick: (line) => (line.startsWith('{') ? JSON.parse(line) : null) }).first;

async function settled(accepted) {
  let stored = 0;
  for (let tries = 0; tries < 200 && stored < accepted; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    stored = (await call(footfall.url, '/ledger?minutes=60', { token: footfall.token })).stored;
  }
  return stored;
}

let accepted = 0;
let stored = 0;
const rounds = [];
for (let round = -1; round < ROUNDS; round++) {
  const single = await load(footfall.port, '/collect', CONNECTIONS, round < 0 ? 2 : SECONDS);
  accepted += single.requests - single.failed;
  // What one side leaves to be stored must not slow the other down.
  await settled(accepted);
  const sides = { single };
  for (const atATime of AT_A_TIME) {
    const batch = await batches(atATime, round < 0 ? 2 : SECONDS);
    accepted += batch.events;
    stored = await settled(accepted);
    sides[atATime] = batch;
  }
  if (round >= 0) rounds.push(sides);
}
await footfall.stop();
remove();

const of = (name, figure) => rounds.map((round) => round[name][figure]);
const sum = (values) => values.reduce((total, value) => total + value, 0);
const line = (name, side) => [name, median(of(side, 'rate')), median(of(side, 'p50')), median(of(side, 'p99')), sum(of(side, 'failed'))];
process.stdout.write(`\nserver events, ${ROUNDS} rounds of ${SECONDS} s: ${CONNECTIONS} connections of single beacons, batches of ${SIZE}\n${table([
  ['', 'events/s', 'p50 ms', 'p99 ms', 'failed'],
  line('single beacons', 'single'),
  ...AT_A_TIME.map((atATime) => line(`batches, ${atATime} at a time`, atATime)),
])}\n`);
for (const atATime of AT_A_TIME) {
  const ratio = median(rounds.map((round) => round[atATime].rate / round.single.rate));
  process.stdout.write(`batches, ${atATime} at a time / single beacons   ${ratio.toFixed(2)}  (bar: at least 5)\n`);
}
process.stdout.write(`accepted: ${accepted}, stored: ${stored}${accepted === stored ? '' : '  NOT EQUAL'}\n`);
if (accepted !== stored) process.exitCode = 1;
