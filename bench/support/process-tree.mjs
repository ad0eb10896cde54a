/** Memory and CPU of a process and everything it started, from /proc, sampled while it runs. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;
const INTERVAL = 100;

function processes() {
  const found = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      found.push({ pid: Number(name), parent: Number(fields[1]), cpu: (Number(fields[11]) + Number(fields[12])) / TICKS, rss: Number(fields[21]) * 4096, files: Number(readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')[2]) * 4096 });
    } catch {
      // It ended between the listing and the reading.
    }
  }
  return found;
}

/** The process and everything it started, of a list of processes. */
function treeOf(root, all) {
  const tree = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parent } of all) {
      if (tree.has(parent) && !tree.has(pid)) {
        tree.add(pid);
        grown = true;
      }
    }
  }
  return tree;
}

/** Resident bytes now: of the process itself, with everything it started, and how much of that is parts of files (code above all), which the system takes back when it needs room. */
export function memoryOf(root) {
  const all = processes();
  const tree = treeOf(root, all);
  const ours = all.filter(({ pid }) => tree.has(pid));
  const sum = (figure) => ours.reduce((total, one) => total + one[figure], 0);
  return { own: all.find(({ pid }) => pid === root)?.rss ?? 0, all: sum('rss'), files: sum('files') };
}

/** Seconds of processor that the process itself has used, all its threads. */
export const processorOf = (pid) => processes().find((one) => one.pid === pid)?.cpu ?? 0;

/** Starts sampling; `stop` gives the peak of the sum of resident memory in bytes, and each process' own peak and CPU seconds. */
export function watchTree(root, interval = INTERVAL) {
  let peak = 0;
  const each = new Map();
  const sample = () => {
    const all = processes();
    const tree = treeOf(root, all);
    let sum = 0;
    for (const { pid, cpu, rss } of all) {
      if (!tree.has(pid)) continue;
      sum += rss;
      each.set(pid, { peak: Math.max(rss, each.get(pid)?.peak ?? 0), cpu });
    }
    peak = Math.max(peak, sum);
  };
  sample();
  const timer = setInterval(sample, interval);
  return {
    stop() {
      clearInterval(timer);
      return { peak, each: [...each].map(([pid, figures]) => ({ pid, ...figures })) };
    },
  };
}
