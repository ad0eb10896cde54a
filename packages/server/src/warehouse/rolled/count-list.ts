/**
 * Values and how often each occurs, most first. Made once for many askings: what an asking adds costs as much as it is, not as much as is there.
 */
export type Counts = ReadonlyMap<string, number>;
export type Counted = readonly [value: string, num: number];

/** Most first, then by the bytes of the value: the order in which the store gives groups that are ordered by their number. */
export function mostFirst([a, x]: Counted, [b, y]: Counted): number {
  return y - x || byBytes(a, b);
}

/** As the store compares texts. */
export function byBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export class CountList {
  readonly #counts: ReadonlyMap<string, number>;
  #ordered: readonly Counted[] | null = null;
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
  with(others: Counts): CountList {
    if (others.size === 0) return this;
    const sum = new Map(this.#counts);
    for (const [value, num] of others) sum.set(value, (sum.get(value) ?? 0) + num);
    return new CountList(sum);
  }

  /** How many values there are with the others. */
  sizeWith(others: Counts): number {
    let size = this.size;
    for (const value of others.keys()) if (!this.#counts.has(value)) size += 1;
    return size;
  }

  /** The first `most` of what `with(others)` holds, most first. */
  firstWith(others: Counts, most: number): Counted[] {
    const changed = [...others].map(([value, num]): Counted => [value, num + this.of(value)]);
    const first: Counted[] = [];
    for (const counted of this.#mostFirst()) {
      if (first.length === most) break;
      if (!others.has(counted[0])) first.push(counted);
    }
    return [...first, ...changed].toSorted(mostFirst).slice(0, most);
  }

  #mostFirst(): readonly Counted[] {
    this.#ordered ??= [...this.#counts].toSorted(mostFirst);
    return this.#ordered;
  }

  [Symbol.iterator](): Iterator<Counted> {
    return this.#counts.entries();
  }
}
