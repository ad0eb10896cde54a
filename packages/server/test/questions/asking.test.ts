import { describe, expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { createTurns } from '../../src/questions/turns.js';
import { asking } from '../../src/routes/asking.js';
import type { Answer } from '../../src/warehouse/store-query.js';
import { contextOf, depsOf } from './ask.js';

/** A store that answers at once, but for what is slow: that ends when the test says so. */
function storeOf() {
  const ends: (() => void)[] = [];
  const patience: (number | undefined)[] = [];
  const store: QuestionStore = {
    query: async <T>(sql: string, _: unknown, options?: { maxSeconds?: number }): Promise<Answer<T>> => {
      patience.push(options?.maxSeconds);
      if (sql === 'slow') {
        await new Promise<void>((end) => {
          ends.push(end);
        });
      }
      return { rows: [], statistics: { elapsed: 0, rows_read: 0 } };
    },
    async *stream() {
      yield* [];
    },
  };
  return { store, ends, patience };
}

describe('what is kept for whoever asks next', () => {
  it('takes longer than its asker waits, and does not keep him from asking something else meanwhile', async () => {
    const { store, ends, patience } = storeOf();
    const deps = depsOf(store, 0, { turns: createTurns({ atOnce: 1, waiting: 100, together: 3 }) });
    const asked = asking(deps, '', contextOf(), 50);
    const slow = { sql: 'slow', params: {} };
    await expect(asked.build('list', (patient) => patient.run(slow))).rejects.toMatchObject({ errorName: 'store.busy' });
    expect((await asked.run({ sql: 'quick', params: {} })).rows).toEqual([]);
    expect(patience).toEqual([30, 0.05]);
    const other = asking(deps, '', contextOf(), 5_000).build('list', (patient) => patient.run(slow));
    ends[0]?.();
    expect(await other).toBeNull();
    expect(patience).toHaveLength(2);
  });
});
