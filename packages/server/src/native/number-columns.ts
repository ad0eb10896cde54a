import { digitsEnd, MINUS, NOT_TAKEN, QUOTE, ZERO } from './column.js';
import { FixedColumn } from './fixed-column.js';
import type { Growing } from './growing.js';

/** Numbers of a fixed size without a sign, up to 32 bits. */
export class UnsignedColumn extends FixedColumn {
  readonly #size: 1 | 2 | 4;
  readonly #largest: number;

  constructor(bits: 8 | 16 | 32) {
    super();
    this.#size = (bits / 8) as 1 | 2 | 4;
    this.#largest = 2 ** bits - 1;
  }

  take(bytes: Uint8Array, at: number): number {
    const end = digitsEnd(bytes, at);
    if (end === at || end - at > 10) return NOT_TAKEN;
    const value = valueOf(bytes, at, end);
    if (value > this.#largest) return NOT_TAKEN;
    this.#put(value);
    return end;
  }

  #put(value: number): void {
    const out = this.out;
    out.reserve(4);
    const { bytes } = out;
    let rest = value;
    for (let i = 0; i < this.#size; i += 1, rest >>>= 8) bytes[out.length++] = rest & 0xff;
  }
}

const TWO_32 = 2 ** 32;

/** Adds 64 bits, their halves unsigned. */
function putHalves(out: Growing, low: number, high: number): void {
  out.reserve(8);
  out.bytes.writeUInt32LE(low, out.length);
  out.bytes.writeUInt32LE(high, out.length + 4);
  out.length += 8;
}

/** Digits that a double holds exactly whatever they are. */
const EXACT_DIGITS = 15;
const TWO_15 = 2 ** 15;
const TWO_17 = 2 ** 17;

function valueOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i += 1) value = value * 10 + ((bytes[i] ?? 0) - ZERO);
  return value;
}

/** UInt64, as a number or as decimal text. */
export class Unsigned64Column extends FixedColumn {
  take(bytes: Uint8Array, at: number): number {
    const isQuoted = bytes[at] === QUOTE;
    const start = isQuoted ? at + 1 : at;
    const end = digitsEnd(bytes, start);
    if (end === start || end - start > 20 || (isQuoted && bytes[end] !== QUOTE)) return NOT_TAKEN;
    if (end - start > EXACT_DIGITS) {
      if (!this.#putLong(bytes, start, end)) return NOT_TAKEN;
    } else {
      const value = valueOf(bytes, start, end);
      const high = Math.floor(value / TWO_32);
      putHalves(this.out, value - high * TWO_32, high);
    }
    return isQuoted ? end + 1 : end;
  }

  /** Up to ten digits, and the rest behind them, multiplied out in pieces that stay below 2^53. */
  #putLong(bytes: Uint8Array, start: number, end: number): boolean {
    const scale = 10 ** (end - start - 10);
    const first = valueOf(bytes, start, start + 10);
    const upper = Math.floor(first / TWO_17);
    const product = upper * scale;
    const rest = (first - upper * TWO_17) * scale + valueOf(bytes, start + 10, end);
    const above = Math.floor(product / TWO_15);
    const restAbove = Math.floor(rest / TWO_32);
    const low = (product - above * TWO_15) * TWO_17 + (rest - restAbove * TWO_32);
    const carry = Math.floor(low / TWO_32);
    const high = above + restAbove + carry;
    if (high >= TWO_32) return false;
    putHalves(this.out, low - carry * TWO_32, high);
    return true;
  }
}

/** Shorter or longer numbers are read by the store as seconds or finer parts of them. */
const MILLISECOND_DIGITS = 13;

/** DateTime64(3) from integer milliseconds since 1970, from September 2001 on. */
export class MillisecondsColumn extends FixedColumn {
  take(bytes: Uint8Array, at: number): number {
    const end = digitsEnd(bytes, at);
    if (end - at !== MILLISECOND_DIGITS) return NOT_TAKEN;
    const value = valueOf(bytes, at, end);
    const high = Math.floor(value / TWO_32);
    putHalves(this.out, value - high * TWO_32, high);
    return end;
  }
}

const FLOAT = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;
const DOT = 0x2e;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

function isPartOfNumber(byte: number): boolean {
  return (byte >= ZERO && byte <= ZERO + 9) || byte === DOT || byte === 0x65 || byte === 0x45 || byte === 0x2b || byte === MINUS;
}

/** Float64 from a JSON number, the double that is nearest to it. */
export class FloatColumn extends FixedColumn {
  take(bytes: Uint8Array, at: number): number {
    const whole = digitsEnd(bytes, at);
    const hasDot = bytes[whole] === DOT;
    const end = hasDot ? digitsEnd(bytes, whole + 1) : whole;
    if (whole === at || (hasDot && end === whole + 1) || end - at > EXACT_DIGITS || isPartOfNumber(bytes[end] ?? 0)) return this.#takeSlowly(bytes, at);
    // Both are exact, so that their quotient is the nearest double (Clinger 1990).
    const decimals = hasDot ? end - whole - 1 : 0;
    const digits = hasDot ? valueOf(bytes, at, whole) * (POWERS[decimals] ?? 1) + valueOf(bytes, whole + 1, end) : valueOf(bytes, at, end);
    this.#put(digits / (POWERS[decimals] ?? 1));
    return end;
  }

  #takeSlowly(bytes: Uint8Array, at: number): number {
    let end = at;
    while (isPartOfNumber(bytes[end] ?? 0)) end += 1;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, end - at).toString('latin1');
    if (!FLOAT.test(text)) return NOT_TAKEN;
    this.#put(Number(text));
    return end;
  }

  #put(value: number): void {
    this.out.reserve(8);
    this.out.bytes.writeDoubleLE(value, this.out.length);
    this.out.length += 8;
  }
}
