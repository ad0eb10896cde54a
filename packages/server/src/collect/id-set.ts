const EMPTY = -1;
const BILLION = 9;

/** A 64-bit id as numbers: its digits before the last nine, and those. */
export interface IdDigits {
  readonly upper: number;
  readonly lower: number;
}

/** @param id decimal text */
export function digitsOf(id: string): IdDigits {
  return { upper: Number(id.slice(0, -BILLION)), lower: Number(id.slice(-BILLION)) };
}

/**
 * A set of at most `size` 64-bit ids in two flat arrays: a set of strings would keep every text alive, and the garbage
 * collector would carry each of them along. Ids are compared whole.
 */
export class IdSet {
  readonly #mask: number;
  readonly #upper: Float64Array;
  readonly #lower: Uint32Array;
  #count = 0;

  constructor(readonly size: number) {
    // At most half full, so that a search ends after a few steps.
    const slots = 2 ** Math.ceil(Math.log2(Math.max(size, 8) * 2));
    this.#mask = slots - 1;
    this.#upper = new Float64Array(slots).fill(EMPTY);
    this.#lower = new Uint32Array(slots);
  }

  get count(): number {
    return this.#count;
  }

  has({ upper, lower }: IdDigits): boolean {
    return this.#upper[this.#slotOf(upper, lower)] !== EMPTY;
  }

  /** Adds an id; the caller sees to it that there is room. */
  add({ upper, lower }: IdDigits): void {
    const slot = this.#slotOf(upper, lower);
    if (this.#upper[slot] !== EMPTY) return;
    this.#upper[slot] = upper;
    this.#lower[slot] = lower;
    this.#count += 1;
  }

  clear(): void {
    this.#upper.fill(EMPTY);
    this.#count = 0;
  }

  /** Where an id stands, or the free place where it belongs. */
  #slotOf(upper: number, lower: number): number {
    let slot = Math.imul(lower ^ Math.imul(upper, 0x9e3779b1), 0x85ebca6b) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.#mask;
    while (this.#upper[slot] !== EMPTY && (this.#upper[slot] !== upper || this.#lower[slot] !== lower)) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
