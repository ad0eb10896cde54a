import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SliceStore } from '../../src/session-repair/repair-slice.js';
import { openSessionRepair } from '../../src/session-repair/session-repair.js';

const QUESTION = 10_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A repair over a store that has nothing and takes long to say so, unless it is asked in earnest; in the middle of its first question. */
async function looking() {
  const store: SliceStore = {
    async query(_sql, _params, options) {
      if (options?.quietly === true) await new Promise((resolve, reject) => {
        setTimeout(resolve, QUESTION);
        options.signal?.addEventListener('abort', () => reject(new Error('stopped')));
      });
      return { rows: [], statistics: { elapsed: 0, rows_read: 0 } };
    },
    fixSessions: () => Promise.resolve(),
    sessionFixesDone: () => Promise.resolve(),
  };
  const repair = await openSessionRepair({
    store, journal: { installation: 'one', firstUnsettled: () => 5 }, marks: { get: () => Promise.resolve(undefined), set: () => Promise.resolve() },
    sessions: { correct: () => undefined }, log: pino({ level: 'silent' }),
  });
  repair.start();
  await vi.advanceTimersByTimeAsync(QUESTION / 2);
  return repair;
}

it.each(['settled', 'alone', 'stop'] as const)('a question is not waited for as soon as somebody waits for the round: %s', async (what) => {
  const repair = await looking();
  let done = false;
  const waited = (what === 'alone' ? repair.alone(() => Promise.resolve()) : repair[what]()).then(() => (done = true));
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toBe(true);
  await waited;
  await repair.stop();
});
