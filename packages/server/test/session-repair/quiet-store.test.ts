import { expect, it, vi } from 'vitest';
import { QuietStore } from '../../src/session-repair/quiet-store.js';
import type { SliceStore } from '../../src/session-repair/repair-slice.js';
import type { QueryParams } from '../../src/warehouse/query-params.js';
import type { Answer, QueryOptions } from '../../src/warehouse/store-query.js';

const TOOK = 40;

/** A store that answers after a while, and what it was asked with. */
function slowStore() {
  const query = vi.fn<(sql: string, params: QueryParams, options?: QueryOptions) => Promise<Answer<never>>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, TOOK));
    return { rows: [], statistics: { elapsed: 0, rows_read: 0 } };
  });
  const store: SliceStore = { query, fixSessions: () => Promise.resolve(), sessionFixesDone: () => Promise.resolve() };
  return { store, query };
}

it('asks with one thread, and rests for longer than a question took', async () => {
  const { store, query } = slowStore();
  const quiet = new QuietStore(store, new AbortController().signal);
  const began = performance.now();
  await quiet.query('SELECT 1', {}, { maxSeconds: 7 });
  expect(query).toHaveBeenCalledWith('SELECT 1', {}, { maxSeconds: 7, quietly: true });
  expect(performance.now() - began).toBeGreaterThan(2.5 * TOOK);
  expect(quiet.rested).toBeGreaterThan(1.5 * TOOK);
  expect(quiet.rested).toBeLessThan(performance.now() - began);
});

it('rests no longer when somebody waits', async () => {
  const { store, query } = slowStore();
  const hurry = new AbortController();
  const quiet = new QuietStore(store, hurry.signal);
  const first = quiet.query('SELECT 1', {});
  await vi.waitFor(() => expect(query.mock.results).toHaveLength(1));
  hurry.abort();
  await first;
  for (let question = 0; question < 3; question += 1) await quiet.query('SELECT 1', {});
  expect(quiet.rested).toBeLessThan(TOOK);
});
