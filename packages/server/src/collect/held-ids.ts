import { createTabulated } from './tabulated.js';

const FIRST_BITS = 10;
const FIRST_SLOTS = 2 ** FIRST_BITS;
const HALF_BITS = 32;

/** Nobody outside knows it, so that a sender can not choose ids that stand in one another's way. */
const spread = createTabulated();

/**
 * Which 64-bit ids are held, and by whom, in flat arrays: a map of texts costs the collector of garbage all of them anew each
 * time. An id is given as its two unsigned 32-bit halves; a holder is a number from 1. Where an id belongs is the upper bits of
 * what it is spread to.
 */
export class HeldIds {
  #shift = HALF_BITS - FIRST_BITS;
  #high = new Uint32Array(FIRST_SLOTS);
  #low = new Uint32Array(FIRST_SLOTS);
  /** 0 where nothing stands. */
  #holders = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Who holds an id, 0 for nobody. */
  holderOf(high: number, low: number): number {
    return this.#holders[this.#slotOf(high, low)] ?? 0;
  }

  /** Holds an id that nobody holds yet. @returns 0 then; else who holds it, and nothing changes */
  hold(high: number, low: number, holder: number): number {
    const slot = this.#slotOf(high, low);
    const other = this.#holders[slot] ?? 0;
    if (other !== 0) return other;
    this.#put(slot, high, low, holder);
    this.#size += 1;
    // At most half full, so that a search ends after a few steps.
    if (this.#size * 2 > this.#holders.length) this.#grow();
    return 0;
  }

  /** An id that is not held is let be. */
  letGo(high: number, low: number): void {
    const mask = this.#holders.length - 1;
    let gap = this.#slotOf(high, low);
    if (this.#holders[gap] === 0) return;
    this.#size -= 1;
    // Those behind the gap move up to it unless they would then stand before their own place: no search may end at a gap before what it looks for.
    for (let at = (gap + 1) & mask; this.#holders[at] !== 0; at = (at + 1) & mask) {
      const own = this.#own(this.#high[at] ?? 0, this.#low[at] ?? 0);
      if (((at - own) & mask) < ((at - gap) & mask)) continue;
      this.#put(gap, this.#high[at] ?? 0, this.#low[at] ?? 0, this.#holders[at] ?? 0);
      gap = at;
    }
    this.#holders[gap] = 0;
  }

  /** Lets go of all of them; the room is for others. */
  clear(): void {
    this.#holders.fill(0);
    this.#size = 0;
  }

  #put(slot: number, high: number, low: number, holder: number): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#holders[slot] = holder;
  }

  /** Where an id belongs when nothing is in its way. */
  #own(high: number, low: number): number {
    return spread(high, low) >>> this.#shift;
  }

  /** Where an id stands, or the free place where it belongs. */
  #slotOf(high: number, low: number): number {
    const mask = this.#holders.length - 1;
    let slot = this.#own(high, low);
    while (this.#holders[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [high, low, holders] = [this.#high, this.#low, this.#holders];
    const slots = holders.length * 2;
    this.#shift -= 1;
    this.#high = new Uint32Array(slots);
    this.#low = new Uint32Array(slots);
    this.#holders = new Uint32Array(slots);
    for (let at = 0; at < holders.length; at++) {
      const holder = holders[at] ?? 0;
      if (holder !== 0) this.#put(this.#slotOf(high[at] ?? 0, low[at] ?? 0), high[at] ?? 0, low[at] ?? 0, holder);
    }
  }
}
