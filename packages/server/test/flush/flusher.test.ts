import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFlusher, type Flusher } from '../../src/flush/flusher.js';
import type { Journal } from '../../src/journal/journal.js';
import { open, rememberingLog, row, START, temporaryFolder } from '../journal/opened.js';
import { MemoryStore } from './memory-store.js';
import { blockOf } from '../journal/rows-of.js';

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

function flusherOf(journal: Journal, store: MemoryStore, folder: string, now: () => number = Date.now): Flusher {
  return createFlusher({ journal, store, log: rememberingLog().log, now, folder, random: () => 1 });
}

/** Files are read in real time, so a faked clock stands still until the flusher waits again. */
async function waiting(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
}

afterEach(() => {
  vi.useRealTimers();
});

describe('flushing', () => {
  it('stores each segment as one batch per table, with the ledger last, and removes it', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder);
    for (const n of [0, 1, 2]) {
      await journal.append(blockOf([row(n), row(10 + n, 'bot', 'spider_hits'), row(20 + n, 'count', 'ledger')]));
      await journal.seal();
    }
    const [first] = journal.sealed();
    const flusher = flusherOf(journal, store, folder);
    flusher.start();
    await flusher.drained();
    expect(new Set(store.numbers())).toEqual(new Set([0, 1, 2]));
    expect(new Set(store.numbers('spider_hits'))).toEqual(new Set([10, 11, 12]));
    expect(new Set(store.numbers('ledger'))).toEqual(new Set([20, 21, 22]));
    expect(store.rows).toHaveLength(9);
    expect(store.asked).toHaveLength(9);
    expect(store.asked.filter((batch) => batch.token.includes(`-${String(first?.seq)}-`)).map((batch) => batch.table)).toEqual(['visits', 'spider_hits', 'ledger']);
    expect(store.asked.find((batch) => batch.table === 'visits')).toMatchObject({ columns: ['batch_id', 'n', 'text'] });
    expect(journal.sealed()).toEqual([]);
    expect(flusher.status()).toMatchObject({ waitingRows: 0, waitingSegments: 0, failingSince: null, storedRows: 9, deadRows: 0 });
    await flusher.stop();
    await journal.close();
  });

  it('leaves the rows of a large segment in files where the store reads them, removes those, and finds rows at fault all the same', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    store.shared = temporaryFolder();
    const journal = await open(folder);
    await journal.append(blockOf(upTo(3_000).map((n) => row(n, n === 1_234 ? 'POISON' : 'x'.repeat(100)))));
    await journal.append(blockOf([row(5_000, 'bot', 'spider_hits')]));
    await journal.seal();
    await journal.append(blockOf([row(6_000)]));
    await journal.seal();
    const flusher = flusherOf(journal, store, folder);
    flusher.start();
    await flusher.drained();
    expect(store.asked.map(({ table, body }) => [table, Buffer.isBuffer(body) ? 'body' : 'file']).filter(([, how]) => how === 'file')).toEqual([['visits', 'file'], ['spider_hits', 'file']]);
    expect(store.numbers().toSorted((a, b) => a - b)).toEqual([...upTo(3_000).filter((n) => n !== 1_234), 6_000]);
    expect(store.numbers('spider_hits')).toEqual([5_000]);
    expect(flusher.status()).toMatchObject({ storedRows: 3_001, deadRows: 1 });
    expect(readdirSync(store.shared)).toEqual([]);
    await flusher.stop();
    await journal.close();
  });

  it('removes the files of a large segment also when the store fails', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    store.shared = temporaryFolder();
    store.down = true;
    const journal = await open(folder);
    await journal.append(blockOf(upTo(3_000).map((n) => row(n, 'x'.repeat(100)))));
    await journal.seal();
    const flusher = flusherOf(journal, store, folder);
    flusher.start();
    await vi.waitFor(() => expect(flusher.status().failingSince).not.toBeNull());
    expect(readdirSync(store.shared)).toEqual([]);
    expect(journal.sealed()).toHaveLength(1);
    store.down = false;
    await flusher.drained();
    expect(store.numbers()).toHaveLength(3_000);
    expect(readdirSync(store.shared)).toEqual([]);
    await flusher.stop();
    await journal.close();
  });

  it('does not merge small segments: as many batches, as many tokens', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    store.delay = 20;
    const journal = await open(folder, { limits: { rows: 1 } });
    for (const n of upTo(12)) await journal.append(blockOf([row(n)]));
    const flusher = flusherOf(journal, store, folder);
    flusher.start();
    await flusher.drained();
    expect(new Set(store.asked.map((batch) => batch.token)).size).toBe(12);
    expect(store.mostInFlight).toBe(2);
    await flusher.stop();
    await journal.close();
  });

  it('takes segments as they are sealed', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder, { limits: { ageMs: 50 } });
    const flusher = flusherOf(journal, store, folder);
    flusher.start();
    await journal.append(blockOf([row(1)]));
    await vi.waitFor(() => expect(store.numbers()).toEqual([1]), { timeout: 3_000 });
    await flusher.stop();
    await journal.close();
  });

  it('drained() covers what was acknowledged before it, sealed or not', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder);
    const flusher = flusherOf(journal, store, folder);
    flusher.start();
    await flusher.drained();
    await journal.append(blockOf(upTo(5).map((n) => row(n))));
    await flusher.drained();
    expect(store.numbers()).toEqual(upTo(5));
    await flusher.stop();
    await journal.append(blockOf([row(9)]));
    await expect(flusher.drained()).rejects.toMatchObject({ errorName: 'server.stopping' });
    await journal.close();
  });
});

describe('the store failing', () => {
  it.each([
    ['the answer is lost', 'losesAnswer'],
    ['the token was noted and the rows were not', 'losesRows'],
  ] as const)('stores a batch once when %s: what is there is deleted, and it goes out under another token', async (_, fault) => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    store[fault] = true;
    const journal = await open(folder);
    await journal.append(blockOf([row(1), row(2)]));
    const flusher = flusherOf(journal, store, folder);
    flusher.start();
    await flusher.drained();
    expect(store.asked).toHaveLength(2);
    expect(store.asked[0]?.token).not.toBe(store.asked[1]?.token);
    expect(store.deleted.map(({ table }) => table)).toContain('visits');
    expect(store.asked[0]?.body).toEqual(store.asked[1]?.body);
    expect(store.numbers()).toEqual([1, 2]);
    await flusher.stop();
    await journal.close();
  });

  it('waits a short time again once a batch was taken in between', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const { log, lines } = rememberingLog();
    const journal = await open(folder);
    const flusher = createFlusher({ journal, store, log, now: Date.now, folder, random: () => 1 });
    flusher.start();
    store.down = true;
    await journal.append(blockOf([row(1)]));
    await journal.seal();
    const waits = (): unknown[] => lines.map((line) => line['retry_in_ms']).filter((wait) => wait !== undefined);
    await vi.waitFor(() => expect(waits().slice(0, 2)).toEqual([250, 500]), { timeout: 5_000 });
    store.down = false;
    await flusher.drained();
    const before = waits();
    store.losesAnswer = true;
    await journal.append(blockOf([row(2)]));
    await flusher.drained();
    expect(waits()).toEqual([...before, 250]);
    await flusher.stop();
    await journal.close();
  });

  it('waits longer each time while inserts are refused, although deletions are done', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const { log, lines } = rememberingLog();
    const journal = await open(folder);
    const flusher = createFlusher({ journal, store, log, now: Date.now, folder, random: () => 0 });
    flusher.start();
    store.full = true;
    await journal.append(blockOf([row(1)]));
    await journal.seal();
    const waits = (): unknown[] => lines.map((line) => line['retry_in_ms']).filter((wait) => wait !== undefined);
    await vi.waitFor(() => expect(waits().slice(0, 4)).toEqual([125, 250, 500, 1_000]), { timeout: 5_000 });
    expect(flusher.status().lastError).toBe('no space left');
    expect(store.deleted).not.toEqual([]);
    expect(lines.filter((line) => line['msg'] === 'flush: the store takes visits again')).toEqual([]);
    store.full = false;
    await flusher.drained();
    expect(flusher.status()).toMatchObject({ failingSince: null, lastError: null });
    expect(store.numbers()).toEqual([1]);
    await flusher.stop();
    await journal.close();
  });

  it('stores a batch once after the process was killed between the answer and the removal', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder);
    await journal.append(blockOf([row(1), row(2)]));
    await journal.seal();
    const unremoved = {
      sealed: () => journal.sealed(),
      onSealed: () => undefined,
      seal: () => journal.seal(),
      renew: () => Promise.reject(new Error('nothing is stale')),
      distrust: () => undefined,
      status: () => journal.status(),
      remove: () => new Promise<void>(() => undefined),
    };
    const killed = createFlusher({ journal: unremoved, store, log: rememberingLog().log, now: Date.now, folder });
    killed.start();
    await vi.waitFor(() => expect(store.numbers()).toEqual([1, 2]));
    await journal.close();

    const again = await open(folder);
    const flusher = flusherOf(again, store, folder);
    flusher.start();
    await flusher.drained();
    expect(store.asked).toHaveLength(2);
    expect(store.asked[0]?.token).not.toBe(store.asked[1]?.token);
    expect(store.numbers()).toEqual([1, 2]);
    await flusher.stop();
    await again.close();
  });

  it('an hour of the store being down: waits grow to 30 s, the journal grows, all is stored once it is back', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    store.down = true;
    const journal = await open(folder, { now: () => START });
    for (const n of upTo(6)) {
      await journal.append(blockOf([row(n)]));
      await journal.seal();
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START });
    const flusher = flusherOf(journal, store, folder, () => Date.now());
    flusher.start();
    await waiting();
    const failedAt: number[] = [];
    for (let second = 0; second < 3_600; second += 1) {
      const before = store.asked.length;
      await vi.advanceTimersByTimeAsync(1_000);
      await waiting();
      if (store.asked.length > before) failedAt.push(second);
    }
    const gaps = failedAt.slice(1).map((at, i) => at - (failedAt[i] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(31);
    expect(store.asked.length).toBeLessThan(400);
    expect(flusher.status()).toMatchObject({ waitingRows: 6, waitingSegments: 6, completeUpTo: START, lastError: 'connection refused' });
    expect(flusher.status().failingSince).toBeLessThanOrEqual(START + 1_000);
    store.down = false;
    await vi.advanceTimersByTimeAsync(31_000);
    vi.useRealTimers();
    await flusher.drained();
    expect(store.numbers().toSorted((a, b) => a - b)).toEqual(upTo(6));
    expect(flusher.status()).toMatchObject({ waitingRows: 0, failingSince: null, lastError: null });
    await flusher.stop();
    await journal.close();
  });

  it('stops in the middle of a wait, and keeps what waits', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    store.down = true;
    const journal = await open(folder);
    await journal.append(blockOf([row(1)]));
    await journal.seal();
    const flusher = flusherOf(journal, store, folder);
    flusher.start();
    const drained = flusher.drained();
    await vi.waitFor(() => expect(flusher.status().failingSince).not.toBeNull());
    await Promise.all([flusher.stop(), expect(drained).rejects.toMatchObject({ errorName: 'server.stopping' })]);
    expect(journal.sealed()).toHaveLength(1);
    await journal.close();
  });
});

describe('after a power cut', () => {
  it('deletes what may be there, then stores under a fresh token, though the store forgot the old ones', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder);
    await journal.append(blockOf([row(1), row(2), row(3, 'count', 'ledger')]));
    await journal.seal();
    await journal.append(blockOf([row(4)]));
    await journal.seal();
    const [first] = journal.sealed();
    const old = first?.token('visits') ?? '';
    const payload = await first?.payload();
    await store.insert({ table: 'visits', columns: first?.columns.visits ?? [], body: payload?.get('visits') ?? Buffer.alloc(0), token: old });
    await journal.close();
    store.tokens = new Set();

    const again = await open(folder, { bootId: () => Promise.resolve('after the cut') });
    const flusher = flusherOf(again, store, folder);
    flusher.start();
    await flusher.drained();
    expect(store.deleted.map(({ table }) => table)).toEqual(['visits', 'spider_hits', 'events', 'event_ids', 'ledger']);
    expect(store.deleted[0]?.ids).toHaveLength(2);
    expect(store.numbers().toSorted((a, b) => a - b)).toEqual([1, 2, 4]);
    expect(store.numbers('ledger')).toEqual([3]);
    expect(store.asked.slice(1).some((batch) => batch.token === old)).toBe(false);
    await flusher.stop();
    await again.close();
  });

  it('also when the store still remembers the old tokens', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder);
    await journal.append(blockOf([row(1), row(2)]));
    await journal.seal();
    const [first] = journal.sealed();
    await store.insert({ table: 'visits', columns: [], body: (await first?.payload())?.get('visits') ?? Buffer.alloc(0), token: first?.token('visits') ?? '' });
    await journal.close();
    const again = await open(folder, { bootId: () => Promise.resolve('after the cut') });
    const flusher = flusherOf(again, store, folder);
    flusher.start();
    await flusher.drained();
    expect(store.numbers()).toEqual([1, 2]);
    await flusher.stop();
    await again.close();
  });

  it('deletes once, though segments are sealed meanwhile', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    store.delay = 50;
    const journal = await open(folder);
    await journal.append(blockOf([row(1)]));
    await journal.close();
    const again = await open(folder, { bootId: () => Promise.resolve('after the cut') });
    const flusher = flusherOf(again, store, folder);
    flusher.start();
    for (const n of [2, 3, 4]) {
      await again.append(blockOf([row(n)]));
      await again.seal();
    }
    await flusher.drained();
    expect(store.deleted).toHaveLength(5);
    expect(store.numbers().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    await flusher.stop();
    await again.close();
  });

  it('names a bounded number of batches in each deletion', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder, { limits: { rows: 1 } });
    for (const n of upTo(450)) await journal.append(blockOf([row(n)]));
    await journal.close();
    const again = await open(folder, { bootId: () => Promise.resolve('after the cut') });
    const flusher = flusherOf(again, store, folder);
    flusher.start();
    await flusher.drained();
    expect(store.deleted.filter(({ table }) => table === 'visits').map(({ ids }) => ids.length)).toEqual([200, 200, 50]);
    expect(store.numbers().toSorted((a, b) => a - b)).toEqual(upTo(450));
    await flusher.stop();
    await again.close();
  });

  it('sends nothing before the old batches are gone, however often the store fails meanwhile', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder);
    await journal.append(blockOf([row(1)]));
    await journal.close();
    store.down = true;
    const again = await open(folder, { bootId: () => Promise.resolve('after the cut') });
    const flusher = flusherOf(again, store, folder);
    flusher.start();
    await vi.waitFor(() => expect(flusher.status().failingSince).not.toBeNull());
    await again.append(blockOf([row(2)]));
    await again.seal();
    expect(store.asked).toEqual([]);
    store.down = false;
    await flusher.drained();
    expect(new Set(store.numbers())).toEqual(new Set([1, 2]));
    expect(store.rows).toHaveLength(2);
    expect(store.deleted).toHaveLength(5);
    await flusher.stop();
    await again.close();
  });
});
