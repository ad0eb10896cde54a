import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Disk, SegmentFile } from '../../src/journal/segment-file.js';
import { nodeDisk } from '../../src/journal/segment-file.js';
import { numbersOf, open, row, rowsOf, segmentFiles, START, temporaryFolder } from './opened.js';
import { blockOf } from './rows-of.js';

/** Milliseconds for which a few rows wait for others, from the beginning of a commit on. */
const PAUSE_MS = 4;

/** A clock that stands still until it is moved on, for waits alone: the disk takes its own time. */
function stoppedClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Counts what reaches the disk. */
function countingDisk(): { disk: Disk; counts: { writes: number; creates: number; syncs: number } } {
  const real = nodeDisk();
  const counts = { writes: 0, creates: 0, syncs: 0 };
  const counted = async (made: Promise<SegmentFile>): Promise<SegmentFile> => {
    counts.creates += 1;
    const file = await made;
    return { write: (bytes, at) => ((counts.writes += 1), file.write(bytes, at)), truncate: (length) => file.truncate(length), close: () => file.close() };
  };
  return {
    counts,
    disk: {
      create: (path) => counted(real.create(path)),
      reuse: (spare, path) => counted(real.reuse(spare, path)),
      syncFolder: (folder) => ((counts.syncs += 1), real.syncFolder(folder)),
    },
  };
}

describe('commits', () => {
  it('gives back the rows of each table in order, under the number of their segment', async () => {
    const journal = await open(temporaryFolder());
    await journal.append(blockOf([row(1), row(2, '中文 "quoted" \n line'), row(3, 'bot', 'spider_hits')]));
    await journal.append(blockOf([row(4)]));
    await journal.seal();
    const [segment] = journal.sealed();
    const seq = segment?.seq ?? 0;
    expect(await rowsOf(journal.sealed())).toEqual([
      [seq, 1, 'row 1'],
      [seq, 2, '中文 "quoted" \n line'],
      [seq, 4, 'row 4'],
    ]);
    expect(await rowsOf(journal.sealed(), 'spider_hits')).toEqual([[seq, 3, 'bot']]);
    expect((await segment?.payload())?.has('ledger')).toBe(false);
    expect(segment?.rows).toEqual({ visits: 3, spider_hits: 1, events: 0, event_ids: 0, ledger: 0 });
    await journal.close();
  });

  it('writes appends of one turn together, and what gathers during a write in the next', async () => {
    stoppedClock();
    const { disk, counts } = countingDisk();
    const journal = await open(temporaryFolder(), { disk });
    await Promise.all(Array.from({ length: 100 }, (_, n) => journal.append(blockOf([row(n)]))));
    expect(counts.writes).toBe(1);
    vi.advanceTimersByTime(PAUSE_MS);
    const first = journal.append(blockOf([row(100)]));
    await new Promise((resolve) => setImmediate(resolve));
    const others = Array.from({ length: 50 }, (_, n) => journal.append(blockOf([row(101 + n)])));
    await Promise.all([first, ...others]);
    expect(counts.writes).toBe(3);
    await journal.seal();
    expect(await numbersOf(journal.sealed())).toEqual(Array.from({ length: 151 }, (_, n) => n));
    await journal.close();
  });

  it('lets a few rows wait for others, from the beginning of the last commit on', async () => {
    stoppedClock();
    const { disk, counts } = countingDisk();
    const journal = await open(temporaryFolder(), { disk });
    await journal.append(blockOf([row(0)]));
    expect(counts.writes).toBe(1);
    const few: Promise<void>[] = [];
    for (let n = 1; n <= 15; n += 1) {
      few.push(journal.append(blockOf([row(n)])));
      await nextTurn();
    }
    vi.advanceTimersByTime(PAUSE_MS - 1);
    await nextTurn();
    expect(counts.writes).toBe(1);
    vi.advanceTimersByTime(1);
    await Promise.all(few);
    expect(counts.writes).toBe(2);
    vi.advanceTimersByTime(PAUSE_MS);
    await journal.append(blockOf([row(16)]));
    expect(counts.writes).toBe(3);
    await journal.close();
    expect(await numbersOf(journal.sealed())).toEqual(Array.from({ length: 17 }, (_, n) => n));
  });

  it('does not let rows wait once there are enough of them, nor when the segment is to be sealed', async () => {
    stoppedClock();
    const { disk, counts } = countingDisk();
    const journal = await open(temporaryFolder(), { disk });
    await journal.append(blockOf([row(0)]));
    await journal.append(blockOf(Array.from({ length: 16 }, (_, n) => row(1 + n))));
    expect(counts.writes).toBe(2);
    const gathered: Promise<void>[] = [];
    for (let n = 17; n <= 32; n += 1) {
      gathered.push(journal.append(blockOf([row(n)])));
      await nextTurn();
    }
    await Promise.all(gathered);
    expect(counts.writes).toBe(3);
    const last = journal.append(blockOf([row(33)]));
    await nextTurn();
    await journal.seal();
    await last;
    expect(await numbersOf(journal.sealed())).toEqual(Array.from({ length: 34 }, (_, n) => n));
    await journal.close();
  });

  it('lets nobody wait after a commit of nothing', async () => {
    stoppedClock();
    const { disk, counts } = countingDisk();
    const journal = await open(temporaryFolder(), { disk });
    await journal.seal();
    await journal.append(blockOf([row(0)]));
    expect(counts.writes).toBe(1);
    await journal.close();
  });

  it('has the name of a new segment on disk before it answers, that of the next one beforehand', async () => {
    const { disk, counts } = countingDisk();
    const folder = temporaryFolder();
    const journal = await open(folder, { disk });
    const before = counts.syncs;
    await journal.append(blockOf([row(1)]));
    expect(counts.syncs).toBeGreaterThanOrEqual(before + 1);
    await vi.waitFor(() => expect(counts.syncs).toBe(before + 2));
    expect(segmentFiles(folder)).toHaveLength(2);
    await journal.append(blockOf([row(2)]));
    await journal.seal();
    expect(counts.syncs).toBe(before + 2);
    expect(counts.creates).toBe(2);
    await journal.append(blockOf([row(3)]));
    expect(await numbersOf(journal.sealed())).toEqual([1, 2]);
    await journal.close();
    expect(await numbersOf(journal.sealed())).toEqual([1, 2, 3]);
    expect(segmentFiles(folder)).toHaveLength(2);
  });

  it('lets rows ride beside the appends in the same frame', async () => {
    let counted = 0;
    const journal = await open(temporaryFolder(), {
      beforeCommit: () => {
        const rows = counted === 0 ? [] : [row(counted, 'counted', 'ledger')];
        counted = 0;
        return { rows, giveBack: () => undefined };
      },
    });
    counted = 2;
    await journal.append(blockOf([row(1), row(2)]));
    await journal.seal();
    expect(await numbersOf(journal.sealed(), 'ledger')).toEqual([2]);
    await journal.close();
  });

  it('has what only rides along in a sealed segment as soon as all is to be sealed, and leaves none of it to the next start', async () => {
    let counted = 7;
    const folder = temporaryFolder();
    const journal = await open(folder, {
      beforeCommit: () => {
        const rows = counted === 0 ? [] : [row(counted, 'counted', 'ledger')];
        counted = 0;
        return { rows, giveBack: () => undefined };
      },
    });
    await journal.seal();
    expect(await numbersOf(journal.sealed(), 'ledger')).toEqual([7]);
    // With nothing to say there is no segment for it.
    await journal.seal();
    expect(journal.sealed()).toHaveLength(1);
    for (const segment of journal.sealed()) await journal.remove(segment);
    await journal.close();
    expect(segmentFiles(folder)).toEqual([]);
    // The folder may be another process's by now.
    counted = 8;
    await journal.seal();
    expect([segmentFiles(folder), counted]).toEqual([[], 8]);
  });

  it('writes what only rides along on a tick, without any append', async () => {
    let counted = 5;
    const journal = await open(temporaryFolder(), {
      beforeCommit: () => {
        const rows = counted === 0 ? [] : [row(counted, 'counted', 'ledger')];
        counted = 0;
        return { rows, giveBack: () => undefined };
      },
    });
    await vi.waitFor(() => expect(journal.status().waitingRows).toBe(1), { timeout: 3_000 });
    await journal.seal();
    expect(await numbersOf(journal.sealed(), 'ledger')).toEqual([5]);
    await journal.close();
  });
});

describe('sealing', () => {
  it('seals by rows, and never lets a segment exceed them unless one append does', async () => {
    const journal = await open(temporaryFolder(), { limits: { rows: 10 } });
    for (let n = 0; n < 25; n += 1) await journal.append(blockOf([row(n)]));
    expect(journal.sealed().map((segment) => segment.rows.visits)).toEqual([10, 10]);
    await Promise.all([journal.append(blockOf([row(25), row(26), row(27)])), journal.append(blockOf(Array.from({ length: 12 }, (_, n) => row(28 + n))))]);
    await journal.seal();
    expect(journal.sealed().map((segment) => segment.rows.visits)).toEqual([10, 10, 8, 12]);
    expect(await numbersOf(journal.sealed())).toEqual(Array.from({ length: 40 }, (_, n) => n));
    await journal.close();
  });

  it('does not count rows that only remember an id', async () => {
    const journal = await open(temporaryFolder(), { limits: { rows: 10 } });
    for (let n = 0; n < 12; n += 1) await journal.append(blockOf([row(n), row(n, 'id', 'event_ids')]));
    await journal.seal();
    expect(journal.sealed().map(({ rows: { visits, event_ids: ids } }) => [visits, ids])).toEqual([[9, 9], [3, 3]]);
    await journal.close();
  });

  it('seals by bytes', async () => {
    const journal = await open(temporaryFolder(), { limits: { bytes: 10_000 } });
    for (let n = 0; n < 5; n += 1) await journal.append(blockOf([row(n, 'x'.repeat(6_000))]));
    await journal.seal();
    expect(journal.sealed().map((segment) => segment.rows.visits)).toEqual([1, 1, 1, 1, 1]);
    await journal.close();
  });

  it('seals by age while appends keep coming', async () => {
    const journal = await open(temporaryFolder(), { limits: { ageMs: 300, busyRows: 1_000_000 } });
    const sealed: number[] = [];
    journal.onSealed(() => sealed.push(Date.now()));
    const until = Date.now() + 2_000;
    while (sealed.length === 0 && Date.now() < until) await journal.append(blockOf([row(1)]));
    expect(sealed).toHaveLength(1);
    await journal.close();
  });

  it('lets a busy segment grow older than a quiet one', async () => {
    const journal = await open(temporaryFolder(), { limits: { ageMs: 50, busyRows: 3, busyAgeMs: 1_200 } });
    await journal.append(blockOf([row(1), row(2), row(3)]));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(journal.sealed()).toHaveLength(0);
    await vi.waitFor(() => expect(journal.sealed()).toHaveLength(1), { timeout: 3_000 });
    await journal.close();
  });

  it('lets a segment grow old while others are in line, and no longer once they are stored', async () => {
    const journal = await open(temporaryFolder(), { limits: { ageMs: 50, line: 2, lineAgeMs: 60_000 } });
    for (const part of [1, 2]) {
      await journal.append(blockOf([row(part)]));
      await journal.seal();
    }
    await journal.append(blockOf([row(3)]));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(journal.sealed()).toHaveLength(2);
    const [first] = journal.sealed();
    if (first !== undefined) await journal.remove(first);
    await vi.waitFor(() => expect(journal.sealed()).toHaveLength(2), { timeout: 3_000 });
    expect(journal.status()).toMatchObject({ waitingRows: 2, segments: 2 });
    await journal.close();
  });

  it('seals by age when nothing more comes', async () => {
    const journal = await open(temporaryFolder(), { limits: { ageMs: 100 } });
    await journal.append(blockOf([row(1)]));
    await vi.waitFor(() => expect(journal.sealed()).toHaveLength(1), { timeout: 3_000 });
    await journal.close();
  });

  it('makes no empty segment', async () => {
    const journal = await open(temporaryFolder());
    await journal.seal();
    await journal.append(blockOf([]));
    await journal.seal();
    expect(journal.sealed()).toEqual([]);
    await journal.close();
  });

  it('covers in seal() everything appended before, also what is still waiting', async () => {
    const journal = await open(temporaryFolder());
    const appends = [journal.append(blockOf([row(1)])), journal.append(blockOf([row(2)]))];
    await journal.seal();
    expect(await numbersOf(journal.sealed())).toEqual([1, 2]);
    await Promise.all(appends);
    await journal.close();
  });
});

describe('state of a journal', () => {
  it('tells what waits, since when, and forgets what is removed', async () => {
    let clock = START;
    const journal = await open(temporaryFolder(), { now: () => clock, limits: { ageMs: 1_000_000 } });
    expect(journal.status()).toEqual({ waitingRows: 0, waitingRecords: 0, waitingBytes: 0, segments: 0, oldestWaitingAt: null, failing: false });
    await journal.append(blockOf([row(1), row(2, 'count', 'ledger')]));
    await journal.seal();
    clock += 5_000;
    await journal.append(blockOf([row(3)]));
    const status = journal.status();
    expect(status).toMatchObject({ waitingRows: 3, waitingRecords: 2, segments: 2, oldestWaitingAt: START });
    expect(status.waitingBytes).toBeGreaterThan(0);
    const [first] = journal.sealed();
    if (first !== undefined) await journal.remove(first);
    expect(journal.status()).toMatchObject({ waitingRows: 1, waitingRecords: 1, segments: 1, oldestWaitingAt: START + 5_000 });
    await journal.close();
  });

  it('commits and seals what waits when it is closed, and refuses from then on', async () => {
    const folder = temporaryFolder();
    const journal = await open(folder);
    const last = journal.append(blockOf([row(1)]));
    const closing = journal.close();
    await expect(journal.append(blockOf([row(2)]))).rejects.toMatchObject({ errorName: 'server.stopping' });
    await last;
    await closing;
    const again = await open(folder);
    onTestFinished(() => again.close());
    expect(await numbersOf(again.sealed())).toEqual([1]);
  });
});
