import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Disk, nodeDisk, type SegmentFile } from '../../src/journal/segment-file.js';
import { END_MARK, numbersOf, open, rememberingLog, row, segmentFiles, temporaryFolder } from './opened.js';
import { blockOf } from './rows-of.js';

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

/** A disk with `room` bytes; a write that does not fit leaves a part behind and fails, as the kernel's does. */
function smallDisk(): { disk: Disk; state: { room: number; syncFails: boolean; createFails: boolean; creates: number } } {
  const real = nodeDisk();
  const state = { room: Infinity, syncFails: false, createFails: false, creates: 0 };
  const made = async (make: () => Promise<SegmentFile>): Promise<SegmentFile> => {
    state.creates += 1;
    if (state.createFails) throw failure('ENOSPC');
    const file = await make();
    return {
      write: async (bytes, at) => {
        const fits = Math.min(bytes.length, state.room);
        if (fits > 0) await file.write(bytes.subarray(0, fits), at);
        state.room -= fits;
        if (fits < bytes.length) throw failure('ENOSPC');
      },
      truncate: (length) => file.truncate(length),
      close: () => file.close(),
    };
  };
  return {
    state,
    disk: {
      create: (path) => made(() => real.create(path)),
      reuse: (spare, path) => made(() => real.reuse(spare, path)),
      syncFolder: (folder) => (state.syncFails ? Promise.reject(failure('EIO')) : real.syncFolder(folder)),
    },
  };
}

const FULL = { errorName: 'journal.full' };
/** After a failed write appends are refused until the next tick. */
const nextTick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

describe('no space on the disk', () => {
  it('refuses, keeps what was acknowledged, and works again when space returns', async () => {
    const { disk, state } = smallDisk();
    const folder = temporaryFolder();
    const { log, lines } = rememberingLog();
    const journal = await open(folder, { disk, log });
    await journal.append(blockOf([row(1)]));
    state.room = 40;
    await expect(journal.append(blockOf([row(2)]))).rejects.toMatchObject(FULL);
    await expect(journal.append(blockOf([row(3)]))).rejects.toMatchObject(FULL);
    expect(journal.status().failing).toBe(true);
    await nextTick();
    await expect(journal.append(blockOf([row(4)]))).rejects.toMatchObject(FULL);
    state.room = Infinity;
    await nextTick();
    await journal.append(blockOf([row(5)]));
    expect(journal.status().failing).toBe(false);
    await journal.seal();
    expect(await numbersOf(journal.sealed())).toEqual([1, 5]);
    await journal.close();
    const again = await open(folder);
    expect(await numbersOf(again.sealed())).toEqual([1, 5]);
    await again.close();
    expect(lines.filter((line) => line.level === 40)).toHaveLength(1);
  });

  it('is not hammered: until the next tick appends are refused without touching the disk', async () => {
    const { disk, state } = smallDisk();
    const journal = await open(temporaryFolder(), { disk });
    state.createFails = true;
    await expect(journal.append(blockOf([row(1)]))).rejects.toMatchObject(FULL);
    const { creates } = state;
    const settled = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => journal.append(blockOf([row(n)]))));
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    expect(state.creates).toBe(creates);
    await journal.close();
  });

  it('leaves nothing of a refused append in the file', async () => {
    const { disk, state } = smallDisk();
    const folder = temporaryFolder();
    const journal = await open(folder, { disk });
    await journal.append(blockOf([row(1)]));
    const [file = ''] = segmentFiles(folder);
    const before = statSync(file).size - END_MARK;
    state.room = 30;
    await expect(journal.append(blockOf([row(2)]))).rejects.toMatchObject(FULL);
    expect(statSync(file).size).toBe(before);
    await journal.close();
  });

  it('leaves no file of a segment whose first write failed', async () => {
    const { disk, state } = smallDisk();
    const folder = temporaryFolder();
    const journal = await open(folder, { disk });
    state.room = 10;
    await expect(journal.append(blockOf([row(1)]))).rejects.toMatchObject(FULL);
    expect(segmentFiles(folder)).toEqual([]);
    state.createFails = true;
    await nextTick();
    await expect(journal.append(blockOf([row(2)]))).rejects.toMatchObject(FULL);
    expect(journal.status()).toMatchObject({ waitingRows: 0, waitingBytes: 0, segments: 0 });
    await journal.close();
  });

  it('does not answer for a segment whose name could not be made durable, nor store it later', async () => {
    const { disk, state } = smallDisk();
    const folder = temporaryFolder();
    const { log, lines } = rememberingLog();
    const journal = await open(folder, { disk, log });
    state.syncFails = true;
    await expect(journal.append(blockOf([row(1)]))).rejects.toMatchObject(FULL);
    state.syncFails = false;
    await nextTick();
    await journal.append(blockOf([row(2)]));
    await journal.seal();
    expect(await numbersOf(journal.sealed())).toEqual([2]);
    await journal.close();
    expect(lines.some((line) => line.level === 50)).toBe(true);
  });

  it('gives back what rode along, so that it is written when space returns', async () => {
    const { disk, state } = smallDisk();
    let waiting = 3;
    const journal = await open(temporaryFolder(), {
      disk,
      beforeCommit: () => {
        const taken = waiting;
        waiting = 0;
        return { rows: taken === 0 ? [] : [row(taken, 'counted', 'ledger')], giveBack: () => (waiting += taken) };
      },
    });
    state.room = 10;
    await expect(journal.append(blockOf([row(1)]))).rejects.toMatchObject(FULL);
    expect(waiting).toBe(3);
    waiting += 1;
    state.room = Infinity;
    await vi.waitFor(() => expect(journal.status().waitingRows).toBe(1), { timeout: 3_000 });
    await journal.seal();
    expect(await numbersOf(journal.sealed(), 'ledger')).toEqual([4]);
    expect(waiting).toBe(0);
    await journal.close();
  });
});

describe('the budget', () => {
  it('refuses when it is reached, takes again when segments are removed', async () => {
    const journal = await open(temporaryFolder(), { limits: { budget: 20_000 } });
    let accepted = 0;
    const fill = async (): Promise<void> => {
      for (;;) {
        await journal.append(blockOf([row(accepted, 'x'.repeat(1_000))]));
        accepted += 1;
      }
    };
    await expect(fill()).rejects.toMatchObject(FULL);
    expect(accepted).toBeGreaterThan(10);
    expect(journal.status().waitingBytes).toBeLessThanOrEqual(20_000);
    expect(journal.status().failing).toBe(false);
    await journal.seal();
    for (const segment of journal.sealed()) await journal.remove(segment);
    expect(journal.status().waitingBytes).toBe(0);
    await journal.append(blockOf([row(1, 'x'.repeat(10_000))]));
    await journal.close();
  });

  it('counts segments found at the start', async () => {
    const folder = temporaryFolder();
    const journal = await open(folder);
    await journal.append(blockOf([row(1, 'x'.repeat(10_000))]));
    await journal.close();
    const again = await open(folder, { limits: { budget: 10_500 } });
    await expect(again.append(blockOf([row(2, 'x'.repeat(1_000))]))).rejects.toMatchObject(FULL);
    await again.close();
  });

  it('bounds what waits in memory', async () => {
    const journal = await open(temporaryFolder(), { limits: { pending: 5_000 } });
    const appends = Array.from({ length: 10 }, (_, n) => journal.append(blockOf([row(n, 'x'.repeat(1_000))])));
    const settled = await Promise.allSettled(appends);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await journal.append(blockOf([row(11, 'x'.repeat(1_000))]));
    await journal.close();
  });
});

it('refuses to open over a file that stands in its way, and gives the lock back', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'state.json'), 'not json');
  const journal = await open(folder);
  await journal.close();
  const failing = { create: () => Promise.reject(failure('EIO')), reuse: () => Promise.reject(failure('EIO')), syncFolder: () => Promise.reject(failure('EIO')) };
  await expect(open(folder, { disk: failing })).rejects.toMatchObject({ code: 'EIO' });
  const after = await open(folder);
  await after.close();
});
