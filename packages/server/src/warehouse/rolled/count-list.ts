/**
 * Values and how often each occurs, most first. Made once for many askings: what an asking adds costs as much as it is, not as much as is there.
 */
export type Counts = ReadonlyMap<string, number>;
export type Counted = readonly [value: string, num: number];

/** Most first, then by the bytes of the value: the order in which the store gives groups that are ordered by their number. */
export function mostFirst([a, x]: Counted, [b, y]: Counted): number {
  return y - x || byBytes(a, b);
}

/** The first half of a pair, which UTF-16 puts before U+E000 and its bytes put behind. */
const SURROGATE = 0xd800;

/** As the store compares texts: by their bytes, which is by code point. */
export function byBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (x !== y) return x < SURROGATE || y < SURROGATE ? x - y : (a.codePointAt(i) ?? 0) - (b.codePointAt(i) ?? 0);
  }
  return a.length - b.length;
}

/** The least of the highest `most` numbers; 0 where there are no more. */
export function leastOfHighest(numbers: Float64Array, most: number): number {
  return numbers.length <= most ? 0 : (numbers.toSorted()[numbers.length - most] ?? 0);
}

/** The first `most` by some order, most first. Putting all into order takes as long as asking for them. */
export function firstOf<T>(all: readonly T[], most: number, numOf: (one: T) => number, order: (a: T, b: T) => number): T[] {
  const least = leastOfHighest(Float64Array.from(all, numOf), most);
  return all.filter((one) => numOf(one) >= least).toSorted(order).slice(0, most);
}

const LEAST = 1_000;

export class CountList {
  readonly #counts: ReadonlyMap<string, number>;
  /** The first of them, in order: at least so many, or all. */
  #first: { readonly counted: readonly Counted[]; readonly most: number } = { counted: [], most: 0 };
  readonly total: number;

  constructor(counts: Counts) {
    this.#counts = counts;
    let total = 0;
    for (const num of counts.values()) total += num;
    this.total = total;
  }

  get size(): number {
    return this.#counts.size;
  }

  of(value: string): number {
    return this.#counts.get(value) ?? 0;
  }

  /** Its values and those of the others, together. */
  with(others: CountList): CountList {
    if (others.size === 0) return this;
    const sum = new Map(this.#counts);
    for (const [value, num] of others) sum.set(value, (sum.get(value) ?? 0) + num);
    return new CountList(sum);
  }

  /** How many values there are with the others. */
  sizeWith(others: CountList): number {
    let size = this.size;
    for (const [value] of others) if (!this.#counts.has(value)) size += 1;
    return size;
  }

  /** The first `most` of what `with(others)` holds, most first. */
  firstWith(others: CountList, most: number): Counted[] {
    const changed = [...others].map(([value, num]): Counted => [value, num + this.of(value)]);
    const first: Counted[] = [];
    for (const counted of this.#mostFirst(most + others.size)) {
      if (first.length === most) break;
      if (others.of(counted[0]) === 0) first.push(counted);
    }
    return firstOf([...first, ...changed], most, ([, num]) => num, mostFirst);
  }

  /** So many at least are in order, and a good deal more, for whoever asks next. */
  #mostFirst(most: number): readonly Counted[] {
    if (this.#first.most < Math.min(most, this.size)) {
      const enough = Math.max(LEAST, 2 * most);
      const least = leastOfHighest(Float64Array.from(this.#counts.values()), enough);
      this.#first = { counted: [...this.#counts].filter(([, num]) => num >= least).toSorted(mostFirst), most: enough };
    }
    return this.#first.counted;
  }

  [Symbol.iterator](): Iterator<Counted> {
    return this.#counts.entries();
  }
}
