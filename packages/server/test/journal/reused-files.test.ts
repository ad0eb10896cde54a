import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { scanSegment } from '../../src/journal/scan.js';
import { numbersOf, open, rememberingLog, row, segmentFiles, SHORT_COLUMNS, temporaryFolder } from './opened.js';
import { blockOf } from './rows-of.js';

/* A stored segment's file is written over by a later one. What stands behind the later one's end are remains. */

const WARN = 40;
const LONG = 'x'.repeat(1_000);
const inode = (file: string): number => statSync(file).ino;
const spares = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.spare'));

/** Stores a segment of 100 long rows, and gives the inode of its file. */
async function storeOne(journal: Awaited<ReturnType<typeof open>>, folder: string, first: number): Promise<number> {
  for (let n = 0; n < 100; n += 1) await journal.append(blockOf([row(first + n, LONG)]));
  await journal.seal();
  const [segment] = journal.sealed();
  const [file = ''] = segmentFiles(folder);
  const found = inode(file);
  if (segment === undefined) throw new Error('nothing was sealed');
  await journal.remove(segment);
  return found;
}

it('a stored segment’s file is written over; the rows are the later ones, also after a restart', async () => {
  const folder = temporaryFolder();
  const journal = await open(folder);
  const used = await storeOne(journal, folder, 0);
  expect(spares(folder)).toHaveLength(1);
  // The next one was made ready before there was a spare file; the one after it takes it.
  await journal.append(blockOf([row(500)]));
  await journal.seal();
  await journal.append(blockOf([row(501), row(502)]));
  const file = segmentFiles(folder).find((one) => inode(one) === used) ?? '';
  expect(statSync(file).size).toBeGreaterThan(100_000);
  await journal.append(blockOf([row(503)]));
  await journal.seal();
  expect(await numbersOf(journal.sealed())).toEqual([500, 501, 502, 503]);
  expect(journal.sealed().reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(5_000);
  await journal.close();

  const { log, lines } = rememberingLog();
  const again = await open(folder, { log });
  expect(await numbersOf(again.sealed())).toEqual([500, 501, 502, 503]);
  expect(lines.filter(({ level }) => level >= WARN)).toEqual([]);
  expect(statSync(file).size).toBeLessThan(5_000);
  await again.close();
});

/** A segment of six frames over the remains of another, as it was before each of its writes, and as it is on disk. */
async function reused(): Promise<{ seq: number; states: Buffer[] }> {
  const folder = temporaryFolder();
  const journal = await open(folder);
  const used = await storeOne(journal, folder, 0);
  await journal.append(blockOf([row(500)]));
  await vi.waitFor(() => expect(segmentFiles(folder).some((one) => inode(one) === used)).toBe(true));
  await journal.seal();
  const file = segmentFiles(folder).find((one) => inode(one) === used) ?? '';
  const states = [readFileSync(file)];
  for (let n = 1; n <= 6; n += 1) {
    await journal.append(blockOf([row(n, `页 ${'y'.repeat(n * 40)}`)]));
    states.push(readFileSync(file));
  }
  await journal.seal();
  const segment = journal.sealed().at(-1);
  await journal.close();
  return { seq: segment?.seq ?? 0, states };
}

const numbers = (bytes: Buffer, seq: number): number[] =>
  scanSegment(bytes, seq, SHORT_COLUMNS).ranges.visits.flatMap(({ start, end }) => bytes.subarray(start, end).toString().trimEnd().split('\n').map((line) => (JSON.parse(line) as number[])[1] ?? -1));

it('made ready and never written to: no row, nothing to report', async () => {
  const { seq, states } = await reused();
  const [bytes = Buffer.alloc(0)] = states;
  expect(scanSegment(bytes, seq, SHORT_COLUMNS)).toMatchObject({ damage: [], torn: null, end: 0, rows: { visits: 0 } });
});

it('a write that ends at any byte: what was acknowledged before is whole, and nothing of the remains is taken', async () => {
  const { seq, states } = await reused();
  for (let n = 1; n < states.length; n += 1) {
    const [before, after] = [states[n - 1] ?? Buffer.alloc(0), states[n] ?? Buffer.alloc(0)];
    const first = [...before.keys()].find((at) => before[at] !== after[at]) ?? 0;
    const acknowledged = Array.from({ length: n - 1 }, (_, i) => i + 1);
    const { end } = scanSegment(after, seq, SHORT_COLUMNS);
    let last = first;
    for (let at = first; at < after.length; at += 1) if (before[at] !== after[at]) last = at;
    for (let cut = first; cut <= last; cut += 1) {
      const torn = Buffer.concat([after.subarray(0, cut), before.subarray(cut)]);
      const found = numbers(torn, seq);
      // Only the end mark may still be missing, or bytes that stood there before by chance.
      const whole = torn.subarray(0, end).equals(after.subarray(0, end));
      expect({ n, cut, found }).toEqual({ n, cut, found: whole ? [...acknowledged, n] : acknowledged });
    }
  }
});

it('sectors of a write in any order: what was acknowledged before is whole', async () => {
  const { seq, states } = await reused();
  const SECTOR = 64;
  for (let n = 2; n < states.length; n += 1) {
    const [before, after] = [states[n - 1] ?? Buffer.alloc(0), states[n] ?? Buffer.alloc(0)];
    const differing = Array.from({ length: Math.ceil(after.length / SECTOR) }, (_, i) => i * SECTOR).filter((at) => !before.subarray(at, at + SECTOR).equals(after.subarray(at, at + SECTOR)));
    for (let mask = 0; mask < 2 ** Math.min(differing.length, 10); mask += 1) {
      const mixed = Buffer.from(before);
      differing.forEach((at, i) => {
        if (mask & (1 << i)) after.copy(mixed, at, at, at + SECTOR);
      });
      const found = numbers(mixed, seq);
      expect(found.slice(0, n - 1)).toEqual(Array.from({ length: n - 1 }, (_, i) => i + 1));
      expect(found.slice(n - 1)).toEqual(found.length >= n ? [n] : []);
    }
  }
});

it('one bit flipped at every byte of it: only the frame that holds it is set aside, and it is reported', async () => {
  const { seq, states } = await reused();
  const bytes = states.at(-1) ?? Buffer.alloc(0);
  const { end } = scanSegment(bytes, seq, SHORT_COLUMNS);
  for (let at = 0; at < end; at += 1) {
    const broken = Buffer.from(bytes);
    broken.writeUInt8(broken.readUInt8(at) ^ (1 << (at % 8)), at);
    const { damage, torn } = scanSegment(broken, seq, SHORT_COLUMNS);
    const found = numbers(broken, seq);
    expect({ at, reported: damage.length + Number(torn !== null), lost: 6 - found.length <= 1 }).toEqual({ at, reported: 1, lost: true });
  }
});

it('keeps few spare files, and none over a restart or after closing', async () => {
  const folder = temporaryFolder();
  const journal = await open(folder);
  for (let segment = 0; segment < 6; segment += 1) {
    for (let n = 0; n < 100; n += 1) await journal.append(blockOf([row(n, LONG)]));
    await journal.seal();
  }
  for (const segment of journal.sealed()) await journal.remove(segment);
  expect(spares(folder)).toHaveLength(3);
  await journal.close();
  expect(readdirSync(folder).toSorted()).toEqual(['lock', 'state.json']);
  writeFileSync(join(folder, '1.spare'), 'left by a process that was killed');
  const again = await open(folder);
  expect(spares(folder)).toEqual([]);
  await again.close();
});

it('a short segment’s file is not worth keeping', async () => {
  const folder = temporaryFolder();
  const journal = await open(folder);
  await journal.append(blockOf([row(1)]));
  await journal.seal();
  for (const segment of journal.sealed()) await journal.remove(segment);
  expect(spares(folder)).toEqual([]);
  await journal.close();
});
