import { expect, it, vi } from 'vitest';
import { findFixes } from '../../src/session-repair/find-fixes.js';
import { MISFITS, SUSPECTS } from '../../src/session-repair/session-sql.js';
import type { QueryParams } from '../../src/warehouse/query-params.js';
import type { Answer } from '../../src/warehouse/store-query.js';

const MOST = 20_000;

/** A store that answers SUSPECTS as the real one does, for these visitors in order, and that all of them fit. */
function storeOf(visitors: readonly bigint[]) {
  const query = vi.fn<(sql: string, params: QueryParams) => Promise<Answer<unknown>>>(async (sql, { least }) => ({
    rows: sql === SUSPECTS ? visitors.filter((visitor) => visitor >= BigInt(String(least))).slice(0, MOST).map((visitor) => ({ visitor: String(visitor) })) : [],
    statistics: { elapsed: 0, rows_read: 0 },
  }));
  // One answer for every kind of row: what is asked is looked at here, not what is answered.
  return { query, store: { query } as unknown as Parameters<typeof findFixes>[0] };
}

async function look(store: Parameters<typeof findFixes>[0]): Promise<void> {
  for await (const found of findFixes(store, { firstBatch: 1, lastBatch: 2 }, { siteId: 1, from: 0, to: 1 }, false, MOST)) expect(found).toEqual([]);
}

it.each([['some', 45_000], ['as many as are asked about at once', MOST], ['one', 1]])('asks about all suspects, so many at once: %s', async (_, num) => {
  const visitors = Array.from({ length: num }, (__, n) => 2n ** 64n - BigInt(num - n));
  const { query, store } = storeOf(visitors);
  await look(store);
  const asked = query.mock.calls.filter(([sql]) => sql === MISFITS).map(([, params]) => params['visitors'] as readonly string[]);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(MOST);
  expect(asked.flat()).toEqual(visitors.map(String));
});

it('asks about nobody when there are none', async () => {
  const { query, store } = storeOf([]);
  await look(store);
  expect(query.mock.calls.map(([sql]) => sql)).toEqual([SUSPECTS]);
});
