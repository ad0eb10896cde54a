import { digitsEnd, MINUS, NOT_TAKEN, type RepeatableColumn, ZERO } from './column.js';
import { FixedColumn } from './fixed-column.js';

/** Numbers of a fixed size without a sign, up to 32 bits. */
export class UnsignedColumn extends FixedColumn implements RepeatableColumn {
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

  again(row: number): void {
    this.copyRow(row, this.#size);
  }

  #put(value: number): void {
    const out = this.out;
    out.reserve(4);
    const { bytes } = out;
    let rest = value;
    for (let i = 0; i < this.#size; i += 1, rest >>>= 8) bytes[out.length++] = rest & 0xff;
  }
}

/** Digits that a double holds exactly whatever they are. */
const EXACT_DIGITS = 15;

function valueOf(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i += 1) value = value * 10 + ((bytes[i] ?? 0) - ZERO);
  return value;
}

const FLOAT = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;
const DOT = 0x2e;
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);
const DOUBLE_BYTES = 8;

function isPartOfNumber(byte: number): boolean {
  return (byte >= ZERO && byte <= ZERO + 9) || byte === DOT || byte === 0x65 || byte === 0x45 || byte === 0x2b || byte === MINUS;
}

/** Float64 from a JSON number, the double that is nearest to it. */
export class FloatColumn extends FixedColumn implements RepeatableColumn {
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

  again(row: number): void {
    this.copyRow(row, DOUBLE_BYTES);
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
    this.out.reserve(DOUBLE_BYTES);
    this.out.bytes.writeDoubleLE(value, this.out.length);
    this.out.length += DOUBLE_BYTES;
  }
}
