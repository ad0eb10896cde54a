import { home } from '@footfall/contract';
import { describe, expect, it, vi } from 'vitest';
import type { QuestionStore } from '../../src/questions/asked.js';
import { createTurns, type TurnsOptions } from '../../src/questions/turns.js';
import { randomFrom } from '../random.js';
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
    const ten = ['CN', 'ES', 'JP', 'US', 'MX', 'DE', 'FR', 'GB', 'BR', 'IN'].map((country_code) => ask(home.pie, handler, { type: 'browser', country_code }, who(1)));
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
    const three = ['CN', 'ES', 'JP'].map((country_code) => ask(home.pie, handler, { type: 'browser', country_code }, who(1)));
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

interface Work {
  readonly name: string;
  readonly signal: AbortSignal;
  end(answer: string): void;
  fail(reason: Error): void;
}

/** Turns whose questions end when the test says so. */
function turnsOf(options: Partial<TurnsOptions>) {
  const turns = createTurns({ atOnce: 3, waiting: 100, ...options });
  const begun: Work[] = [];
  const put = (asker: number, key: string, { signal = new AbortController().signal, patience = 60_000, isShared = true } = {}): Promise<string> => turns.run({
    asker, signal, patience, ...(isShared ? { key } : {}),
    work: (nobody) => new Promise((resolve, reject) => {
      nobody.addEventListener('abort', () => reject(nobody.reason as Error), { once: true });
      begun.push({ name: `${String(asker)} ${key}`, signal: nobody, end: resolve, fail: reject });
    }),
  });
  return { put, begun, names: () => begun.map(({ name }) => name) };
}

const settled = (): Promise<void> => new Promise((resolve) => {
  setImmediate(resolve);
});
const pause = (ms: number): Promise<void> => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

describe('questions of all users', () => {
  it('know whether they are a crowd when they begin', async () => {
    const turns = createTurns({ atOnce: 3, waiting: 100, together: 3, crowd: 2 });
    const told: boolean[] = [];
    const ends: (() => void)[] = [];
    const put = (asker: number, key: string): Promise<void> => turns.run({
      asker, key, signal: new AbortController().signal, patience: 60_000,
      work(_, isCrowded) {
        told.push(isCrowded);
        return new Promise((resolve) => {
          ends.push(resolve);
        });
      },
    });
    const asked = [put(1, 'a'), put(2, 'b'), put(3, 'c')];
    await settled();
    expect(told).toEqual([false, true, true]);
    for (const end of ends) end();
    await Promise.all(asked);
    await settled();
    // All others have ended.
    const alone = put(3, 'd');
    await settled();
    expect(told).toEqual([false, true, true, false]);
    ends.at(-1)?.();
    await alone;
  });

  it('run so many together: next is whoever was served longest ago, each in his own order', async () => {
    const { put, begun, names } = turnsOf({ together: 2 });
    const many = ['a', 'b', 'c', 'd'].map((key) => put(1, key));
    const few = ['x', 'y'].map((key) => put(2, key));
    await settled();
    expect(names()).toEqual(['1 a', '1 b']);
    for (let i = 0; i < 6; i += 1) {
      begun[i]?.end('answered');
      await settled();
    }
    await Promise.all([...many, ...few]);
    expect(names()).toEqual(['1 a', '1 b', '2 x', '1 c', '2 y', '1 d']);
  });

  it('leave one to another user, however many of one run long', async () => {
    const { put, begun, names } = turnsOf({ atOnce: 2, together: 3 });
    const many = ['a', 'b', 'c', 'd'].map((key) => put(1, key));
    await settled();
    expect(names()).toEqual(['1 a', '1 b']);
    const other = put(2, 'x');
    await settled();
    begun[2]?.end('at once');
    expect(await other).toBe('at once');
    for (let i = 0; i < 5; i += 1) {
      begun[i]?.end('at last');
      await settled();
    }
    await Promise.all(many);
    expect(names()).toEqual(['1 a', '1 b', '2 x', '1 c', '1 d']);
  });

  it('are asked once for all who ask the same while it waits, and anew for who asks what is under way: it may have begun before something was stored', async () => {
    const { put, begun, names } = turnsOf({ together: 1 });
    const first = put(1, 'same');
    await settled();
    const later = [put(2, 'same'), put(3, 'other'), put(3, 'same'), put(1, 'same')];
    begun[0]?.end('of before');
    expect(await first).toBe('of before');
    await settled();
    expect(names()).toEqual(['1 same', '2 same']);
    begun[1]?.end('of now');
    await settled();
    begun[2]?.end('else');
    expect(await Promise.all(later)).toEqual(['of now', 'else', 'of now', 'of now']);
    expect(names()).toEqual(['1 same', '2 same', '3 other']);
  });

  it('are not shared where nobody says that they may be', async () => {
    const { put, begun, names } = turnsOf({ together: 1 });
    const answers = [1, 2, 3].map((asker) => put(asker, 'same', { isShared: false }));
    for (let i = 0; i < 3; i += 1) {
      await settled();
      begun[i]?.end(String(i));
    }
    expect(await Promise.all(answers)).toEqual(['0', '1', '2']);
    expect(names()).toEqual(['1 same', '2 same', '3 same']);
  });

  it('begin for somebody who may have one more, though who asked first may not', async () => {
    const { put, begun, names } = turnsOf({ atOnce: 1, together: 2 });
    const first = put(1, 'first');
    const [own, other] = [put(1, 'second'), put(2, 'second')];
    await settled();
    expect(names()).toEqual(['1 first', '1 second']);
    begun[1]?.end('for both');
    expect([await own, await other]).toEqual(['for both', 'for both']);
    begun[0]?.end('done');
    await first;
  });

  it('that fail tell all who wait, and the next begins', async () => {
    const { put, begun } = turnsOf({ together: 1 });
    const running = put(1, 'first');
    const failing = [put(1, 'fails'), put(2, 'fails')];
    const after = put(2, 'after');
    await settled();
    begun[0]?.end('done');
    await running;
    await settled();
    begun[1]?.fail(new Error('the store is away'));
    for (const answer of failing) await expect(answer).rejects.toThrow('the store is away');
    await settled();
    begun[2]?.end('fine');
    expect(await after).toBe('fine');
  });

  it('lose nothing by one who goes away; the last one ends the question', async () => {
    const { put, begun, names } = turnsOf({ together: 1 });
    const [gone, last] = [new AbortController(), new AbortController()];
    const running = put(1, 'running', { signal: last.signal });
    await settled();
    const waiting = [put(1, 'of two', { signal: gone.signal }), put(2, 'of two')];
    const left = put(1, 'of one', { signal: gone.signal });
    gone.abort(new Error('gone'));
    await expect(waiting[0]).rejects.toThrow('gone');
    await expect(left).rejects.toThrow('gone');
    last.abort(new Error('closed'));
    await expect(running).rejects.toThrow('closed');
    expect(begun[0]?.signal.aborted).toBe(true);
    await settled();
    begun[1]?.end('for the other');
    expect(await waiting[1]).toBe('for the other');
    await settled();
    expect(names()).toEqual(['1 running', '1 of two']);
    await expect(put(1, 'never', { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow('never');
  });

  it('that do not begin in time are told to come again, each by his own patience', async () => {
    const { put, begun } = turnsOf({ together: 1 });
    const running = put(1, 'running', { patience: 1 });
    await settled();
    const [hasty, calm] = [put(2, 'waits', { patience: 20 }), put(3, 'waits')];
    await expect(hasty).rejects.toMatchObject({ errorName: 'store.busy' });
    begun[0]?.end('in its own time');
    expect(await running).toBe('in its own time');
    await settled();
    begun[1]?.end('at last');
    expect(await calm).toBe('at last');
  });

  it('in a storm of askers who come and go: never too many at once, everybody is told, nobody what was stored before he came', async () => {
    const [TOGETHER, AT_ONCE] = [4, 2];
    const turns = createTurns({ atOnce: AT_ONCE, waiting: 1_000, together: TOGETHER });
    const random = randomFrom(11);
    let [running, most, stored, asked] = [0, 0, 0, 0];
    const work = async (): Promise<number> => {
      asked += 1;
      running += 1;
      most = Math.max(most, running);
      const seen = stored;
      await pause(random() * 4);
      running -= 1;
      return seen;
    };
    const askers = Array.from({ length: 500 }, async (_, i) => {
      await pause(random() * 60);
      stored += 1;
      const [came, gone] = [stored, new AbortController()];
      if (i % 5 === 0) setTimeout(() => gone.abort(new Error('gone')), random() * 5);
      const answer = await turns.run({ asker: i % 6, key: `q${String(i % 7)}`, work, signal: gone.signal, patience: 60_000 }).catch((error: unknown) => error);
      return answer instanceof Error ? answer.message === 'gone' : Number(answer) >= came;
    });
    expect(new Set(await Promise.all(askers))).toEqual(new Set([true]));
    expect(most).toBe(TOGETHER);
    expect(asked).toBeLessThan(500);
    expect(await turns.run({ asker: 1, key: 'after', work, signal: new AbortController().signal, patience: 1_000 })).toBe(stored);
  });
});
