import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../src/warehouse/connection.js';
import { StoreRejected, StoreUnavailable } from '../../src/warehouse/failures.js';
import { watchChanges } from '../../src/warehouse/stillness.js';

const INSERT = 'INSERT INTO visits FORMAT Native';

/** A connection whose statements end when the test says so. */
function storeOf() {
  let at = 0;
  const ends: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  const statement = (): Promise<unknown> => new Promise((resolve, reject) => {
    ends.push({ resolve, reject });
  });
  const client = { command: statement, exec: statement, insert: statement, ping: () => Promise.resolve({ success: true }) };
  const connection = { client: () => client, asking: () => ({}), rowsFolder: () => undefined, close: () => Promise.resolve() } as unknown as Connection;
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
