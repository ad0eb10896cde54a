import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionPool } from '../src/store/pool.js';
import type { Result, Session } from '../src/store/session.js';
import { temporaryFolder } from './engine-process.js';

const run = promisify(execFile);
const FIXTURE = fileURLToPath(new URL('fixtures/raw-leak.mjs', import.meta.url));

describe('trap 1 (result leak) on bare chDB sessions', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const wrongAnswers = async (mode: string): Promise<{ wrong: number; failed: number }> => {
    const { stdout } = await run(process.execPath, [FIXTURE, folder.path, '10', mode], { env: { ...process.env, UV_THREADPOOL_SIZE: '16' } });
    return JSON.parse(stdout) as { wrong: number; failed: number };
  };

  it('is there when the drain is left out: this test can fail', async () => {
    const { wrong, failed } = await wrongAnswers('pool-without-drain');
    expect(failed).toBe(20);
    expect(wrong).toBeGreaterThan(0);
  });

  it('is gone when the pool drains a session after each error', async () => {
    expect(await wrongAnswers('pool')).toEqual({ wrong: 0, failed: 20 });
  });
});

class FakeSession implements Session {
  drained = 0;
  closed = false;
  constructor(private readonly drainFails: boolean) {}
  execute(): Promise<Result> {
    return Promise.resolve({ bytes: new Uint8Array(), rowsRead: 0, bytesRead: 0, elapsed: 0 });
  }
  drain(): Promise<void> {
    this.drained += 1;
    return this.drainFails ? Promise.reject(new Error('dead')) : Promise.resolve();
  }
  close(): void {
    this.closed = true;
  }
}

function poolOf(size: number, queueLimit: number, drainFails = false): { pool: SessionPool<FakeSession>; opened: FakeSession[] } {
  const opened: FakeSession[] = [];
  const pool = new SessionPool<FakeSession>({
    name: 'reader',
    size,
    queueLimit,
    onReplaced: () => undefined,
    open: () => {
      const session = new FakeSession(drainFails);
      opened.push(session);
      return session;
    },
  });
  return { pool, opened };
}

const never = new AbortController().signal;

describe('SessionPool', () => {
  it('drains after a failure and not after a success', async () => {
    const { pool, opened } = poolOf(1, 0);
    await (await pool.acquire(never)).release(true);
    expect(opened[0]?.drained).toBe(0);
    await (await pool.acquire(never)).release(false);
    expect(opened[0]?.drained).toBe(1);
  });

  it('replaces a session that cannot be drained', async () => {
    const { pool, opened } = poolOf(1, 0, true);
    await (await pool.acquire(never)).release(false);
    const lease = await pool.acquire(never);
    expect(opened).toHaveLength(2);
    expect(opened[0]?.closed).toBe(true);
    expect(lease.session).toBe(opened[1]);
  });

  it('serves in the order of arrival', async () => {
    const { pool } = poolOf(1, 10);
    const first = await pool.acquire(never);
    const order: number[] = [];
    const waiting = [1, 2, 3].map(async (n) => {
      const lease = await pool.acquire(never);
      order.push(n);
      await lease.release(true);
    });
    await first.release(true);
    await Promise.all(waiting);
    expect(order).toEqual([1, 2, 3]);
  });

  it('refuses with error 202 when the queue is full', async () => {
    const { pool } = poolOf(1, 1);
    const lease = await pool.acquire(never);
    const waiting = pool.acquire(never);
    await expect(pool.acquire(never)).rejects.toMatchObject({ code: 202 });
    await lease.release(true);
    await (await waiting).release(true);
  });

  it('drops a waiting request when its client goes away', async () => {
    const { pool } = poolOf(1, 5);
    const lease = await pool.acquire(never);
    const gone = new AbortController();
    const waiting = pool.acquire(gone.signal);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ code: 394 });
    await lease.release(true);
    await (await pool.acquire(never)).release(true);
  });

  it('refuses waiting requests when closing and waits for lent sessions', async () => {
    const { pool, opened } = poolOf(1, 5);
    const lease = await pool.acquire(never);
    const waiting = pool.acquire(never);
    const closed = pool.close();
    await expect(waiting).rejects.toMatchObject({ code: 236 });
    await expect(pool.acquire(never)).rejects.toMatchObject({ code: 236 });
    expect(opened[0]?.closed).toBe(false);
    await lease.release(true);
    await closed;
    expect(opened[0]?.closed).toBe(true);
  });
});
