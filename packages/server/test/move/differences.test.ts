import { describe, expect, it } from 'vitest';
import { compare } from '../../src/move/differences.js';
import type { Digest } from '../../src/warehouse/copies.js';
import { randomFrom } from '../random.js';

async function* listed(digests: readonly Digest[]): AsyncGenerator<Digest> {
  for (const digest of digests) yield digest;
}
const digest = (batch: number, rows = 10, sum = '7'): Digest => ({ batch: BigInt(batch), rows, sum });
const batches = (from: number, to: number): Digest[] => Array.from({ length: to - from + 1 }, (_, at) => digest(from + at));
const textOf = (ranges: readonly { from: bigint; to: bigint }[]): string => ranges.map(({ from, to }) => (from === to ? String(from) : `${String(from)}-${String(to)}`)).join(' ');
async function slicesOf(from: readonly Digest[], to: readonly Digest[], most = 1_000): Promise<string[]> {
  const { slices } = await compare(listed(from), listed(to), most);
  return slices.map(({ ranges, rows, stale }) => `${textOf(ranges)}: ${rows}${stale ? ', stale' : ''}`);
}

describe('what differs between two stores', () => {
  it('is nothing where both have the same batches with the same rows', async () => {
    expect(await slicesOf(batches(1, 50), batches(1, 50))).toEqual([]);
    expect(await slicesOf([], [])).toEqual([]);
    expect((await compare(listed(batches(1, 3)), listed(batches(1, 4)), 10)).rows).toEqual({ from: 30, to: 40 });
  });

  it.each([
    ['everything, in slices of so many rows', batches(1, 5), [], 20, ['1-2: 20', '3-4: 20', '5: 10']],
    ['what is missing', batches(1, 5), [digest(1), digest(5)], 1_000, ['2-4: 30']],
    ['what is there too much', [digest(1)], batches(1, 3), 1_000, ['2-3: 0, stale']],
    ['another number of rows', batches(1, 3), [digest(1), digest(2, 9), digest(3)], 1_000, ['2: 10, stale']],
    ['other rows', batches(1, 3), [digest(1), digest(2, 10, '8'), digest(3)], 1_000, ['2: 10, stale']],
    ['batches apart, in one slice', batches(1, 6), [digest(1), digest(3), digest(5), digest(6)], 1_000, ['2 4: 20']],
    ['a batch larger than a slice, by itself', [digest(1, 5), digest(2, 500), digest(3, 5)], [], 100, ['1: 5', '2: 500', '3: 5']],
  ])('is %s', async (_, from, to, most, expected) => {
    expect(await slicesOf(from, to, most)).toEqual(expected);
  });

  it('names few ranges at once: a statement travels in an address', async () => {
    const odd = batches(1, 501).filter(({ batch }) => batch % 2n === 1n);
    const { slices } = await compare(listed(batches(1, 501)), listed(odd), 1_000_000);
    expect(slices.map(({ ranges }) => ranges.length)).toEqual([100, 100, 50]);
  });

  it('covers each differing batch once and no equal one, whatever the stores hold', async () => {
    const random = randomFrom(13);
    for (let round = 0; round < 200; round += 1) {
      const side = (): Map<number, Digest> => new Map(Array.from({ length: 60 }, (_, at): [number, Digest] => [at, digest(at, 1 + Math.floor(random() * 3), random() < 0.8 ? 'same' : 'other')]).filter(() => random() < 0.7));
      const [from, to] = [side(), side()];
      const differing = Array.from({ length: 60 }, (_, at) => at).filter((at) => from.get(at)?.rows !== to.get(at)?.rows || from.get(at)?.sum !== to.get(at)?.sum);
      const { slices } = await compare(listed([...from.values()]), listed([...to.values()]), 6);
      const held = new Set([...from.keys(), ...to.keys()]);
      const covered = slices.flatMap(({ ranges }) => ranges.flatMap((range) => [...held].filter((at) => at >= range.from && at <= range.to)));
      expect(covered.toSorted((a, b) => a - b)).toEqual(differing);
      for (const { ranges, rows, stale } of slices) {
        const inside = [...held].filter((at) => ranges.some((range) => at >= range.from && at <= range.to));
        expect(rows).toBe(inside.reduce((sum, at) => sum + (from.get(at)?.rows ?? 0), 0));
        expect(stale).toBe(inside.some((at) => to.has(at)));
      }
    }
  });
});
