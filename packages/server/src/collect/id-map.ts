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
 * At most `size` 64-bit ids with a number each, in flat arrays: a map of strings would keep every text alive, and the garbage
 * collector would carry each of them along. Ids are compared whole.
 */
export class IdMap {
  readonly #mask: number;
  readonly #upper: Float64Array;
  readonly #lower: Uint32Array;
  readonly #numbers: Uint32Array;
  #count = 0;

  constructor(readonly size: number) {
    // At most half full, so that a search ends after a few steps.
    const slots = 2 ** Math.ceil(Math.log2(Math.max(size, 8) * 2));
    this.#mask = slots - 1;
    this.#upper = new Float64Array(slots).fill(EMPTY);
    this.#lower = new Uint32Array(slots);
    this.#numbers = new Uint32Array(slots);
  }

  get count(): number {
    return this.#count;
  }

  /** An id's number; undefined when it is not there. */
  get(id: IdDigits): number | undefined {
    const slot = this.#slotOf(id);
    return this.#upper[slot] === EMPTY ? undefined : this.#numbers[slot];
  }

  /** Adds an id, or gives it another number (an unsigned integer of 32 bits); the caller sees to it that there is room. */
  set(id: IdDigits, number: number): void {
    const slot = this.#slotOf(id);
    if (this.#upper[slot] === EMPTY) this.#count += 1;
    this.#put(slot, id, number);
  }

  /** An id that is not there is let be. */
  delete(id: IdDigits): void {
    let gap = this.#slotOf(id);
    if (this.#upper[gap] === EMPTY) return;
    this.#count -= 1;
    // Those behind the gap move up to it unless they would then stand before their own place: no search may end at a gap before what it looks for.
    for (let at = (gap + 1) & this.#mask; this.#upper[at] !== EMPTY; at = (at + 1) & this.#mask) {
      const other = { upper: this.#upper[at] ?? 0, lower: this.#lower[at] ?? 0 };
      if (((at - this.#own(other)) & this.#mask) < ((at - gap) & this.#mask)) continue;
      this.#put(gap, other, this.#numbers[at] ?? 0);
      gap = at;
    }
    this.#upper[gap] = EMPTY;
  }

  clear(): void {
    this.#upper.fill(EMPTY);
    this.#count = 0;
  }

  #put(slot: number, { upper, lower }: IdDigits, number: number): void {
    this.#upper[slot] = upper;
    this.#lower[slot] = lower;
    this.#numbers[slot] = number;
  }

  /** Where an id belongs when nothing is in its way. */
  #own({ upper, lower }: IdDigits): number {
    const mixed = Math.imul(lower ^ Math.imul(upper, 0x9e3779b1), 0x85ebca6b) >>> 0;
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }

  /** Where an id stands, or the free place where it belongs. */
  #slotOf(id: IdDigits): number {
    let slot = this.#own(id);
    while (this.#upper[slot] !== EMPTY && (this.#upper[slot] !== id.upper || this.#lower[slot] !== id.lower)) slot = (slot + 1) & this.#mask;
    return slot;
  }
}
