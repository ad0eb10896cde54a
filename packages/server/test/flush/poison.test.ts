import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFlusher } from '../../src/flush/flusher.js';
import { LEDGER_COLUMNS } from '../../src/journal/ledger-row.js';
import { numbersOf, open, rememberingLog, row, temporaryFolder } from '../journal/opened.js';
import { MemoryStore } from './memory-store.js';
import { blockOf } from '../journal/rows-of.js';

const COLUMNS = { visits: ['batch_id', 'n', 'site_id', 'received_at'], spider_hits: ['batch_id', 'n', 'text'], events: ['batch_id', 'n', 'text'], event_ids: ['batch_id', 'n', 'text'], ledger: LEDGER_COLUMNS } as const;
const MINUTE_SECONDS = 1_790_000_040;

/** A row whose first column is no number for a poisoned one. */
const visit = (n: number, poisoned = false): { table: 'visits'; tail: string } => ({
  table: 'visits',
  tail: `${poisoned ? '"POISON"' : String(n)},${String(7 + (n % 2))},${String(MINUTE_SECONDS * 1_000 + 20_000)}]`,
});

async function flushed(rows: ReturnType<typeof visit>[], store = new MemoryStore(), folder = temporaryFolder()): Promise<{ store: MemoryStore; folder: string; letters: Record<string, unknown>[]; deadRows: number }> {
  const journal = await open(folder, { columns: COLUMNS });
  if (rows.length > 0) await journal.append(blockOf(rows));
  const flusher = createFlusher({ journal, store, log: rememberingLog().log, now: Date.now, folder });
  flusher.start();
  await flusher.drained();
  const { deadRows } = flusher.status();
  await flusher.stop();
  expect(await numbersOf(journal.sealed())).toEqual([]);
  await journal.close();
  const dead = join(folder, 'dead-letter');
  const letters = existsSync(dead)
    ? readdirSync(dead).flatMap((name) =>
        readFileSync(join(dead, name), 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Record<string, unknown>),
      )
    : [];
  return { store, folder, letters, deadRows };
}

describe('poison rows', () => {
  it.each([0, 1, 49, 99])('one at place %i of 100: it is set aside, the other 99 are stored once', async (place) => {
    const { store, letters, deadRows } = await flushed(Array.from({ length: 100 }, (_, n) => visit(n, n === place)));
    const stored = store.numbers();
    expect(stored).toHaveLength(99);
    expect(new Set(stored)).toEqual(new Set(Array.from({ length: 100 }, (_, n) => n).filter((n) => n !== place)));
    expect(letters).toHaveLength(1);
    expect(letters[0]).toMatchObject({ table: 'visits', columns: [...COLUMNS.visits], error: 'Cannot parse input' });
    expect(String(letters[0]?.['row'])).toContain('POISON');
    expect(deadRows).toBe(1);
    expect(store.asked.length).toBeLessThan(20);
  });

  it('are refused in the ledger, under the site and minute they were received in', async () => {
    const { store } = await flushed([visit(0, true), visit(1), visit(2, true), visit(3, true)]);
    const entries = store.rows.filter((one) => one.table === 'ledger').map((one) => (JSON.parse(one.text) as unknown[]).slice(1));
    expect(entries).toHaveLength(2);
    expect(new Set(entries.map((entry) => JSON.stringify(entry)))).toEqual(new Set([
      JSON.stringify([7, MINUTE_SECONDS, 'refused', 'store_rejected', 2]),
      JSON.stringify([8, MINUTE_SECONDS, 'refused', 'store_rejected', 1]),
    ]));
  });

  it('alone in a segment, or all of it, wedge nothing', async () => {
    expect((await flushed([visit(1, true)])).letters).toHaveLength(1);
    const { store, letters } = await flushed(Array.from({ length: 9 }, (_, n) => visit(n, true)));
    expect(letters).toHaveLength(9);
    expect(store.numbers()).toEqual([]);
  });

  it('found again after a crash in the middle are kept and counted once', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder, { columns: COLUMNS });
    await journal.append(blockOf([visit(0), visit(1, true), visit(2)]));
    await journal.seal();
    const removed = new Promise<void>(() => undefined);
    const killed = createFlusher({
      journal: { sealed: () => journal.sealed(), onSealed: () => undefined, seal: () => journal.seal(), renew: () => Promise.reject(new Error('none')), distrust: () => undefined, status: () => journal.status(), remove: () => removed },
      store,
      log: rememberingLog().log,
      now: Date.now,
      folder,
    });
    killed.start();
    while (!store.rows.some((one) => one.table === 'ledger')) await new Promise((resolve) => setTimeout(resolve, 5));
    await journal.close();

    const { letters } = await flushed([], store, folder);
    expect(store.numbers()).toEqual([0, 2]);
    expect(letters).toHaveLength(1);
    expect(store.rows.filter((one) => one.table === 'ledger')).toHaveLength(1);
  });

  it('in one table do not touch the other', async () => {
    const folder = temporaryFolder();
    const store = new MemoryStore();
    const journal = await open(folder, { columns: COLUMNS });
    await journal.append(blockOf([visit(1, true), row(5, 'bot', 'spider_hits')]));
    const flusher = createFlusher({ journal, store, log: rememberingLog().log, now: Date.now, folder });
    flusher.start();
    await flusher.drained();
    expect(store.numbers('spider_hits')).toEqual([5]);
    await flusher.stop();
    await journal.close();
  });
});
