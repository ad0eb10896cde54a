import { describe, expect, it } from 'vitest';
import { createTabulated } from '../../src/collect/tabulated.js';

const BITS = 15;
const SLOTS = 2 ** BITS;
const IDS = 10_000;

/** The longest row of places without a free one between them, when ids stand where they belong or at the next free place. */
function longestRun(spread: (high: number, low: number) => number, idAt: (n: number) => readonly [high: number, low: number]): number {
  const taken = new Uint8Array(SLOTS);
  for (let n = 0; n < IDS; n++) {
    let slot = spread(...idAt(n)) >>> (32 - BITS);
    while (taken[slot] === 1) slot = (slot + 1) % SLOTS;
    taken[slot] = 1;
  }
  let [longest, run] = [0, 0];
  // Twice around, as the last place stands before the first.
  for (let at = 0; at < 2 * SLOTS; at++) {
    run = taken[at % SLOTS] === 1 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

describe('ids spread by tables', () => {
  it.each([
    ['that follow one another', (n: number) => [7, (4_294_960_000 + n) >>> 0] as const],
    ['that are a multiple of a power of two apart', (n: number) => [n >>> 4, (n << 28) >>> 0] as const],
    ['that differ in their upper half alone', (n: number) => [n, 12_345] as const],
  ])('stand near where they belong, in whatever process: ids %s', (_, idAt) => {
    // By chance alone the longest is some 30 to 60 at this load.
    for (let drawn = 0; drawn < 400; drawn++) expect(longestRun(createTabulated(), idAt)).toBeLessThan(200);
  });

  it('are the same each time, and others in another process', () => {
    const [one, another] = [createTabulated(), createTabulated()];
    const ids = Array.from({ length: 100 }, (_, n) => [n, n * 7] as const);
    expect(ids.map((id) => one(...id))).toEqual(ids.map((id) => one(...id)));
    expect(ids.map((id) => one(...id))).not.toEqual(ids.map((id) => another(...id)));
  });
});
