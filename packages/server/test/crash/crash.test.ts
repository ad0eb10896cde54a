import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Api } from './api.js';
import { pause, startLoad, untilStored } from './load.js';
import { freePort, RunningServer } from './running-server.js';
import { readStored } from './stored.js';

/*
 * The whole server under load, killed without warning at random moments, the server or only its engine, and started
 * again. At the end every acknowledged view is stored exactly once, nothing is stored twice, and the ledger adds up.
 */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 20);
const RATE = 600;
const SITE = 'crash.example';
/** Part of the starts that are killed too, perhaps while they store what the one before left. */
const KILLED_STARTING = 0.3;
const ROUND_MS = 20_000;

const between = (low: number, high: number): number => low + Math.random() * (high - low);

/** Kills something. Answers with what. */
async function strike(server: RunningServer): Promise<'server' | 'engine' | 'both'> {
  const engine = server.enginePid();
  const choice = Math.random();
  if (engine === null || choice < 0.6) {
    await server.end('SIGKILL');
    return 'server';
  }
  process.kill(engine, 'SIGKILL');
  if (choice < 0.85) return 'engine';
  await pause(between(0, 300));
  await server.end('SIGKILL');
  return 'both';
}

/** Today's and yesterday's views, as the home screen shows them. */
async function pageViews(api: Api): Promise<number> {
  await api.signIn();
  const { list } = (await api.post('/home/summary', { domain: SITE })) as { list: { pv: number }[] };
  return list.reduce((sum, day) => sum + day.pv, 0);
}

it(`${String(ROUNDS)} crashes: every acknowledged view is stored exactly once`, { timeout: ROUNDS * ROUND_MS + 240_000 }, async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-crash-'));
  const server = new RunningServer(join(folder, 'data'), await freePort());
  onTestFinished(async () => {
    await server.end('SIGKILL');
    await pause(500);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  });
  await server.start();
  const api = new Api(server.origin);
  await api.signIn();
  await api.post('/website/add', { name: 'Crash', domain: SITE });
  const load = startLoad(server.origin, SITE, join(folder, 'acknowledged'), RATE);

  let startsKilled = 0;
  const struck = { server: 0, engine: 0, both: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(between(50, 2_500));
    const what = await strike(server);
    struck[what] += 1;
    if (what === 'engine') continue;
    while (Math.random() < KILLED_STARTING) {
      await server.startInVain(between(200, 2_500));
      startsKilled += 1;
    }
    await server.start();
  }

  const { acknowledged, retried } = await load.finish();
  await untilStored(server.origin);
  /* Looked at last: what is stored matters more than why a screen could not show it. */
  const shown = await pageViews(api).catch((error: unknown) => error);
  expect(await server.end('SIGTERM')).toBe(0);

  const names = readFileSync(join(folder, 'acknowledged'), 'utf8').trimEnd().split('\n');
  const stored = await readStored(join(folder, 'data'));
  const lost = names.filter((name) => !stored.pages.has(`https://${SITE}/view/${name}`));
  const doubled = [...stored.pages].filter(([, num]) => num > 1);
  const refused = Object.values(stored.refused).reduce((sum, num) => sum + num, 0);
  process.stdout.write(
    `crash: rounds ${String(ROUNDS)} (server ${String(struck.server)}, engine ${String(struck.engine)}, both ${String(struck.both)}, starting ${String(startsKilled)}), acknowledged ${String(names.length)}, stored ${String(stored.visits + stored.spiderHits)}, lost ${String(lost.length)}, doubled ${String(doubled.length)}; retried ${String(retried)}, ledger received ${String(stored.received)} refused ${JSON.stringify(stored.refused)}, starts repeated ${String(server.failedStarts)} ${JSON.stringify(server.complaints)}\n`,
  );
  expect(names).toHaveLength(acknowledged);
  expect(new Set(names).size).toBe(acknowledged);
  expect(lost).toEqual([]);
  expect(doubled).toEqual([]);
  expect(stored.pages.size).toBe(acknowledged);
  expect(stored.unbalanced).toEqual([]);
  expect(stored.received - refused).toBe(stored.visits + stored.spiderHits);
  expect(Object.keys(stored.refused).filter((reason) => reason !== 'duplicate' && reason !== 'malformed')).toEqual([]);
  expect(stored.spiderHits).toBeGreaterThan(0);
  expect(shown).toBe(stored.visits);
});
