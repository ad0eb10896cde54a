import { PassThrough } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { fixedAddress, openConnection } from '../../src/warehouse/connection.js';
import { StoreRejected, StoreUnavailable } from '../../src/warehouse/failures.js';
import { watchChanges } from '../../src/warehouse/stillness.js';

const INSERT = 'INSERT INTO visits FORMAT Native';

/** A connection whose statements end when the test says so. */
function storeOf() {
  let at = 0;
  const ends: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  const statement = <T>(): Promise<T> => new Promise((resolve, reject) => {
    ends.push({ resolve: (value) => resolve(value as T), reject });
  });
  const connection = openConnection(fixedAddress('http://127.0.0.1:1'), 'footfall', pino({ level: 'silent' }));
  const client = connection.client();
  vi.spyOn(client, 'command').mockImplementation(statement);
  vi.spyOn(client, 'exec').mockImplementation(statement);
  vi.spyOn(client, 'ping').mockResolvedValue({ success: true });
  const watched = watchChanges(connection, () => at);
  return { ...watched, ends, pass: (ms: number) => void (at += ms) };
}

const turn = (): Promise<void> => new Promise((resolve) => {
  setImmediate(resolve);
});

describe('a store is still', () => {
  it('until a statement changes it, from before it is sent to its end', async () => {
    const { connection, stillness, ends } = storeOf();
    const isStill = stillness.watch(null);
    expect(isStill?.()).toBe(true);
    const done = connection.client().command({ query: 'ALTER TABLE visits DELETE WHERE 1' });
    expect(isStill?.()).toBe(false);
    expect(stillness.watch(null)).toBeNull();
    ends[0]?.resolve({});
    await done;
    expect(stillness.watch(null)?.()).toBe(true);
    expect(isStill?.()).toBe(false);
  });

  it('in tables that a statement does not change', async () => {
    const { connection, stillness, ends, pass } = storeOf();
    const [any, visits, others] = [stillness.watch(null), stillness.watch(['ledger', 'visits']), stillness.watch(['spider_hits', 'rolled_hours'])];
    const stored = connection.client().command({ query: INSERT });
    expect([any?.(), visits?.(), others?.()]).toEqual([false, false, true]);
    expect([stillness.watch(null), stillness.watch(['visits'])]).toEqual([null, null]);
    expect(stillness.watch(['spider_hits'])?.()).toBe(true);
    ends[0]?.reject(new StoreUnavailable('socket hang up'));
    await expect(stored).rejects.toThrow('hang up');
    expect([stillness.watch(null), stillness.watch(['visits'])]).toEqual([null, null]);
    expect(stillness.watch(['spider_hits'])?.()).toBe(true);
    pass(900_000);
    expect(stillness.watch(['visits'])?.()).toBe(true);
    const made = connection.client().command({ query: 'CREATE TABLE visits_2 AS visits' });
    expect([others?.(), stillness.watch(['spider_hits'])]).toEqual([false, null]);
    ends[1]?.resolve({});
    await made;
    expect(stillness.watch(['spider_hits'])?.()).toBe(true);
  });

  it('while others are under way not, however many end', async () => {
    const { connection, stillness, ends } = storeOf();
    const [one, two] = [connection.client().command({ query: INSERT }), connection.client().command({ query: INSERT })];
    ends[0]?.resolve({});
    await one;
    expect(stillness.watch(null)).toBeNull();
    ends[1]?.resolve({});
    await two;
    expect(stillness.watch(null)).not.toBeNull();
  });

  it('when what an insert answers was read to its end; for a good while not where nobody did', async () => {
    const { connection, stillness, ends, pass } = storeOf();
    for (const isRead of [true, false]) {
      const sent = connection.client().exec({ query: INSERT });
      const stream = new PassThrough();
      ends.at(-1)?.resolve({ stream });
      await sent;
      expect(stillness.watch(null)).toBeNull();
      if (isRead) stream.resume().end();
      else stream.destroy();
      await turn();
      await turn();
      expect(stillness.watch(null) === null).toBe(!isRead);
    }
    pass(900_000);
    expect(stillness.watch(null)?.()).toBe(true);
  });

  it('though it is read', async () => {
    const { connection, stillness, ends } = storeOf();
    const isStill = stillness.watch(null);
    for (const query of ['SELECT 1', '\n WITH 1 AS a SELECT a']) {
      const sent = connection.client().exec({ query });
      ends.at(-1)?.resolve({ stream: new PassThrough() });
      await sent;
    }
    expect((await connection.client().ping()).success).toBe(true);
    expect(isStill?.()).toBe(true);
  });

  it('for a good while not, after a change failed that may be carried out still; at once, where the store refused its rows', async () => {
    const { connection, stillness, ends, pass } = storeOf();
    const refused = connection.client().command({ query: INSERT });
    ends[0]?.reject(new StoreRejected('27', 'cannot parse'));
    await expect(refused).rejects.toThrow('cannot parse');
    expect(stillness.watch(null)?.()).toBe(true);
    const lost = connection.client().exec({ query: INSERT });
    ends[1]?.reject(new StoreUnavailable('socket hang up'));
    await expect(lost).rejects.toThrow('hang up');
    expect(stillness.watch(null)).toBeNull();
    pass(899_999);
    expect(stillness.watch(null)).toBeNull();
    pass(1);
    expect(stillness.watch(null)?.()).toBe(true);
  });

  it('and no row goes in by a way that is not watched', () => {
    const { connection } = storeOf();
    expect(() => connection.client().insert({ table: 'visits', values: [] })).toThrow(TypeError);
  });
});
