import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { QuietStore } from '../../src/session-repair/quiet-store.js';
import type { SliceStore } from '../../src/session-repair/repair-slice.js';
import type { QueryParams } from '../../src/warehouse/query-params.js';
import type { Answer, QueryOptions } from '../../src/warehouse/store-query.js';

const TOOK = 40;
const NEVER = new AbortController().signal;

/** A store that answers after a while, unless it is told to stop, having read so many rows; and what it was asked with. */
function slowStore(rowsRead = 0) {
  const query = vi.fn<(sql: string, params: QueryParams, options?: QueryOptions) => Promise<Answer<never>>>(async (_sql, _params, options) => {
    await setTimeout(TOOK, undefined, options?.signal === undefined ? {} : { signal: options.signal });
    return { rows: [], statistics: { elapsed: 0, rows_read: rowsRead } };
  });
  const store: SliceStore = { query, fixSessions: () => Promise.resolve(), sessionFixesDone: () => Promise.resolve() };
  return { store, query };
}

it('asks quietly, and counts what the store rests meanwhile', async () => {
  const { store, query } = slowStore(100_000_000);
  const { signal } = new AbortController();
  const quiet = new QuietStore(store, signal, NEVER);
  const began = performance.now();
  await quiet.query('SELECT 1', {}, { maxSeconds: 7 });
  expect(query).toHaveBeenCalledWith('SELECT 1', {}, { maxSeconds: 7, quietly: true, signal });
  expect(quiet.rested).toBeGreaterThan(0.5 * TOOK);
  expect(quiet.rested).toBeLessThan(performance.now() - began);
});

it('counts no more rest than the rows that were read have to take', async () => {
  const { store } = slowStore(8_000);
  const quiet = new QuietStore(store, NEVER, NEVER);
  await quiet.query('SELECT 1', {});
  expect(quiet.rested).toBeCloseTo(1.5, 6);
});

it('asks anew what is under way when somebody waits, and nothing quietly after that', async () => {
  const { store, query } = slowStore();
  const hurry = new AbortController();
  const quiet = new QuietStore(store, hurry.signal, NEVER);
  const first = quiet.query('SELECT 1', {}, { maxSeconds: 7 });
  hurry.abort();
  await expect(first).resolves.toEqual({ rows: [], statistics: { elapsed: 0, rows_read: 0 } });
  await quiet.query('SELECT 2', {});
  expect(query.mock.calls.slice(1)).toEqual([['SELECT 1', {}, { maxSeconds: 7 }], ['SELECT 2', {}, undefined]]);
});

it('fails as the store does while nobody waits', async () => {
  const { store, query } = slowStore();
  query.mockRejectedValue(new Error('the store is away'));
  await expect(new QuietStore(store, NEVER, NEVER).query('SELECT 1', {})).rejects.toThrow('the store is away');
  expect(query).toHaveBeenCalledTimes(1);
});

it('asks nothing any more when it is to stop', async () => {
  const { store, query } = slowStore();
  const [hurry, stopping] = [new AbortController(), new AbortController()];
  const first = new QuietStore(store, hurry.signal, stopping.signal).query('SELECT 1', {});
  stopping.abort(new Error('stopping'));
  hurry.abort();
  await expect(first).rejects.toThrow('stopping');
  expect(query).toHaveBeenCalledTimes(1);
});
