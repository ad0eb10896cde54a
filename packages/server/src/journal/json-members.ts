import { joinFacts } from '@footfall/contract';
import { encodeMembers } from './row-text.js';

const QUOTE = 0x22;
const COMMA = 0x2c;
const ZERO = 0x30;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** UTF-8 takes at most this many bytes per UTF-16 unit. */
const UTF8_BYTES = 3;
/** Two quotes and a comma. */
const AROUND_TEXT = 3;
/** No number takes more characters. */
const NUMBER_BYTES = 32;
/** Room of the first buffer. */
const LEAST = 16 * 1024;

/** Up to so many characters a text is written one by one: a call into the runtime costs as much. */
const SHORT = 96;
/** What does not stand in JSON as it is, or takes more than a byte. */
const NOT_PLAIN = /[^ !#-[\]-\u007F]/u;

/**
 * `text.charCodeAt(i)` looks the method up at each character, once a place in the code has met more than four makes of text (flat, joined, a part of
 * another, one byte or two a character): a seventh of what the thread that keeps a log did.
 */
const unitAt = (text: string, at: number): number => String.prototype.charCodeAt.call(text, at);

/** Of these numbers of milliseconds each has thirteen digits. */
const FIRST_INSTANT = 1e12;
const LAST_INSTANT = 1e13 - 1;
const MILLION = 1e6;
const LOW_DIGITS = 6;
const HIGH_DIGITS = 7;

/**
 * Members of JSON arrays as bytes, each with a comma behind it: to the letter what `encodeMembers` makes of the same values. Written as text first, every
 * one would be joined, made flat and read again by whatever turns it into bytes, and one character beyond Latin-1 would double all of it.
 */
export class JsonMembers {
  bytes = Buffer.alloc(0);
  /** Where the next byte goes. */
  end = 0;

  /** Makes room for so many bytes more. */
  reserve(more: number): void {
    const needed = this.end + more;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length, LEAST));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
  }

  /** Lone surrogates become U+FFFD. */
  text(value: string): void {
    const { length } = value;
    if (length > SHORT) return this.#long(value);
    this.reserve(UTF8_BYTES * length + AROUND_TEXT);
    const { bytes } = this;
    let at = this.end;
    bytes[at++] = QUOTE;
    for (let i = 0; i < length; i += 1) {
      const unit = unitAt(value, i);
      if (unit < 0x80) {
        if (unit < 0x20 || unit === QUOTE || unit === BACKSLASH) return this.#odd(value);
        bytes[at++] = unit;
      } else if (unit < 0x8_00) {
        bytes[at++] = 0xc0 | (unit >> 6);
        bytes[at++] = 0x80 | (unit & 0x3f);
      } else if ((unit & 0xf8_00) === 0xd8_00) {
        return this.#odd(value);
      } else {
        bytes[at++] = 0xe0 | (unit >> 12);
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
        bytes[at++] = 0x80 | (unit & 0x3f);
      }
    }
    bytes[at++] = QUOTE;
    bytes[at++] = COMMA;
    this.end = at;
  }

  /** The text that `joinFacts` makes of the same. Of plain values it is never made. */
  joined(separator: string, values: readonly (string | number | null)[]): void {
    const start = this.end;
    const between = unitAt(separator, 0);
    let isKnown = false;
    this.reserve(AROUND_TEXT);
    this.bytes[this.end++] = QUOTE;
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] ?? '';
      const text = typeof value === 'string' ? value : String(value);
      this.reserve(text.length + AROUND_TEXT);
      if (i > 0) this.bytes[this.end++] = between;
      if (!this.#plain(text, between)) {
        this.end = start;
        return this.text(joinFacts(separator, values));
      }
      isKnown ||= text !== '';
    }
    if (!isKnown) this.end = start + 1;
    this.bytes[this.end++] = QUOTE;
    this.bytes[this.end++] = COMMA;
  }

  /** What is no finite number becomes null. */
  number(value: number | null): void {
    this.reserve(NUMBER_BYTES);
    if (value !== null && value >= 0 && value <= 9 && Number.isInteger(value)) {
      this.bytes[this.end++] = ZERO + value;
      this.bytes[this.end++] = COMMA;
    } else this.#latin(Number.isFinite(value) ? String(value) : 'null');
  }

  /** @param at integer milliseconds UTC; whatever else, as a number */
  instant(at: number): void {
    if (!Number.isInteger(at) || at < FIRST_INSTANT || at > LAST_INSTANT) return this.number(at);
    this.reserve(NUMBER_BYTES);
    const high = Math.floor(at / MILLION);
    this.#digits(high, HIGH_DIGITS);
    this.#digits(at - high * MILLION, LOW_DIGITS);
    this.bytes[this.end++] = COMMA;
  }

  /** Members that were written before, with the comma behind the last. */
  again(members: Uint8Array): void {
    this.reserve(members.length);
    this.bytes.set(members, this.end);
    this.end += members.length;
  }

  /** A map of texts, of a plain object; whatever is none, as its text. Gone through by `in`, since no list of its names is made then. */
  texts(values: Readonly<Record<string, string | number | boolean>>): void {
    const start = this.#opened();
    for (const key in values) {
      const value = values[key] ?? '';
      this.#key(key);
      this.text(typeof value === 'string' ? value : String(value));
    }
    this.#close(start);
  }

  /** A map of the finite numbers among some values of a plain object. */
  numbers(values: Readonly<Record<string, string | number | boolean>>): void {
    const start = this.#opened();
    for (const key in values) {
      const value = values[key];
      if (typeof value !== 'number' || !Number.isFinite(value)) continue;
      this.#key(key);
      this.number(value);
    }
    this.#close(start);
  }

  /** What `encodeMembers` made of some values. */
  encoded(members: string): void {
    this.reserve(UTF8_BYTES * members.length + 1);
    this.end += this.bytes.write(members, this.end, 'utf8');
    this.bytes[this.end++] = COMMA;
  }

  /** A copy of all that was written since `start`, an earlier `end`. */
  since(start: number): Uint8Array {
    return Buffer.from(this.bytes.subarray(start, this.end));
  }

  #opened(): number {
    this.reserve(AROUND_TEXT);
    this.bytes[this.end++] = OPENING;
    return this.end;
  }

  #key(key: string): void {
    this.text(key);
    // Where the comma behind it stands.
    this.bytes[this.end - 1] = COLON;
  }

  #close(start: number): void {
    this.reserve(AROUND_TEXT);
    // Over the comma behind the last value.
    if (this.end > start) this.end -= 1;
    this.bytes[this.end++] = CLOSING;
    this.bytes[this.end++] = COMMA;
  }

  #long(value: string): void {
    if (NOT_PLAIN.test(value)) return this.#odd(value);
    this.reserve(value.length + AROUND_TEXT);
    this.bytes[this.end++] = QUOTE;
    this.end += this.bytes.write(value, this.end, 'latin1');
    this.bytes[this.end++] = QUOTE;
    this.bytes[this.end++] = COMMA;
  }

  /** @returns whether it was written: not when something in it does not stand in JSON as it is, or is `except` */
  #plain(value: string, except: number): boolean {
    const { bytes } = this;
    const { length } = value;
    let at = this.end;
    for (let i = 0; i < length; i += 1) {
      const unit = unitAt(value, i);
      if (unit < 0x20 || unit > 0x7f || unit === QUOTE || unit === BACKSLASH || unit === except) return false;
      bytes[at++] = unit;
    }
    this.end = at;
    return true;
  }

  #odd(value: string): void {
    this.encoded(encodeMembers([value]));
  }

  #latin(text: string): void {
    for (let i = 0; i < text.length; i += 1) this.bytes[this.end++] = unitAt(text, i);
    this.bytes[this.end++] = COMMA;
  }

  #digits(value: number, digits: number): void {
    let rest = value | 0;
    for (let at = this.end + digits - 1; at >= this.end; at -= 1) {
      const tenth = (rest / 10) | 0;
      this.bytes[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.end += digits;
  }
}
