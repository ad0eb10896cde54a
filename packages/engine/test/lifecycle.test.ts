import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@clickhouse/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EngineProcess } from './engine-process.js';
import { SECRET, rowsOf, startEngine, temporaryFolder } from './engine-process.js';

let folder: ReturnType<typeof temporaryFolder>;
let started: EngineProcess[];
beforeEach(() => {
  folder = temporaryFolder();
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((engine) => engine.stop()));
  folder.remove();
});

async function start(environment: Readonly<Record<string, string>> = {}, path = folder.path): Promise<EngineProcess> {
  const engine = await startEngine(path, environment);
  started.push(engine);
  return engine;
}

/** An engine with the database `test` and table `t` for batches. */
async function withTable(): Promise<EngineProcess> {
  const engine = await start();
  await engine.client().command({ query: 'CREATE DATABASE IF NOT EXISTS test ENGINE=Atomic' });
  await engine.client({ database: 'test' }).command({ query: 'CREATE TABLE IF NOT EXISTS t (batch UInt32, n UInt32) ENGINE=MergeTree ORDER BY batch SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1' });
  return engine;
}

describe('starting', () => {
  it('prints one line with address, process id and version', async () => {
    const engine = await start();
    expect(engine.first).toEqual({ listening: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string, pid: engine.pid, version: expect.stringMatching(/^26\./) as string });
  });

  it('lets what merges give way to what answers', async () => {
    const { pid } = await withTable();
    const threads = (): { name: string; niceness: number }[] =>
      readdirSync(`/proc/${pid}/task`).map((thread) => ({ name: readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim(), niceness: getPriority(Number(thread)) }));
    await expect.poll(() => threads().find(({ name }) => name === 'MergeMutate')?.niceness, { timeout: 5_000 }).toBe(15);
    expect([...new Set(threads().filter(({ name }) => name === 'MergeMutate').map(({ niceness }) => niceness))]).toEqual([15]);
    expect(threads().find(({ name }) => name === 'node')?.niceness).toBe(getPriority());
  });

  it.each([
    ['configuration', { ENGINE_SECRET: '' }, 'ENGINE_SECRET'],
    ['configuration', { ENGINE_SECRET: 'short' }, 'ENGINE_SECRET'],
    ['configuration', { ENGINE_READERS: 'many' }, 'ENGINE_READERS'],
    ['configuration', { ENGINE_MEMORY: '12' }, 'ENGINE_MEMORY'],
    ['configuration', { ENGINE_DATA: '' }, 'ENGINE_DATA'],
    ['thread_pool', { UV_THREADPOOL_SIZE: '4' }, 'UV_THREADPOOL_SIZE=16'],
    ['thread_pool', { UV_THREADPOOL_SIZE: '' }, 'UV_THREADPOOL_SIZE=16'],
  ])('trap 3 and configuration: %s is fatal with %j', async (code, environment, hint) => {
    const engine = await start(environment);
    expect(engine.first.fatal).toBe(code);
    expect(engine.first.message).toContain(hint);
    expect(await engine.exited).toEqual({ code: 1, signal: null });
  });

  it('a data folder with characters that FROM INFILE expands is refused', async () => {
    const path = join(folder.path, 'a{b}');
    const engine = await start({}, path);
    expect(engine.first.fatal).toBe('configuration');
  });

  it('a port in use is fatal', async () => {
    const first = await start();
    const engine = await start({ ENGINE_PORT: new URL(first.url).port }, join(folder.path, 'second'));
    expect(engine.first.fatal).toBe('port_taken');
    expect((await engine.exited).code).toBe(1);
  });

  it('an unwritable folder is fatal', async () => {
    const path = join(folder.path, 'file');
    writeFileSync(path, '');
    expect((await start({}, path)).first.fatal).toBe('data_unwritable');
  });

  // The superuser may write anyway.
  it.skipIf(process.getuid?.() === 0)('a folder without permission is fatal', async () => {
    chmodSync(folder.path, 0o500);
    expect((await start()).first.fatal).toBe('data_unwritable');
  });

  it('a second process on the folder is refused and leaves the first alone', async () => {
    const first = await withTable();
    const second = await start();
    expect(second.first.fatal).toBe('data_locked');
    expect(await second.exited).toEqual({ code: 1, signal: null });
    await first.client({ database: 'test' }).insert({ table: 't', values: [{ batch: 1, n: 1 }], format: 'JSONEachRow' });
    expect(await rowsOf(first.client({ database: 'test' }), 'SELECT count() AS c FROM t')).toEqual([{ c: '1' }]);
  });

  it('trap 10: a table that cannot be loaded is fatal and named', async () => {
    const first = await withTable();
    await first.stop();
    const files = readdirSync(join(folder.path, 'store'), { recursive: true, encoding: 'utf8' });
    const metadata = files.find((file) => file.endsWith('/t.sql'));
    expect(metadata).toBeDefined();
    writeFileSync(join(folder.path, 'store', metadata ?? ''), 'ATTACH TABLE garbage');
    const second = await start();
    expect(second.first.fatal).toBe('data_broken');
    expect((await second.exited).code).toBe(1);
    expect(second.log()).toContain('t.sql');
  });
});

const basic = (pair: string): Record<string, string> => ({ Authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

describe('the secret', () => {
  it('is needed for everything but ping', async () => {
    const { url } = await start();
    const post = (headers: Record<string, string>): Promise<Response> => fetch(url, { method: 'POST', headers, body: 'SELECT 1' });
    expect(await (await fetch(`${url}/ping`)).text()).toBe('Ok.\n');
    for (const headers of [{}, basic('default:'), basic('default:wrong'), basic(SECRET), basic(`x:${SECRET} `), { 'X-ClickHouse-Key': 'wrong' }, { Authorization: `Bearer ${SECRET}` }]) {
      const response = await post(headers);
      expect(response.status).toBe(403);
      expect(response.headers.get('x-clickhouse-exception-code')).toBe('516');
    }
    for (const headers of [basic(`default:${SECRET}`), basic(`any:${SECRET}`), { 'X-ClickHouse-Key': SECRET }]) expect((await post(headers)).status).toBe(200);
    const client = createClient({ url, password: 'wrong', log: { level: 127 } });
    await expect(client.query({ query: 'SELECT 1' })).rejects.toMatchObject({ code: '516', type: 'AUTHENTICATION_FAILED' });
    await client.close();
  });

  it('does not appear in the log, and neither do values', async () => {
    const engine = await start();
    await expect(engine.client().command({ query: 'SELEC 1' })).rejects.toMatchObject({ code: '62' });
    await expect(engine.client().query({ query: "SELECT toUInt8('192.0.2.7') FROM nothing" })).rejects.toMatchObject({ code: '60' });
    await expect(engine.client().query({ query: "SELECT toUInt8('192.0.2.7')" })).rejects.toMatchObject({ code: '6' });
    expect(engine.log()).toContain('query_failed');
    expect(engine.log()).not.toContain(SECRET);
    expect(engine.log()).not.toContain('192.0.2.7');
  });
});

describe('stopping', () => {
  it('when standard input closes', async () => {
    const engine = await start();
    expect(await engine.stop()).toEqual({ code: 0, signal: null });
  });

  it('when the parent is killed', async () => {
    const fixture = fileURLToPath(new URL('fixtures/parent.mjs', import.meta.url));
    const { stdout } = spawnSync(process.execPath, [fixture, folder.path], { encoding: 'utf8', env: { ...process.env, UV_THREADPOOL_SIZE: '16', ENGINE_SECRET: SECRET } });
    const pid = Number(stdout);
    expect(pid).toBeGreaterThan(0);
    const alive = (): boolean => {
      try {
        return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z');
      } catch {
        return false;
      }
    };
    for (let i = 0; i < 100 && alive(); i += 1) await delay(50);
    expect(alive()).toBe(false);
  });

  it('trap 4: SIGTERM while queries run waits for them and exits 0', async () => {
    const engine = await start();
    const client = engine.client();
    const answers = Promise.all(Array.from({ length: 3 }, () => rowsOf(client, 'SELECT sleepEachRow(0.1) AS s, number FROM numbers(10) SETTINGS max_block_size = 1')));
    await delay(300);
    engine.child.kill('SIGTERM');
    expect((await answers).map((rows) => rows.length)).toEqual([10, 10, 10]);
    expect(await engine.exited).toEqual({ code: 0, signal: null });
  });

  it('trap 4: SIGTERM with endless queries and inserts kills them and exits 0', async () => {
    const engine = await start({ ENGINE_DRAIN_MS: '500' });
    const client = engine.client();
    await client.command({ query: 'CREATE DATABASE test ENGINE=Atomic' });
    await client.command({ query: 'CREATE TABLE test.t (n UInt64) ENGINE=MergeTree ORDER BY n' });
    const asked = [
      client.query({ query: 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)' }),
      client.query({ query: 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)' }),
      client.command({ query: 'INSERT INTO test.t SELECT number FROM numbers(1000000000000)' }),
    ].map((promise) => promise.then(() => 'answered', (error: { code?: string }) => error.code));
    await delay(500);
    engine.child.kill('SIGTERM');
    expect(await engine.exited).toEqual({ code: 0, signal: null });
    expect(await Promise.all(asked)).toEqual(['394', '394', '394']);
  });
});

describe('SIGKILL in the middle of inserts', () => {
  const ROWS = 2000;
  const ROUNDS = 6;

  /**
   * What a sender has to do with a batch that was on its way when the engine died: look whether it is
   * there, and if not send it under a fresh token. The same token is not enough: ClickHouse writes its
   * deduplication log before it publishes the part, and a kill between the two makes it drop the retry.
   */
  it('loses and doubles no acknowledged batch', async () => {
    const acknowledged = new Set<number>();
    const ends: (string | null)[] = [];
    let next = 0;
    let pending: number | undefined;
    const insertBatch = async (engine: EngineProcess, batch: number, token: string): Promise<void> => {
      await engine.client({ database: 'test' }).insert({
        table: 't',
        values: Array.from({ length: ROWS }, (_, n) => ({ batch, n })),
        format: 'JSONEachRow',
        clickhouse_settings: { insert_deduplication_token: token },
      });
      acknowledged.add(batch);
    };
    const settlePending = async (engine: EngineProcess, round: number): Promise<void> => {
      if (pending === undefined) return;
      const rows = await rowsOf<{ c: string }>(engine.client({ database: 'test' }), 'SELECT count() AS c FROM t WHERE batch = {pending:UInt32}', { query_params: { pending } });
      if (rows[0]?.c === '0') await insertBatch(engine, pending, `batch-${pending}-again-${round}`);
      else acknowledged.add(pending);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const engine = await withTable();
      const killer = setTimeout(() => engine.child.kill('SIGKILL'), 150 + round * 60);
      try {
        await settlePending(engine, round);
        for (;;) {
          pending = next;
          next += 1;
          await insertBatch(engine, pending, `batch-${pending}`);
        }
      } catch {
        ends.push((await engine.exited).signal);
      } finally {
        clearTimeout(killer);
      }
    }
    expect(ends).toEqual(Array.from({ length: ROUNDS }, () => 'SIGKILL'));
    const engine = await withTable();
    await settlePending(engine, ROUNDS);
    const rows = await rowsOf<{ batch: number; c: string; d: string }>(engine.client({ database: 'test' }), 'SELECT batch, count() AS c, uniqExact(n) AS d FROM t GROUP BY batch ORDER BY batch');
    expect(rows.filter((row) => Number(row.c) !== ROWS || Number(row.d) !== ROWS)).toEqual([]);
    expect(rows.map((row) => row.batch)).toEqual([...acknowledged].toSorted((a, b) => a - b));
    expect(rows.length).toBeGreaterThan(ROUNDS);
  });
});

it('a parent that was killed while large answers were on their way leaves no engine behind', async () => {
  const engine = await start({ ENGINE_DRAIN_MS: '300' });
  const headers = { authorization: `Basic ${Buffer.from(`default:${SECRET}`).toString('base64')}` };
  // Answers of more than any buffer holds, of which nobody reads a byte.
  const requests = ['0', '1'].map((wait) => {
    const asked = request(`${engine.url}/?wait_end_of_query=${wait}&default_format=JSONEachRow`, { method: 'POST', headers });
    asked.on('response', (response) => response.pause()).on('error', () => undefined);
    asked.end('SELECT number, randomPrintableASCII(100) FROM numbers(1000000000)');
    return asked;
  });
  await delay(700);
  // What the kernel does to a killed parent's ends of the pipes and sockets, all at once.
  engine.child.stderr.destroy();
  engine.child.stdout.destroy();
  for (const asked of requests) asked.destroy();
  engine.child.stdin.destroy();
  const exit = await Promise.race([engine.exited, delay(20_000, null, { ref: false })]);
  if (exit === null) engine.child.kill('SIGKILL');
  expect(exit).not.toBeNull();
}, 30_000);
