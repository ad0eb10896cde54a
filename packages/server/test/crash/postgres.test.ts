import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, startPostgres, type TestPostgres } from '../../../../scripts/setup/postgres.mjs';
import { Api } from './api.js';
import { pause, untilStored } from './load.js';
import { freePort, PASSWORD, RunningServer } from './running-server.js';
import { Scene } from './scene.js';

const OUTAGE_MS = Number(process.env['POSTGRES_AWAY_SECONDS'] ?? 3) * 1_000;
/** What another process changed is known within that time. */
const KNOWN_WITHIN = 5_000;
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

let postgres: TestPostgres | undefined;
try {
  postgres = await startPostgres();
} catch (error) {
  process.stderr.write(`without tests on PostgreSQL: ${String(error)}\n`);
}
afterAll(() => postgres?.remove());

/** How a call with a session is answered: HTTP status, and the name of what failed. */
async function ask(origin: string, path: string, token: string, body?: unknown): Promise<{ status: number; error: string; data: unknown }> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${origin}/api${path}`, { ...sent, headers: { 'content-type': 'application/json', authorization: token } });
  const { data } = (await response.json()) as { data: { error?: string } | null };
  return { status: response.status, error: data?.error ?? '', data };
}

async function tokenOf(origin: string, password = PASSWORD, username = 'admin'): Promise<{ status: number; token: string }> {
  const { status, data } = await ask(origin, '/auth/login', '', { username, password });
  return { status, token: (data as { access_token?: string } | null)?.access_token ?? '' };
}

describe.skipIf(postgres === undefined)('two servers on one PostgreSQL', () => {
  let base: string;
  let one: RunningServer;
  let two: RunningServer;
  let token: string;

  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'footfall-two-'));
    const env = { FOOTFALL_POSTGRES_URL: await createDatabase(postgres?.url ?? '') };
    [one, two] = [new RunningServer(join(base, 'one'), await freePort(), env), new RunningServer(join(base, 'two'), await freePort(), env)];
    // At once: one migrates, and one makes the administrator.
    await Promise.all([one.start(), two.start()]);
    ({ token } = await tokenOf(one.origin));
    await ask(one.origin, '/website/add', token, { name: 'Shop', domain: 'shop.example' });
  }, 120_000);
  afterAll(async () => {
    for (const server of [one, two]) {
      const engine = server.enginePid();
      await server.end('SIGTERM');
      if (engine !== null) RunningServer.kill(engine);
    }
    rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
  }, 60_000);

  /** Sends a view to the second server. */
  async function view(path: string, agent: string, site = 'shop.example'): Promise<number> {
    const body = JSON.stringify({ v: 1, i: Math.random().toString(16).slice(2, 14).padEnd(16, '0'), u: `https://${site}${path}`, t: path, f: '00000000000000aa', d: 0 });
    return (await fetch(`${two.origin}/collect`, { method: 'POST', body, headers: { 'user-agent': agent } })).status;
  }

  it('one account signs in on both; a sign-out on one ends the session on the other', async () => {
    const session = await tokenOf(one.origin);
    expect(session.status).toBe(200);
    expect((await ask(two.origin, '/auth/me', session.token)).status).toBe(200);
    expect((await ask(one.origin, '/auth/logout', session.token, {})).status).toBe(200);
    const since = Date.now();
    await expect.poll(async () => (await ask(two.origin, '/auth/me', session.token)).status, { timeout: KNOWN_WITHIN, interval: 50 }).toBe(401);
    expect(Date.now() - since).toBeLessThan(2_000);
  });

  it('attempts to sign in are counted together', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 7; at += 1) statuses.push((await tokenOf((at % 2 === 0 ? one : two).origin, 'a wrong one', 'nobody')).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429]);
  });

  it('a site that one is told of is counted by the other', async () => {
    expect(await view('/', BROWSER, 'new.example')).toBe(404);
    await ask(one.origin, '/website/add', token, { name: 'New', domain: 'new.example' });
    await expect.poll(() => view('/', BROWSER, 'new.example'), { timeout: KNOWN_WITHIN, interval: 100 }).toBe(204);
  });

  it('a spider rule that one is told of holds for what the other takes', { timeout: 40_000 }, async () => {
    const agent = `${BROWSER} UnheardOfThing/1.0`;
    expect(await view('/before', agent)).toBe(204);
    expect((await ask(one.origin, '/spider/add', token, { type: 'other', name: 'Unheard of', keyword: ['unheardofthing'], status: 1 })).status).toBe(200);
    await pause(KNOWN_WITHIN);
    expect(await view('/after', agent)).toBe(204);
    expect(await view('/person', BROWSER)).toBe(204);
    await untilStored(two.origin);
    const urls = async (): Promise<string[]> => {
      const { data } = await ask(two.origin, '/report/device_logs?domain=shop.example&per_page=100', token);
      return (data as { list: { url: string }[] }).list.map(({ url }) => new URL(url).pathname).toSorted();
    };
    await expect.poll(urls, { timeout: 10_000 }).toEqual(['/before', '/person']);
  });
});

describe.skipIf(postgres === undefined)('PostgreSQL that goes away', () => {
  it.each(['fast', 'immediate'] as const)('(%s) under load and comes back: clear answers, no crash, and every acknowledged view once', { timeout: 180_000 }, async (how) => {
    const scene = await Scene.open({ env: { FOOTFALL_POSTGRES_URL: await createDatabase(postgres?.url ?? '') }, rate: 200 });
    const { origin } = scene.server;
    const answers = new Map<string, number>();
    const asking = new AbortController();
    const note = (what: string): void => void answers.set(what, (answers.get(what) ?? 0) + 1);
    try {
      const { token } = await tokenOf(origin);
      const person = async (path: string, body?: unknown): Promise<void> => {
        while (!asking.signal.aborted) {
          const { status, error } = await ask(origin, path, token, body);
          note(`${String(status)} ${error}`.trim());
          await pause(20);
        }
      };
      let serial = 0;
      const adding = async (): Promise<void> => {
        while (!asking.signal.aborted) {
          const { status, error } = await ask(origin, '/website/add', token, { name: 'x', domain: `added-${String((serial += 1))}.example` });
          note(`${String(status)} ${error}`.trim());
          await pause(20);
        }
      };
      const people = Promise.all([person('/auth/me'), person('/common/domain_list', {}), person('/spider/list'), adding()]);
      await scene.untilAcknowledged(100);
      await postgres?.stop(how);
      const before = scene.load.acknowledged();
      await pause(OUTAGE_MS);
      expect(scene.load.acknowledged()).toBeGreaterThan(before + 50);
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      expect((await fetch(`${origin}/readyz`)).status).toBe(503);
      expect(await ask(origin, '/auth/login', '', { username: 'admin', password: PASSWORD })).toMatchObject({ status: 503, error: 'metadata.unavailable' });
      await postgres?.start();
      await expect.poll(async () => (await tokenOf(origin)).status, { timeout: 15_000, interval: 100 }).toBe(200);
      await scene.untilAcknowledged(100);
      asking.abort();
      await people;
      const told = Object.fromEntries(answers);
      process.stdout.write(`PostgreSQL away (${how}) for ${String(OUTAGE_MS)} ms: ${JSON.stringify(told)}\n`);
      expect(Object.keys(told).filter((what) => what !== '200' && what !== '503 metadata.unavailable')).toEqual([]);
      expect(told['503 metadata.unavailable']).toBeGreaterThan(0);
      // A change of which it was not known whether it was made is there or not: what is on the list was added, each once.
      const api = new Api(origin);
      await api.signIn();
      const domains = ((await api.post('/common/domain_list', {})) as { domain: string }[]).map(({ domain }) => domain);
      expect(new Set(domains).size).toBe(domains.length);
      expect(scene.server.failedStarts).toBe(0);
      await scene.finish(`PostgreSQL away (${how})`);
    } finally {
      asking.abort();
      await postgres?.start().catch(() => undefined);
      await scene.close();
    }
  });

  it('at the start is said in words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-no-postgres-'));
    const refused = await new RunningServer(folder, await freePort(), { FOOTFALL_POSTGRES_URL: 'postgres://footfall@127.0.0.1:1/footfall' }).startRefused();
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('footfall: PostgreSQL can not be used: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct FOOTFALL_POSTGRES_URL.') as unknown });
    expect(refused.output).not.toContain('    at ');
    rmSync(folder, { recursive: true });
  });
});
