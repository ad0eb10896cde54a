import { NOT_TAKEN, QUOTE, type RepeatableColumn, ZERO } from './column.js';

const TWO_15 = 2 ** 15;
const TWO_17 = 2 ** 17;
const TWO_32 = 2 ** 32;
const FIRST_VALUES = 128;
/** So many digits are read at a time: what they make fits into 30 bits, in which the machine counts fastest. */
const PART = 9;
const POWERS = Array.from({ length: PART + 1 }, (_, exponent) => 10 ** exponent);
/** The largest number of 64 bits has as many. */
const MOST_DIGITS = 20;

/** Numbers of 64 bits without a sign. */
abstract class WideColumn implements RepeatableColumn {
  /** Low and high halves by turns, in the order of bytes of the machine, which is the store's. */
  #halves = new Uint32Array(2 * FIRST_VALUES);
  #length = 0;
  #low = 0;
  #high = 0;

  abstract take(bytes: Uint8Array, at: number): number;

  again(row: number): void {
    this.#low = this.#halves[2 * row] ?? 0;
    this.#high = this.#halves[2 * row + 1] ?? 0;
    this.put();
  }

  prefix(): readonly Uint8Array[] {
    return [];
  }

  data(): readonly Uint8Array[] {
    return [new Uint8Array(this.#halves.buffer, 0, 4 * this.#length)];
  }

  clear(): void {
    this.#length = 0;
  }

  /** Adds what `read` read. */
  protected put(): void {
    if (this.#length === this.#halves.length) {
      const larger = new Uint32Array(2 * this.#length);
      larger.set(this.#halves);
      this.#halves = larger;
    }
    this.#halves[this.#length++] = this.#low;
    this.#halves[this.#length++] = this.#high;
  }

  /** Reads the digits that stand at `start`. @returns where they end; NOT_TAKEN when they are more than 64 bits take */
  protected read(bytes: Uint8Array, start: number): number {
    let at = start;
    let first = 0;
    for (let digit = (bytes[at] ?? 0) - ZERO; digit >>> 0 <= 9 && at < start + PART; digit = (bytes[at] ?? 0) - ZERO) {
      first = (Math.imul(first, 10) + digit) | 0;
      at += 1;
    }
    this.#low = first;
    this.#high = 0;
    if (at < start + PART) return at;
    const middle = at;
    let second = 0;
    for (let digit = (bytes[at] ?? 0) - ZERO; digit >>> 0 <= 9 && at < middle + PART; digit = (bytes[at] ?? 0) - ZERO) {
      second = (Math.imul(second, 10) + digit) | 0;
      at += 1;
    }
    this.#append(first, at - middle, second);
    if (at < middle + PART) return at;
    for (let digit = (bytes[at] ?? 0) - ZERO; digit >>> 0 <= 9; digit = (bytes[at] ?? 0) - ZERO) {
      at += 1;
      if (at - start > MOST_DIGITS || !this.#appendDigit(digit)) return NOT_TAKEN;
    }
    return at;
  }

  /** `first`, and behind it so many digits that make `second`, multiplied out in pieces that stay below 2^53. */
  #append(first: number, digits: number, second: number): void {
    const scale = POWERS[digits] ?? 1;
    const upper = first >>> 15;
    const product = upper * scale;
    const above = Math.floor(product / TWO_17);
    const low = (product - above * TWO_17) * TWO_15 + (first - upper * TWO_15) * scale + second;
    const carry = Math.floor(low / TWO_32);
    this.#low = low - carry * TWO_32;
    this.#high = above + carry;
  }

  /** @returns false when it is more than 64 bits take */
  #appendDigit(digit: number): boolean {
    const low = this.#low * 10 + digit;
    const carry = Math.floor(low / TWO_32);
    this.#low = low - carry * TWO_32;
    this.#high = this.#high * 10 + carry;
    return this.#high < TWO_32;
  }
}

/** UInt64, as a number or as decimal text. */
export class Unsigned64Column extends WideColumn {
  take(bytes: Uint8Array, at: number): number {
    const isQuoted = bytes[at] === QUOTE;
    const start = isQuoted ? at + 1 : at;
    const end = this.read(bytes, start);
    if (end === NOT_TAKEN || end === start || (isQuoted && bytes[end] !== QUOTE)) return NOT_TAKEN;
    this.put();
    return isQuoted ? end + 1 : end;
  }
}

/** Shorter or longer numbers are read by the store as seconds or finer parts of them. */
const MILLISECOND_DIGITS = 13;

/** DateTime64(3) from integer milliseconds since 1970, from September 2001 on. */
export class MillisecondsColumn extends WideColumn {
  take(bytes: Uint8Array, at: number): number {
    const end = this.read(bytes, at);
    if (end - at !== MILLISECOND_DIGITS) return NOT_TAKEN;
    this.put();
    return end;
  }
}
