import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value that so much of the others do not exceed: of few, the largest but for whole steps. */
export function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * q) - 1)];
}

/** Milliseconds of one of several runs, one after the other: the median. */
export async function medianOf(times, run) {
  const all = [];
  for (let at = 0; at < times; at++) {
    const started = performance.now();
    await run(at);
    all.push(performance.now() - started);
  }
  return median(all);
}

/** A benchmark that fails half way must not leave its servers behind. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a process and gives the first line it prints that `pick` makes something of. */
export function startProcess(args, { env = {}, pick = (line) => line } = {}) {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const first = new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      for (const line of text.split('\n').slice(0, -1)) {
        const found = pick(line);
        if (found) resolve(found);
      }
    });
    child.on('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}\n${text}`)));
  });
  const stop = (signal = 'SIGTERM') => new Promise((done) => {
    if (child.exitCode !== null) {
      done();
      return;
    }
    child.once('exit', done);
    child.kill(signal);
  });
  return { child, first, stop };
}

/** Runs the load generator once; with `rate`, at so many requests a second; with `host`, as beacons of that site. */
export async function load(port, path, connections, seconds, rate, host) {
  const { first } = startProcess([here('load.mjs'), String(port), path, String(connections), String(seconds), ...(rate === undefined ? [] : [String(rate)])], {
    env: host === undefined ? {} : { BENCH_HOST: host },
    pick: (line) => (line.startsWith('{') ? JSON.parse(line) : null),
  });
  return first;
}

/** Rows of cells as aligned text. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows.map((row) => row.map((cell, column) => (column === 0 ? String(cell).padEnd(widths[column]) : String(cell).padStart(widths[column]))).join('  ')).join('\n');
}
