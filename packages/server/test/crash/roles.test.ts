import type { ServerStatus } from '@footfall/contract';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDatabase, ensurePostgres, startPostgres } from '../../../../scripts/setup/postgres.mjs';
import { Api, health } from './api.js';
import { expectExactlyOnce, type Load, namesIn, pause, startLoad, untilStored } from './load.js';
import { startRefusingStore } from './refusing-store.js';
import { freePort, RunningServer } from './running-server.js';
import { readStored } from './stored.js';

/*
 * Two collectors and a console, each a process of its own, on one PostgreSQL and one store by its address: an engine process stands in for a
 * ClickHouse server. The store keeps the answers to inserts that it did, and is gone for a while; a collector is killed.
 */
const SITE = 'roles.example';
/** Milliseconds after which a process says anew how it is. */
const TOLD_EVERY = 5_000;
const GONE_MS = Number(process.env['STORE_GONE_SECONDS'] ?? 4) * 1_000;
const missing = await ensurePostgres();
if (missing !== null) process.stderr.write(`without the test of roles: ${missing}\n`);

async function untilAcknowledged(load: Load, more: number): Promise<void> {
  const target = load.acknowledged() + more;
  while (load.acknowledged() < target) {
    if (!load.running()) throw new Error('the visitors gave up: a good view was refused');
    await pause(50);
  }
}

it.skipIf(missing !== null)('two collectors and a console on one store: what is acknowledged is stored once, whatever becomes of the store and of a collector', { timeout: GONE_MS * 2 + 240_000 }, async () => {
  const base = mkdtempSync(join(tmpdir(), 'footfall-roles-'));
  const postgres = await startPostgres();
  const store = await startRefusingStore();
  const env = { FOOTFALL_POSTGRES_URL: await createDatabase(postgres.url), FOOTFALL_CLICKHOUSE_URL: store.url };
  const start = async (name: string, role: string): Promise<RunningServer> => new RunningServer(join(base, name), await freePort(), env, ['serve', `--role=${role}`]);
  const [one, two, office] = await Promise.all([start('one', 'collect'), start('two', 'collect'), start('office', 'console')]);
  const loads: Load[] = [];
  try {
    // At once, on stores that have nothing yet.
    await Promise.all([one, two, office].map((server) => server.start()));
    expect([one, two, office].map(({ failedStarts }) => failedStarts)).toEqual([0, 0, 0]);
    const api = new Api(office.origin);
    await api.signIn();
    await api.post('/website/add', { name: 'Roles', domain: SITE });
    const statusAt = async (server: RunningServer, path: string, how: RequestInit = {}): Promise<number> => (await fetch(server.origin + path, how)).status;
    expect(await statusAt(office, '/collect', { method: 'POST', body: '{}' })).toBe(404);
    expect(await statusAt(one, '/api/auth/login', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).toBe(404);
    // Until the collectors know the site, its views are refused.
    await pause(5_000);
    const files = ['one', 'two'].map((name) => join(base, `${name}.acknowledged`));
    loads.push(...[one, two].map((server, at) => startLoad(server.origin, SITE, files[at] ?? '', 150)));
    const [first, second] = loads;
    if (first === undefined || second === undefined) throw new Error('there are two');
    await Promise.all(loads.map((load) => untilAcknowledged(load, 100)));

    store.swallowing = true;
    await Promise.all(loads.map((load) => untilAcknowledged(load, 300)));
    store.swallowing = false;
    expect(store.swallowed).toBeGreaterThan(2);

    store.hanging = true;
    const asked = Date.now();
    expect(await statusAt(one, '/healthz')).toBe(200);
    expect(await statusAt(office, '/readyz')).toBe(503);
    expect((await api.get('/status/overview')) as ServerStatus).toMatchObject({ stores: { visits: 'unavailable', metadata: 'ok' }, replicas: null });
    // Who asks for health gives up after five seconds, and starts the process anew.
    expect(Date.now() - asked).toBeLessThan(3 * 4_000);
    await Promise.all(loads.map((load) => untilAcknowledged(load, 100)));
    store.hanging = false;

    store.gone = true;
    const before = loads.map((load) => load.acknowledged());
    await pause(Math.max(GONE_MS, 2 * TOLD_EVERY));
    expect(loads.map((load, at) => load.acknowledged() > (before[at] ?? 0) + 100)).toEqual([true, true]);
    expect(await statusAt(one, '/healthz')).toBe(200);
    expect(await statusAt(office, '/readyz')).toBe(503);
    await api.signIn();
    await expect(api.get('/ledger?minutes=1440')).rejects.toThrow('503 The store can not answer now');
    // The console has nothing waiting itself, and says what waits elsewhere.
    const state = (await api.get('/status/overview')) as ServerStatus;
    expect(state).toMatchObject({ journal: { waiting_records: 0, failing_since: null }, stores: { visits: 'unavailable', metadata: 'ok' } });
    expect(state.processes.map(({ role, silent, taking }) => ({ role, silent, taking })).toSorted((a, b) => a.role.localeCompare(b.role))).toEqual(['collect', 'collect', 'console'].map((role) => ({ role, silent: false, taking: true })));
    const collectors = state.processes.filter(({ role }) => role === 'collect');
    expect(collectors.map(({ waiting_records: waiting, failing_since: since }) => [waiting > 0, since !== null])).toEqual([[true, true], [true, true]]);
    expect(state.complete_up_to).toBe(collectors.map(({ complete_up_to: upTo }) => upTo).toSorted()[0]);
    expect(state.lag).toBeGreaterThanOrEqual(Math.floor((GONE_MS - TOLD_EVERY) / 1_000));
    expect((await health(one.origin)).journal.waiting_rows).toBeGreaterThan(0);
    store.gone = false;

    await Promise.all(loads.map((load) => untilAcknowledged(load, 50)));
    await two.end('SIGKILL');
    await two.start();
    await untilAcknowledged(second, 100);

    const ended = await Promise.all(loads.map((load) => load.finish()));
    await Promise.all([one, two].map((server) => untilStored(server.origin)));
    const names = files.flatMap(namesIn);
    // The console sees what both took. Whoever signed in an hour ago has to do so again.
    await api.signIn();
    const { received, stored, refused } = (await api.get('/ledger?minutes=1440')) as { received: number; stored: number; refused: { num: number }[] };
    expect(received).toBe(stored + refused.reduce((sum, { num }) => sum + num, 0));
    expect(stored).toBe(names.length);
    for (const server of [one, two, office]) expect(await server.end('SIGTERM')).toBe(0);
    await store.stop();
    const title = `two collectors, answers kept to ${String(store.swallowed)} inserts, the store gone for ${String(GONE_MS / 1_000)} s, a collector killed, retried ${String(ended.reduce((sum, { retried }) => sum + retried, 0))}`;
    expectExactlyOnce(await readStored(store.folder), names, SITE, title);
  } finally {
    for (const load of loads) load.kill();
    for (const server of [one, two, office]) await server.end('SIGKILL');
    await store.close();
    await postgres.remove();
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }
});
