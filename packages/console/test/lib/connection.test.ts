import { describe, expect, it } from 'vitest';
import { createConnection, healthProbe } from '../../src/lib/connection';

/** A device and a server to switch on and off, and a clock that runs what is due when told. */
function world() {
  const state = { onLine: true, answers: true, probes: 0 };
  const waiting: { ms: number; run: () => void }[] = [];
  let changed = (): void => undefined;
  const connection = createConnection({
    device: { onLine: () => state.onLine, onChange: (listener) => (changed = listener) },
    probe: () => {
      state.probes += 1;
      return Promise.resolve(state.answers);
    },
    later: (ms, run) => void waiting.push({ ms, run }),
  });
  const told: string[] = [];
  connection.subscribe(() => told.push(connection.reach()));
  return {
    state, connection, told, waiting,
    change: (onLine: boolean) => {
      state.onLine = onLine;
      changed();
      return connection.check();
    },
    pass: () => {
      waiting.shift()?.run();
      return connection.check();
    },
  };
}

describe('the connection', () => {
  it('is not lost by one call that failed while the server answers', async () => {
    const { connection, told } = world();
    expect(await connection.check()).toBe(true);
    expect(told).toEqual([]);
  });

  it('is asked about until it is back, ever more slowly, and tells both changes once', async () => {
    const { connection, state, told, waiting, pass } = world();
    state.answers = false;
    await connection.check();
    const waits: (number | undefined)[] = [];
    for (let times = 0; times < 7; times++) {
      waits.push(waiting[0]?.ms);
      await pass();
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(told).toEqual(['unreachable']);
    state.answers = true;
    await pass();
    expect(told).toEqual(['unreachable', 'well']);
    expect(waiting).toEqual([]);
  });

  it('asks once, however many want to know', async () => {
    const { connection, state } = world();
    await Promise.all([connection.check(), connection.check(), connection.check()]);
    expect(state.probes).toBe(1);
  });

  it('believes the device that it has no network, and asks when it has one again', async () => {
    const { state, told, change } = world();
    expect(await change(false)).toBe(false);
    expect(state.probes).toBe(0);
    expect(await change(true)).toBe(true);
    expect(told).toEqual(['offline', 'well']);
  });
});

describe('the probe', () => {
  const answering = (status: number) => healthProbe('', () => Promise.resolve(new Response('', { status })));

  it('takes any answer of the server for one, not those of a gateway without it', async () => {
    expect(await answering(200)()).toBe(true);
    expect(await answering(503)()).toBe(true);
    expect(await answering(502)()).toBe(false);
    expect(await answering(504)()).toBe(false);
    expect(await healthProbe('', () => Promise.reject(new TypeError('Failed to fetch')))()).toBe(false);
  });
});
