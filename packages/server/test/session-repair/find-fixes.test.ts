import { expect, it, vi } from 'vitest';
import { findFixes } from '../../src/session-repair/find-fixes.js';
import { MISFITS, SUSPECTS } from '../../src/session-repair/session-sql.js';
import type { QueryParams } from '../../src/warehouse/query-params.js';
import type { Answer } from '../../src/warehouse/store-query.js';

const SUSPECTED = 45_000;

it('asks about all suspects, so many at once, and about nobody when there are none', async () => {
  const rows: { visitor: string }[] = Array.from({ length: SUSPECTED }, (_, n) => ({ visitor: String(n) }));
  const query = vi.fn<(sql: string, params: QueryParams) => Promise<Answer<unknown>>>(async (sql) => ({ rows: sql === SUSPECTS ? rows.splice(0) : [], statistics: { elapsed: 0, rows_read: 0 } }));
  // One answer for every kind of row: what is asked is looked at here, not what is answered.
  const store = { query } as unknown as Parameters<typeof findFixes>[0];
  const look = async (): Promise<void> => {
    for await (const found of findFixes(store, { firstBatch: 1, lastBatch: 2 }, { siteId: 1, from: 0, to: 1 }, false)) expect(found).toEqual([]);
  };
  await look();
  const asked = query.mock.calls.filter(([sql]) => sql === MISFITS).map(([, params]) => params['visitors'] as readonly string[]);
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(20_000);
  expect(asked.flat()).toEqual(Array.from({ length: SUSPECTED }, (_, n) => String(n)));

  query.mockClear();
  await look();
  expect(query.mock.calls.map(([sql]) => sql)).toEqual([SUSPECTS]);
});
