import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { createDatabase, ensurePostgres, startPostgres } from '../../../../scripts/setup/postgres.mjs';
import { Api } from './api.js';
import { expectExactlyOnce, pause, untilStored } from './load.js';
import { readAccounts, readRows } from './moved-rows.js';
import { startRefusingStore } from './refusing-store.js';
import { HOST } from './running-server.js';
import { Scene, SITE } from './scene.js';
import { readStored } from './stored.js';

/*
 * A move onto servers, while visits come in: the command, the server, or both are killed at random moments, and the command is given again, until
 * it says that it is done. Then everything acknowledged is on the new stores once, by a count over the raw rows of both, which knows nothing of
 * how they came there. An engine process stands in for a ClickHouse server; PostgreSQL is Debian's.
 */
const KILLS = Number(process.env['MOVE_KILLS'] ?? 3);
const VIEWS = Number(process.env['MOVE_VIEWS'] ?? 3_000);
const MAIN = join(import.meta.dirname, '../../dist/main.js');
const VICTIMS = ['the command', 'the server', 'both'] as const;
const missing = await ensurePostgres();
if (missing !== null) process.stderr.write(`without the test of moving: ${missing}\n`);

/** `footfall move` as a process of its own. */
function startMove(folder: string, words: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, 'move', ...words, '--json'], { env: { ...process.env, FOOTFALL_DATA: folder, FOOTFALL_TIMEZONE: 'UTC', FOOTFALL_MEMORY: '1G', FOOTFALL_LOG_LEVEL: 'error', FOOTFALL_HOST: HOST }, stdio: ['ignore', 'pipe', 'pipe'] });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const gone = once(child, 'exit');
  return {
    kill: () => child.exitCode === null && child.kill('SIGKILL'),
    gone,
    said: () => ({ code: child.exitCode, output, errors }),
  };
}

it.skipIf(missing !== null)(`an installation moved onto servers, killed ${String(KILLS)} times: what was acknowledged is there once, and both stores are equal`, { timeout: 180_000 + KILLS * 60_000 }, async () => {
  const postgres = await startPostgres();
  const store = await startRefusingStore();
  const accounts = await createDatabase(postgres.url);
  const words = ['--to', store.url, '--postgres', accounts];
  const base = mkdtempSync(join(tmpdir(), 'footfall-move-'));
  const scene = await Scene.open({ data: join(base, 'data'), rate: 200 });
  const { server, api } = scene;
  const killed = { 'the command': 0, 'the server': 0, both: 0 };
  let early = 0;
  try {
    for (const name of ['one', 'two', 'three']) await api.post('/website/add', { name, domain: `${name}.example` });
    await scene.untilAcknowledged(VIEWS);

    // Killed ever later: in the first copy, between rounds, while all is held off, and after the switch; most before the end, for after it nothing is moved any more.
    for (let kill = 0; kill < KILLS; kill += 1) {
      const span = 1_500 * 4 ** (kill / KILLS) ** 3;
      const victim = VICTIMS[kill % VICTIMS.length] ?? 'both';
      const moving = startMove(scene.data, words);
      await Promise.race([pause(200 + span * Math.random()), moving.gone]);
      if (moving.said().code === null) killed[victim] += 1;
      else early += 1;
      if (victim !== 'the command') await server.end('SIGKILL');
      if (victim !== 'the server') moving.kill();
      await moving.gone;
      await pause(200 + 800 * Math.random());
      if (victim !== 'the command') await server.start();
      await scene.untilAcknowledged(50);
    }
    const last = startMove(scene.data, words);
    await last.gone;
    if (last.said().code !== 0) throw new Error(last.said().errors);
    const result = JSON.parse(last.said().output) as { changed: boolean; held_ms: number; totals: Record<string, { rows: number; partitions: number }> };
    process.stderr.write(`killed while it was moving: ${JSON.stringify(killed)}, after its end: ${String(early)}; the last one ${JSON.stringify({ changed: result.changed, held_ms: result.held_ms, totals: result.totals })}\n`);

    // The server goes on with the new stores by itself, and a move to where it is says so.
    await scene.untilAcknowledged(200);
    const again = startMove(scene.data, words);
    await again.gone;
    expect(JSON.parse(again.said().output)).toMatchObject({ changed: false });
    await new Api(server.origin).signIn();
    await api.post('/website/add', { name: 'four', domain: 'four.example' });
    const { retried } = await scene.load.finish();
    await untilStored(server.origin);
    expect(await server.end('SIGTERM')).toBe(0);
    await store.stop();

    const [old, now] = [await readRows(join(scene.data, 'visits')), await readRows(join(store.folder, 'visits'))];
    // What lay in the embedded store when it was left is in the new one, to the letter, and newer rows beside it.
    for (const [table, rows] of old) {
      const there = now.get(table) ?? new Map<string, number>();
      const wrong = [...rows].filter(([row, num]) => there.get(row) !== num);
      expect({ table, wrong: wrong.slice(0, 3), num: wrong.length }).toEqual({ table, wrong: [], num: 0 });
    }
    expect([...(old.get('visits')?.values() ?? [])].reduce((sum, num) => sum + num, 0)).toBeGreaterThan(VIEWS / 2);
    expectExactlyOnce(await readStored(store.folder), scene.names(), SITE, `moved, killed ${String(Object.values(killed).reduce((sum, num) => sum + num, 0))} times, retried ${String(retried)}`);

    // Accounts, sites and rules keep their numbers; what came after the move got the next ones.
    const [before, after] = [readAccounts(new Database(join(scene.data, 'footfall.db'))), await readAccounts(accounts)];
    for (const table of ['users', 'roles', 'spiders', 'site_hosts'] as const) expect(after.get(table)?.filter((row) => before.get(table)?.includes(row))).toEqual(before.get(table));
    const domains = (rows: readonly string[] | undefined): string[] => (rows ?? []).map((row) => (JSON.parse(row) as { id: number; domain: string })).map(({ id, domain }) => `${String(id)} ${domain}`);
    expect(domains(before.get('sites'))).toEqual(['1 crash.example', '2 one.example', '3 two.example', '4 three.example']);
    expect(domains(after.get('sites'))).toEqual([...domains(before.get('sites')), '5 four.example']);
  } finally {
    await scene.close();
    await store.close();
    await postgres.remove();
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
});
