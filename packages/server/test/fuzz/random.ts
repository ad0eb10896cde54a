/** Random numbers that a seed repeats (mulberry32, public domain). */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
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
