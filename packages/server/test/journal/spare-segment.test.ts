import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Journal } from '../../src/journal/journal.js';
import { type Disk, nodeDisk } from '../../src/journal/segment-file.js';
import { numbersOf, open, rememberingLog, row, segmentFiles, temporaryFolder } from './opened.js';

const limits = { rows: 6, bytes: 10_000, busyRows: 3, ageMs: 60_000 };

/** A journal whose second segment, with rows 7 and 8, is a spare that was made while the first was written. */
async function onSpare(): Promise<{ folder: string; journal: Journal }> {
  const folder = temporaryFolder();
  const journal = await open(folder, { limits });
  for (const n of [1, 2, 3]) await journal.append([row(n)]);
  await vi.waitFor(() => expect(statSync(join(folder, 'spare.new')).size).toBe(limits.bytes));
  expect(readFileSync(join(folder, 'spare.new')).every((byte) => byte === 0)).toBe(true);
  // It is ready a turn of the event loop after its last byte.
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (const n of [4, 5, 6, 7, 8]) await journal.append([row(n)]);
  expect(existsSync(join(folder, 'spare.new'))).toBe(false);
  return { folder, journal };
}

/** The folder as a sudden end would leave it. */
function cutOff(folder: string): string {
  const left = temporaryFolder();
  cpSync(folder, left, { recursive: true, filter: (path) => !/lock|owner/u.test(path) });
  return left;
}

describe('a spare segment', () => {
  it('becomes the next segment of a busy journal, and is cut to its rows when it is sealed', async () => {
    const { folder, journal } = await onSpare();
    const [, second = ''] = segmentFiles(folder);
    expect(statSync(second).size).toBe(limits.bytes);
    await journal.seal();
    expect(statSync(second).size).toBe(journal.sealed()[1]?.bytes);
    expect(await numbersOf(journal.sealed())).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await journal.close();
  });

  it('gives every acknowledged row after a sudden end, and nobody is warned of its zeros', async () => {
    const { folder, journal } = await onSpare();
    const left = cutOff(folder);
    await journal.close();
    const { log, lines } = rememberingLog();
    const again = await open(left, { log });
    expect(await numbersOf(again.sealed())).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
    await again.close();
  });

  it('tells a torn last frame from a damaged one, also in front of zeros', async () => {
    const { folder, journal } = await onSpare();
    const [torn, damaged] = [cutOff(folder), cutOff(folder)];
    await journal.close();
    for (const [left, harm] of [
      [torn, (bytes: Buffer, end: number) => bytes.fill(0, end - 5)],
      [damaged, (bytes: Buffer, end: number) => bytes.writeUInt8(bytes.readUInt8(end - 5) ^ 1, end - 5)],
    ] as const) {
      const [, file = ''] = segmentFiles(left);
      const bytes = readFileSync(file);
      harm(bytes, bytes.lastIndexOf('\n') + 1);
      writeFileSync(file, bytes);
    }
    const reports = [];
    for (const left of [torn, damaged]) {
      const { log, lines } = rememberingLog();
      const again = await open(left, { log });
      const levels = lines.map(({ level }) => level).filter((level) => level >= 40);
      reports.push({ numbers: await numbersOf(again.sealed()), levels });
      await again.close();
    }
    expect(reports).toEqual([
      { numbers: [1, 2, 3, 4, 5, 6, 7], levels: [40] },
      { numbers: [1, 2, 3, 4, 5, 6, 7], levels: [50] },
    ]);
  });

  it('is done without when there is no room for one', async () => {
    const real = nodeDisk();
    const reserve = vi.fn<Disk['reserve']>().mockRejectedValue(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' }));
    const journal = await open(temporaryFolder(), { limits, disk: { ...real, reserve } });
    for (let n = 1; n <= 14; n += 1) await journal.append([row(n)]);
    await journal.seal();
    expect(await numbersOf(journal.sealed())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(reserve).toHaveBeenCalled();
    await journal.close();
  });
});
