import { home } from '@footfall/contract';
import { describe, expect, it, vi } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { createTurns } from '../../src/questions/turns.js';
import { homeRoutes } from '../../src/routes/home.js';
import type { Answer } from '../../src/warehouse/store-query.js';
import { ask, contextOf, depsOf } from '../questions/ask.js';

interface Asked {
  readonly signal: AbortSignal | undefined;
  end(): void;
}

/** A store whose questions last until they are told to end, or given up. */
function slowStore(): { readonly store: QuestionStore; readonly running: Asked[]; most: number } {
  const running: Asked[] = [];
  const state = {
    running,
    most: 0,
    store: {
      query<T>(_sql: string, _params: unknown, options?: { signal?: AbortSignal }): Promise<Answer<T>> {
        return new Promise((resolve, reject) => {
          const over = (): void => void running.splice(running.indexOf(asked), 1);
          const asked: Asked = {
            signal: options?.signal,
            end: () => {
              over();
              resolve({ rows: [], statistics: { elapsed: 0, rows_read: 0 } });
            },
          };
          options?.signal?.addEventListener('abort', () => {
            over();
            reject(new Error('given up'));
          });
          running.push(asked);
          state.most = Math.max(state.most, running.length);
        });
      },
      async *stream() {
        yield* [];
      },
    },
  };
  return state;
}

const who = (id: number, signal = new AbortController().signal) => {
  const context = contextOf({ signal });
  return { ...context, user: context.user === null ? null : { ...context.user, id } };
};

describe('a user’s questions', () => {
  it('run three at once: the tenth waits for its turn, and another user’s does not', async () => {
    const slow = slowStore();
    const handler = homeRoutes(depsOf(slow.store, Date.now())).pie;
    const ten = Array.from({ length: 10 }, () => ask(home.pie, handler, { type: 'browser' }, who(1)));
    await vi.waitFor(() => expect(slow.running).toHaveLength(3));
    const other = ask(home.pie, handler, { type: 'browser' }, who(2));
    await vi.waitFor(() => expect(slow.running).toHaveLength(4));
    slow.running.at(-1)?.end();
    expect((await other).list).toEqual([]);
    slow.most = 0;
    while (slow.running.length > 0) {
      slow.running[0]?.end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await Promise.all(ten)).map(({ total }) => total)).toEqual(Array.from({ length: 10 }, () => 0));
    expect(slow.most).toBe(3);
  });

  it('that are given up leave the line, or the store, and make room', async () => {
    const slow = slowStore();
    const handler = homeRoutes(depsOf(slow.store, Date.now())).pie;
    const leaving = Array.from({ length: 5 }, () => new AbortController());
    const left = leaving.map(({ signal }) => ask(home.pie, handler, { type: 'browser' }, who(1, signal)).catch(() => 'gone'));
    const staying = ask(home.pie, handler, { type: 'browser' }, who(1));
    await vi.waitFor(() => expect(slow.running).toHaveLength(3));
    for (const controller of leaving) controller.abort(new Error('the client went away'));
    expect(await Promise.all(left)).toEqual(['gone', 'gone', 'gone', 'gone', 'gone']);
    await vi.waitFor(() => expect(slow.running).toHaveLength(1));
    slow.running[0]?.end();
    expect((await staying).list).toEqual([]);
  });

  it('beyond those that may wait are refused in plain words', async () => {
    const slow = slowStore();
    const handler = homeRoutes(depsOf(slow.store, Date.now(), { turns: createTurns({ atOnce: 1, waiting: 2 }) })).pie;
    const three = Array.from({ length: 3 }, () => ask(home.pie, handler, { type: 'browser' }, who(1)));
    await vi.waitFor(() => expect(slow.running).toHaveLength(1));
    await expect(ask(home.pie, handler, { type: 'browser' }, who(1))).rejects.toMatchObject({ errorName: 'store.too_many', details: { retry_after: 5 }, status: 429 });
    for (let ended = 0; ended < 3; ended += 1) {
      await vi.waitFor(() => expect(slow.running).toHaveLength(1));
      slow.running[0]?.end();
    }
    await Promise.all(three);
  });

  it('that wait longer than their client does are told to come again', async () => {
    const slow = slowStore();
    const handler = homeRoutes(depsOf(slow.store, Date.now(), { turns: createTurns({ atOnce: 1, waiting: 2 }) })).summary;
    const gone = new AbortController();
    const first = ask(home.summary, handler, {}, who(1, gone.signal)).catch(() => 'gone');
    await vi.waitFor(() => expect(slow.running).toHaveLength(1));
    await expect(ask(home.summary, handler, {}, who(1))).rejects.toMatchObject({ errorName: 'store.busy' });
    gone.abort(new Error('enough'));
    expect(await first).toBe('gone');
  });
});
