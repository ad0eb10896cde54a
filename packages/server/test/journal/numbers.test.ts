import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/journal/journal.js';
import { numbersOf, open, rememberingLog, row, START, temporaryFolder } from './opened.js';
import { blockOf } from './rows-of.js';

async function sealOne(journal: Journal): Promise<number> {
  await journal.append(blockOf([row(1)]));
  await journal.seal();
  return journal.sealed().at(-1)?.seq ?? 0;
}

async function emptyAndClose(journal: Journal): Promise<void> {
  for (const segment of journal.sealed()) await journal.remove(segment);
  await journal.close();
}

describe('batch numbers', () => {
  it('rise within a run and stay exact in a double', async () => {
    const journal = await open(temporaryFolder());
    const numbers = [await sealOne(journal), await sealOne(journal), await sealOne(journal)];
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(new Set(numbers).size).toBe(3);
    expect(numbers.every(Number.isSafeInteger)).toBe(true);
    await journal.close();
  });

  it('are not used again after a restart over an empty folder, whatever the clock says', async () => {
    const folder = temporaryFolder();
    const first = await open(folder, { now: () => START });
    const used = [await sealOne(first), await sealOne(first)];
    await emptyAndClose(first);
    for (const now of [START - 86_400_000, START, START + 1]) {
      const journal = await open(folder, { now: () => now });
      const next = await sealOne(journal);
      expect(next).toBeGreaterThan(Math.max(...used));
      used.push(next);
      await emptyAndClose(journal);
    }
  });

  it('are promised to disk before they are used, past the first thousand too', async () => {
    const folder = temporaryFolder();
    const journal = await open(folder, { now: () => START, limits: { rows: 1 } });
    for (let n = 0; n < 1_050; n += 1) await journal.append(blockOf([row(n)]));
    const last = journal.sealed().at(-1)?.seq ?? 0;
    const state = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as { highWater: number };
    expect(state.highWater * 1_024).toBeGreaterThan(last);
    await emptyAndClose(journal);
    const again = await open(folder, { now: () => START });
    expect(await sealOne(again)).toBeGreaterThan(last);
    await again.close();
  });

  it('go on above the segments on disk when the state is lost, under a new name', async () => {
    const folder = temporaryFolder();
    const first = await open(folder, { now: () => START });
    const seq = await sealOne(first);
    const token = first.sealed()[0]?.token('visits');
    await first.close();
    rmSync(join(folder, 'state.json'));
    const { log, lines } = rememberingLog();
    const again = await open(folder, { now: () => START - 1_000_000, log });
    expect(await sealOne(again)).toBeGreaterThan(seq);
    expect(again.sealed()[0]).toMatchObject({ seq, stale: true });
    expect(again.sealed()[0]?.token('visits')).not.toBe(token);
    expect(lines.some((line) => line.level === 50)).toBe(true);
    await again.close();
  });

  it('of two folders are apart even when both were made in the same millisecond', async () => {
    const lanes = new Set<number>();
    for (let n = 0; n < 12; n += 1) {
      const journal = await open(temporaryFolder(), { now: () => START });
      lanes.add((await sealOne(journal)) % 1_024);
      await journal.close();
    }
    expect(lanes.size).toBeGreaterThan(6);
  });
});

describe('tokens', () => {
  it('of what is left when the process starts again are not trusted, and differ by table', async () => {
    const folder = temporaryFolder();
    const first = await open(folder);
    const seq = await sealOne(first);
    const token = first.sealed()[0]?.token('visits');
    await first.close();
    const again = await open(folder);
    const [left] = again.sealed();
    expect(left).toMatchObject({ seq, stale: true });
    if (left === undefined) return;
    const renewed = await again.renew(left);
    expect(renewed.token('visits')).not.toBe(token);
    expect(renewed.token('ledger')).not.toBe(renewed.token('visits'));
    await again.close();
  });

  it('of a batch that was not answered are replaced while the process lives, each time anew', async () => {
    const journal = await open(temporaryFolder());
    await sealOne(journal);
    const tokens = new Set<string>();
    for (let n = 0; n < 3; n += 1) {
      const [segment] = journal.sealed();
      if (segment === undefined) throw new Error('nothing is sealed');
      tokens.add(segment.token('visits'));
      journal.distrust(segment);
      const [stale] = journal.sealed();
      expect(stale?.stale).toBe(true);
      if (stale !== undefined) await journal.renew(stale);
    }
    tokens.add(journal.sealed()[0]?.token('visits') ?? '');
    expect(tokens.size).toBe(4);
    await journal.close();
  });

  it.each([
    ['another start of the kernel', 'boot-two'],
    ['a kernel that can not be told', null],
  ])('are not trusted after %s: stale until renewed, then fresh', async (_, boot) => {
    const folder = temporaryFolder();
    const first = await open(folder);
    const seq = await sealOne(first);
    const token = first.sealed()[0]?.token('visits') ?? '';
    await first.close();

    const second = await open(folder, { bootId: () => Promise.resolve(boot) });
    const [stale] = second.sealed();
    expect(stale).toMatchObject({ seq, stale: true });
    if (stale === undefined) return;
    const renewed = await second.renew(stale);
    expect(renewed).toMatchObject({ seq, stale: false });
    const fresh = renewed.token('visits');
    expect(fresh).not.toBe(token);
    expect(second.sealed()).toEqual([renewed]);
    expect(await numbersOf(second.sealed())).toEqual([1]);
    await second.close();
  });

  it('after a second power cut during recovery are fresh again, never the one used before', async () => {
    const folder = temporaryFolder();
    const tokens = new Set<string>();
    const first = await open(folder);
    await sealOne(first);
    tokens.add(first.sealed()[0]?.token('visits') ?? '');
    await first.close();
    for (const boot of ['b', 'c', 'd']) {
      const journal = await open(folder, { bootId: () => Promise.resolve(boot) });
      const [stale] = journal.sealed();
      expect(stale?.stale).toBe(true);
      if (stale !== undefined) tokens.add((await journal.renew(stale)).token('visits'));
      await journal.close();
    }
    expect(tokens.size).toBe(4);
  });

  it('have the epoch on disk before the first of it is used', async () => {
    const folder = temporaryFolder();
    const first = await open(folder);
    await first.close();
    const epoch = (): number => (JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as { epoch: number }).epoch;
    const before = epoch();
    const second = await open(folder, { bootId: () => Promise.resolve('other') });
    expect(epoch()).toBe(before + 1);
    await second.close();
  });
});

it('makes its folder, with parents', async () => {
  const folder = join(temporaryFolder(), 'a', 'b');
  const journal = await open(folder);
  await journal.append(blockOf([row(1)]));
  await journal.close();
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['lock', 'state.json']));
});
