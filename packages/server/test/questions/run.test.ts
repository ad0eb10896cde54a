import { FootfallError } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { createCosts } from '../../src/questions/costs.js';
import { runStatement } from '../../src/questions/run.js';
import { createTurns } from '../../src/questions/turns.js';
import { createKeptAnswers } from '../../src/warehouse/kept-answers.js';
import type { Answer } from '../../src/warehouse/store-query.js';

/** A store whose questions end when the test says so. */
function deps() {
  const asked: { readonly sql: string; readonly params: unknown; end(rows: readonly unknown[]): void; fail(error: Error): void }[] = [];
  let changes = 0;
  const store: QuestionStore = {
    answers: createKeptAnswers({
      watch() {
        const seen = changes;
        return () => changes === seen;
      },
    }),
    query: <T>(sql: string, params: unknown, options?: { signal?: AbortSignal }) => new Promise<Answer<T>>((resolve, reject) => {
      options?.signal?.addEventListener('abort', () => reject(options.signal?.reason as Error), { once: true });
      asked.push({ sql, params, end: (rows) => resolve({ rows: rows as readonly T[], statistics: { elapsed: 0, rows_read: 0 } }), fail: reject });
    }),
    async *stream() {
      yield* [];
    },
  };
  const parts = { store, caps: { memory: 1, rows: 1 }, turns: createTurns({ atOnce: 1, waiting: 100, together: 1 }) };
  const run = async (id: number, sql: string, params = {}, { signal = new AbortController().signal, patience = 5_000 } = {}): Promise<readonly unknown[]> => (await runStatement(parts, { sql, params }, { id, signal, patience })).rows;
  return { asked, run, change: () => void (changes += 1), names: () => asked.map(({ sql }) => sql) };
}

const settled = (): Promise<void> => new Promise((resolve) => {
  setImmediate(resolve);
});

describe('a statement', () => {
  it('has one thread where another runs', async () => {
    const threads: unknown[] = [];
    const ends: (() => void)[] = [];
    const store = {
      query: <T>(_: string, __: unknown, options?: { settings?: Readonly<Record<string, unknown>> }) => new Promise<Answer<T>>((resolve) => {
        threads.push(options?.settings?.['max_threads']);
        ends.push(() => resolve({ rows: [], statistics: { elapsed: 0, rows_read: 0 } }));
      }),
      async *stream() {
        yield* [];
      },
    };
    const parts = { store, caps: { memory: 1, rows: 1 }, turns: createTurns({ atOnce: 1, waiting: 100, together: 3, crowd: 2 }) };
    const asked = ['a', 'b'].map((sql, i) => runStatement(parts, { sql, params: {} }, { id: i, signal: new AbortController().signal, patience: 5_000 }));
    await settled();
    expect(threads).toEqual([undefined, 1]);
    for (const end of ends) end();
    await Promise.all(asked);
  });

  it('is asked once until something changes, whoever asks; with other values it is another one', async () => {
    const { asked, run, change } = deps();
    const first = run(1, 'a', { from: 1 });
    await settled();
    asked[0]?.end(['one']);
    expect(await first).toEqual(['one']);
    expect(await run(2, 'a', { from: 1 })).toEqual(['one']);
    expect(asked).toHaveLength(1);
    const other = run(2, 'a', { from: 2 });
    await settled();
    asked[1]?.end(['two']);
    expect(await other).toEqual(['two']);
    change();
    const again = run(2, 'a', { from: 1 });
    await settled();
    asked[2]?.end(['three']);
    expect(await again).toEqual(['three']);
  });

  it('under way is joined before anything changes, and not after', async () => {
    const { asked, run, change } = deps();
    const first = run(1, 'a');
    await settled();
    const joined = run(2, 'a');
    change();
    const later = run(3, 'a');
    asked[0]?.end(['before']);
    expect([await first, await joined]).toEqual([['before'], ['before']]);
    await settled();
    asked[1]?.end(['after']);
    expect(await later).toEqual(['after']);
  });

  it('whose asker goes away is asked anew for who had joined him; who joined may go as well', async () => {
    const { asked, run } = deps();
    const [gone, left] = [new AbortController(), new AbortController()];
    const first = run(1, 'a', {}, { signal: gone.signal });
    await settled();
    const joined = run(2, 'a');
    const leaving = run(3, 'a', {}, { signal: left.signal });
    left.abort(new Error('left'));
    await expect(leaving).rejects.toThrow('left');
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await settled();
    asked[1]?.end(['anew']);
    expect(await joined).toEqual(['anew']);
    await expect(run(4, 'a', {}, { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
  });

  it('that the store does not answer says so to all', async () => {
    const { asked, run } = deps();
    const first = run(1, 'a');
    await settled();
    const both = [first, run(2, 'a')];
    asked[0]?.fail(new FootfallError('store.too_slow'));
    for (const one of both) await expect(one).rejects.toMatchObject({ errorName: 'store.too_slow' });
    expect(asked).toHaveLength(1);
  });

  it('that asks the store for the time, or for chance, is answered for one asker alone', async () => {
    const { asked, run } = deps();
    for (const sql of ['SELECT now()', 'SELECT count() FROM visits WHERE created_at > NOW64 (3)', 'SELECT rand()', 'SELECT generateUUIDv4()']) {
      const before = asked.length;
      const both = [run(1, sql), run(2, sql)];
      for (const at of [0, 1]) {
        await settled();
        asked[before + at]?.end([at]);
      }
      expect(await Promise.all(both)).toEqual([[0], [1]]);
    }
    const ordinary = [run(1, 'SELECT known, brand(x) FROM visits'), run(2, 'SELECT known, brand(x) FROM visits')];
    await settled();
    asked.at(-1)?.end(['for both']);
    expect(await Promise.all(ordinary)).toEqual([['for both'], ['for both']]);
  });

  it('that was quick before goes ahead of one that was slow, of the same asker', async () => {
    const { asked, run, change, names } = deps();
    for (const [sql, ms] of [['slow', 60], ['quick', 0]] as const) {
      const answer = run(1, sql);
      await settled();
      await new Promise((resolve) => setTimeout(resolve, ms));
      asked.at(-1)?.end([]);
      await answer;
    }
    change();
    const all = ['running', 'slow', 'quick'].map((sql) => run(1, sql));
    for (let i = 2; i < 5; i += 1) {
      await settled();
      asked[i]?.end([]);
    }
    await Promise.all(all);
    expect(names().slice(2)).toEqual(['running', 'quick', 'slow']);
  });
});

describe('costs', () => {
  it('are what the most exact kind took that is known, the last more than those before', () => {
    const costs = createCosts();
    const [own, of] = [['a of today', 'a'], ['a of a year', 'a']];
    expect(costs.of(own)).toBe(50);
    costs.note(own, 10);
    expect([costs.of(own), costs.of(of), costs.of(['b'])]).toEqual([10, 10, 50]);
    costs.note(of, 110);
    expect([costs.of(own), costs.of(of), costs.of(['a'])]).toEqual([10, 110, 40]);
    for (let i = 0; i < 2_000; i += 1) costs.note([String(i)], 1);
    expect(costs.of(own)).toBe(50);
  });
});
