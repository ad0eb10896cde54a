/**
 * Log import against goaccess (Debian's package) on the same file in the same run. goaccess parses and counts in memory; Footfall also
 * enriches and stores every record durably, and its time ends when all of it is stored. Memory is the peak of all processes together.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { addBenchSite, benchFolder, NODE_OPTIONS, startFootfall } from './support/footfall.mjs';
import { BENCH_HOST } from './support/beacon.mjs';
import { hasRealLogs, writeLongLog } from './support/long-log.mjs';
import { here, table } from './support/measure.mjs';
import { watchTree } from './support/process-tree.mjs';

const LINES = Number(process.env.BENCH_LINES ?? 2_000_000);

if (!hasRealLogs()) {
  process.stdout.write('import: skipped, the real logs are not there (../shared/data/logs)\n');
  process.exit(0);
}
const hasGoaccess = spawnSync('goaccess', ['--version']).status === 0;
if (!hasGoaccess) process.stdout.write('import: goaccess is not installed, so there is nothing to compare with: apt-get install goaccess\n');

/** Runs a command to its end. */
async function timed(command, args, env = {}) {
  const started = performance.now();
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const watch = watchTree(child.pid);
  let text = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  const code = await new Promise((done) => child.on('exit', done));
  const seconds = (performance.now() - started) / 1000;
  const { peak } = watch.stop();
  if (code !== 0) throw new Error(`${command} ended with ${code}\n${text}`);
  return { seconds, peak, text };
}

/** Imports into a folder of its own, with one site. */
async function footfall(file) {
  const { folder, remove } = benchFolder();
  const server = await startFootfall(folder);
  await addBenchSite(server);
  await server.stop();
  const result = await timed(process.execPath, [...NODE_OPTIONS, here('../../packages/server/dist/main.js'), 'import', file, '--site', BENCH_HOST, '--json'], { FOOTFALL_DATA: folder, FOOTFALL_LOG_LEVEL: 'warn' });
  remove();
  return { ...result, report: JSON.parse(result.text) };
}

const { folder, remove } = benchFolder();
const files = { small: join(folder, 'small.log'), whole: join(folder, 'whole.log') };
await writeLongLog(files.small, LINES / 4);
await writeLongLog(files.whole, LINES);

const other = hasGoaccess ? await timed('goaccess', [files.whole, '--log-format=COMBINED', '--no-progress', '-o', join(folder, 'report.json')]) : null;
const small = await footfall(files.small);
const whole = await footfall(files.whole);
remove();

const rate = (lines, { seconds }) => lines / seconds;
const row = (name, lines, run) => [name, lines.toLocaleString('en'), run.seconds.toFixed(1), Math.round(rate(lines, run)).toLocaleString('en'), Math.round(run.peak / 1024 ** 2)];
process.stdout.write(`\nlog import, from the start of the command to its end\n${table([
  ['', 'lines', 'seconds', 'lines/s', 'peak MiB'],
  ...(other === null ? [] : [row('goaccess, in memory', LINES, other)]),
  row('footfall, stored', LINES, whole),
  row('footfall, stored', LINES / 4, small),
])}\n`);
const { lines, visits, spider_hits: hits, refused } = whole.report;
process.stdout.write(`${visits.toLocaleString('en')} visits and ${hits.toLocaleString('en')} spider hits stored, ${Object.entries(refused).map(([reason, count]) => `${count.toLocaleString('en')} ${reason}`).join(', ')}\n`);
if (other !== null) process.stdout.write(`footfall / goaccess  ${(rate(LINES, whole) / rate(LINES, other)).toFixed(2)}  (bars: at least 1.00, and 2.00)\n`);
process.stdout.write(`peak memory, four times the lines: ${(whole.peak / small.peak).toFixed(2)} times\n`);
if (lines !== LINES) {
  process.stdout.write(`lines read: ${lines}  NOT EQUAL\n`);
  process.exitCode = 1;
}
