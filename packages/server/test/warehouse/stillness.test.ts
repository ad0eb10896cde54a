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
    const isStill = stillness.watch();
    expect(isStill?.()).toBe(true);
    const done = connection.client().command({ query: 'ALTER TABLE visits DELETE WHERE 1' });
    expect(isStill?.()).toBe(false);
    expect(stillness.watch()).toBeNull();
    ends[0]?.resolve({});
    await done;
    expect(stillness.watch()?.()).toBe(true);
    expect(isStill?.()).toBe(false);
  });

  it('while others are under way not, however many end', async () => {
    const { connection, stillness, ends } = storeOf();
    const [one, two] = [connection.client().command({ query: INSERT }), connection.client().command({ query: INSERT })];
    ends[0]?.resolve({});
    await one;
    expect(stillness.watch()).toBeNull();
    ends[1]?.resolve({});
    await two;
    expect(stillness.watch()).not.toBeNull();
  });

  it('when what an insert answers was read to its end; for a good while not where nobody did', async () => {
    const { connection, stillness, ends, pass } = storeOf();
    for (const isRead of [true, false]) {
      const sent = connection.client().exec({ query: INSERT });
      const stream = new PassThrough();
      ends.at(-1)?.resolve({ stream });
      await sent;
      expect(stillness.watch()).toBeNull();
      if (isRead) stream.resume().end();
      else stream.destroy();
      await turn();
      await turn();
      expect(stillness.watch() === null).toBe(!isRead);
    }
    pass(900_000);
    expect(stillness.watch()?.()).toBe(true);
  });

  it('though it is read', async () => {
    const { connection, stillness, ends } = storeOf();
    const isStill = stillness.watch();
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
    expect(stillness.watch()?.()).toBe(true);
    const lost = connection.client().exec({ query: INSERT });
    ends[1]?.reject(new StoreUnavailable('socket hang up'));
    await expect(lost).rejects.toThrow('hang up');
    expect(stillness.watch()).toBeNull();
    pass(899_999);
    expect(stillness.watch()).toBeNull();
    pass(1);
    expect(stillness.watch()?.()).toBe(true);
  });

  it('and no row goes in by a way that is not watched', () => {
    const { connection } = storeOf();
    expect(() => connection.client().insert({ table: 'visits', values: [] })).toThrow(TypeError);
  });
});
