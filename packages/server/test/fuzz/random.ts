import { randomFrom } from '../random.js';

/** Random numbers that a seed repeats. */
export function seeded(seed: number) {
  const next = randomFrom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (odds: number): boolean => next() < odds,
    pick: <T>(list: readonly T[]): T => {
      const [picked] = list.slice(below(list.length));
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    shuffled: <T>(list: readonly T[]): T[] => list.map((value) => ({ value, key: next() })).toSorted((a, b) => a.key - b.key).map(({ value }) => value),
  };
}

export type Random = ReturnType<typeof seeded>;
