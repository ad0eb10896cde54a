/** A seeded source of chance: the same seed gives the same demo, visit for visit. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number in [low, high]. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** One of the items, each as likely as its weight. */
  weighted<T extends { readonly weight: number }>(items: readonly T[]): T;
  /** Number of events of a Poisson process with the given mean. */
  poisson(mean: number): number;
  /** Exponentially distributed with the given mean. */
  wait(mean: number): number;
  hex(digits: number): string;
}

function item<T>(items: readonly T[], at: number): T {
  const found = items[at];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}

/** Mulberry32 (public domain, Tommy Ettinger): 32 bits of state are plenty for a demo. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (items) => item(items, Math.floor(next() * items.length)),
    weighted: (items) => {
      let left = next() * items.reduce((sum, { weight }) => sum + weight, 0);
      return items.find(({ weight }) => (left -= weight) < 0) ?? item(items, items.length - 1);
    },
    poisson: (mean) => {
      // Knuth's product for small means; beyond, the normal approximation is near enough for a demo.
      if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * (next() + next() + next() + next() - 2) * 1.73));
      const limit = Math.exp(-mean);
      let product = next();
      let count = 0;
      while (product > limit) {
        product *= next();
        count += 1;
      }
      return count;
    },
    wait: (mean) => -Math.log(1 - next()) * mean,
    hex: (digits) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join(''),
  };
}
