import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { health } from './api.js';
import type { Stored } from './stored.js';

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Load {
  /** Begins no other view; resolves when all that were begun are acknowledged. */
  finish(): Promise<{ sent: number; acknowledged: number; retried: number }>;
  /** How many were acknowledged so far, and are written down. */
  acknowledged(): number;
  /** False when it has ended, which it does by itself only when a good view was refused. */
  running(): boolean;
  /** Ends it at once. */
  kill(): void;
}

/** Visitors in a process of their own: load.mjs. `file` takes the names of acknowledged views. */
export function startLoad(origin: string, site: string, file: string, rate: number): Load {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.mjs'), origin, site, file, String(rate)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const gone = once(child, 'exit');
  return {
    acknowledged: () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0),
    running: () => child.exitCode === null && child.signalCode === null,
    kill: () => void child.kill('SIGKILL'),
    finish: async () => {
      child.stdin.write('finish\n');
      const [code] = (await gone) as [number | null];
      expect(code).toBe(0);
      return JSON.parse(output) as { sent: number; acknowledged: number; retried: number };
    },
  };
}

/** Resolves when nothing waits in the journal. @throws Error when that does not come within so many milliseconds */
export async function untilStored(origin: string, within = 120_000): Promise<void> {
  const until = Date.now() + within;
  for (;;) {
    const { journal, stores } = await health(origin);
    if (journal.waiting_rows === 0 && stores.visits === 'ok') return;
    if (Date.now() > until) throw new Error(`still waiting: ${JSON.stringify(journal)}`);
    await pause(100);
  }
}

/** The names of acknowledged views. */
export function namesIn(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}

/** Every acknowledged view is stored once, nothing else is stored, and the ledger adds up in every minute. Says how it came out, also where it did not. */
export function expectExactlyOnce(stored: Stored, names: readonly string[], site: string, title: string): void {
  const lost = names.filter((name) => !stored.pages.has(`https://${site}/view/${name}`));
  const doubled = [...stored.pages].filter(([, num]) => num > 1);
  process.stdout.write(
    `${title}: acknowledged ${String(names.length)}, stored ${String(stored.visits + stored.spiderHits)}, lost ${String(lost.length)}, doubled ${String(doubled.length)}; ledger received ${String(stored.received)} refused ${JSON.stringify(stored.refused)}\n`,
  );
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
  expect(lost).toEqual([]);
  expect(doubled).toEqual([]);
  expect(stored.pages.size).toBe(names.length);
  expect(stored.unbalanced).toEqual([]);
}
