import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { createSupervisor, EngineStartError } from '../../src/warehouse/supervisor.js';
import { ENGINE_MAIN, MEMORY, startEngine, type TestEngine } from './start-engine.js';

let engine: TestEngine | undefined;
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
});

const log = pino({ level: 'silent' });

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('it did not come to pass within 15 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('supervisor', () => {
  it('starts the engine again after a kill, with a new secret, and nothing stored is lost', async () => {
    const started = await startEngine();
    engine = started;
    const changes: boolean[] = [];
    started.supervisor.onChange((up) => changes.push(up));
    const batch = { table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at'], body: Buffer.from('[1,"5",1,0]\n'), token: 'a' };
    await started.warehouse.insert(batch);
    const before = started.supervisor.current();
    const first = started.supervisor.pid();
    process.kill(first ?? 0, 'SIGKILL');
    await until(() => started.supervisor.current() === null);
    expect(await started.warehouse.ping()).toBe(false);
    await expect(started.warehouse.query('SELECT 1', {})).rejects.toMatchObject({ errorName: 'store.unavailable' });
    await until(() => started.warehouse.ping());
    expect(started.supervisor.current()?.password).not.toBe(before?.password);
    expect(started.supervisor.pid()).not.toBe(first);
    expect(changes).toEqual([false, true]);
    await started.warehouse.insert(batch);
    expect((await started.warehouse.query('SELECT id FROM visits', {})).rows).toEqual([{ id: '5' }]);
  });

  it('keeps starting it after crash upon crash, more slowly each time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-crash-'));
    const main = join(folder, 'crash.mjs');
    writeFileSync(main, `console.log('{"listening":"http://127.0.0.1:9"}'); setTimeout(() => process.exit(3), 10);`);
    const attempts: number[] = [];
    const supervisor = createSupervisor({ main, dataFolder: folder, memory: MEMORY, log, backOff: (attempt) => (attempts.push(attempt), 5) });
    await supervisor.start();
    await until(() => attempts.length >= 4);
    await supervisor.stop();
    expect(attempts.slice(0, 4)).toEqual([0, 1, 2, 3]);
    const count = attempts.length;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(attempts).toHaveLength(count);
    rmSync(folder, { recursive: true });
  });

  it('refuses a folder that another engine uses, saying so', async () => {
    engine = await startEngine();
    const second = createSupervisor({ main: ENGINE_MAIN, dataFolder: engine.folder, memory: MEMORY, log });
    const failure = await second.start().then(() => null, (error: unknown) => error);
    expect(failure).toBeInstanceOf(EngineStartError);
    expect((failure as EngineStartError).message).toMatch(/use|lock/iu);
    expect(second.current()).toBeNull();
    expect(await engine.warehouse.ping()).toBe(true);
    await second.stop();
  });

  it('leaves what a terminal sends to the server, and goes on', async () => {
    engine = await startEngine();
    const pid = engine.supervisor.pid() ?? 0;
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGHUP');
    expect((await engine.warehouse.query('SELECT 1 AS one', {})).rows).toEqual([{ one: 1 }]);
    expect(engine.supervisor.pid()).toBe(pid);
  });

  it('makes it give way to the server, in the same session: between two the kernel may not look at niceness', async () => {
    engine = await startEngine();
    const sessionOf = (pid: number): string | undefined => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[3];
    const pid = engine.supervisor.pid() ?? 0;
    expect(sessionOf(pid)).toBe(sessionOf(process.pid));
    expect(getPriority(pid)).toBeGreaterThan(getPriority(process.pid));
  });

  it.each([
    ['ends at once', 'process.exit(4)', 'ended before it listened'],
    ['says nonsense', "console.log('hello')", 'unexpected'],
    ['names its reason', `console.log('{"fatal":"data_unwritable","message":"Give this user access."}')`, 'Give this user access.'],
  ])('fails the first start of an engine that %s', async (_, code, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'footfall-bad-'));
    writeFileSync(join(folder, 'bad.mjs'), code);
    const supervisor = createSupervisor({ main: join(folder, 'bad.mjs'), dataFolder: folder, memory: MEMORY, log });
    await expect(supervisor.start()).rejects.toThrow(message);
    await supervisor.stop();
    rmSync(folder, { recursive: true });
  });

  it('lets a running question end before it stops the engine, and leaves no process behind', async () => {
    const started = await startEngine();
    const pid = started.supervisor.pid() ?? 0;
    const slow = started.warehouse.query<{ n: string }>('SELECT count() AS n FROM numbers(20) WHERE sleepEachRow(0.05) = 0', {});
    await until(async () => (await started.warehouse.query("SELECT query FROM system.processes WHERE query LIKE '%sleepEachRow(0.05)%' AND query NOT LIKE '%processes%'", {})).rows.length > 0);
    const stopped = started.supervisor.stop();
    expect((await slow).rows).toEqual([{ n: '20' }]);
    await stopped;
    expect(isAlive(pid)).toBe(false);
    await started.stop();
  });
});
