import { BACKSLASH, NOT_TAKEN, QUOTE, type RepeatableColumn } from './column.js';
import { FixedColumn } from './fixed-column.js';
import { Growing } from './growing.js';

/** The text of a JSON string with escapes, in UTF-8; `at` and `end` include its quotes. */
function unescaped(bytes: Uint8Array, at: number, end: number): Buffer | null {
  try {
    const text: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + at, end - at).toString('utf8'));
    return typeof text === 'string' ? Buffer.from(text, 'utf8') : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Where the string whose first quote stands at `at` ends, its last quote included; NOT_TAKEN when it does not. */
function stringEnd(bytes: Uint8Array, at: number): number {
  for (let end = at + 1; end < bytes.length; end += 1) {
    const byte = bytes[end];
    if (byte === QUOTE) return end + 1;
    if (byte === BACKSLASH) end += 1;
  }
  return NOT_TAKEN;
}

/** String. */
export class TextColumn extends FixedColumn {
  take(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== QUOTE) return NOT_TAKEN;
    let last = at + 1;
    while (last < bytes.length && bytes[last] !== QUOTE && bytes[last] !== BACKSLASH) last += 1;
    if (bytes[last] === QUOTE) {
      this.out.varint(last - at - 1);
      this.out.copy(bytes, at + 1, last);
      return last + 1;
    }
    const end = stringEnd(bytes, at);
    const text = end === NOT_TAKEN ? null : unescaped(bytes, at, end);
    if (text === null) return NOT_TAKEN;
    this.out.varint(text.length);
    this.out.copy(text, 0, text.length);
    return end;
  }
}

/** `SharedDictionariesWithAdditionalKeys`: each block brings its own dictionary. */
const VERSION = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0]);
/** The block has keys of its own, and they replace those of the block before. */
const OWN_KEYS = 0x6;
const FIRST_SLOTS = 256;
/** More would mean that somebody chose the texts so that they collide. */
const MOST_PROBES = 200;

/** Bytes read at a time. */
const WORD = 4;
const NOTHING = Buffer.alloc(0);
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;
const QUOTES = QUOTE * ONES;
const BACKSLASHES = BACKSLASH * ONES;

function wordsOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Whether one of the word's bytes is the one that `repeated` is made of. Source: Mycroft's test for a zero byte, 1987. */
function holds(word: number, repeated: number): boolean {
  const rest = word ^ repeated;
  return (((rest - ONES) | 0) & ~rest & HIGH_BITS) !== 0;
}

function withWord(hash: number, word: number): number {
  return Math.imul(hash ^ word ^ (hash >>> 15), 0x9e3779b1);
}

function withByte(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte) | 0;
}

/** What `take` finds out while it looks for the end of a text. */
function hashOf(text: Uint8Array, words: DataView): number {
  let hash = 0;
  let at = 0;
  for (; at + WORD <= text.length; at += WORD) hash = withWord(hash, words.getInt32(at, true));
  for (; at < text.length; at += 1) hash = withByte(hash, text[at] ?? 0);
  return hash;
}

/** LowCardinality(String): each different text once, and its place for every row. */
export class CodeColumn implements RepeatableColumn {
  readonly #keys = new Growing();
  readonly #out = new Growing();
  /** Where each key's text begins in #keys, and its length. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  readonly #hashes: number[] = [];
  /** By hash: a key's place, plus one; 0 for none. */
  #slots = new Int32Array(FIRST_SLOTS);
  /** The keys' places, row by row. */
  #places = new Uint32Array(FIRST_SLOTS);
  #rows = 0;
  #empty = -1;
  /** What was read last, and the keys, by words. */
  #bytes: Uint8Array = NOTHING;
  #words = wordsOf(NOTHING);
  #viewed: Uint8Array = NOTHING;
  #keyWords = wordsOf(NOTHING);

  take(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== QUOTE) return NOT_TAKEN;
    if (bytes[at + 1] === QUOTE) {
      if (this.#empty === -1) this.#empty = this.#placeOf(bytes, 0, 0, 0);
      return this.#add(this.#empty) ? at + 2 : NOT_TAKEN;
    }
    if (bytes !== this.#bytes) this.#view(bytes);
    const words = this.#words;
    const lastWord = bytes.length - WORD;
    let hash = 0;
    let last = at + 1;
    for (let word = 0; last <= lastWord; last += WORD) {
      word = words.getInt32(last, true);
      if (holds(word, QUOTES) || holds(word, BACKSLASHES)) break;
      hash = withWord(hash, word);
    }
    for (let byte = bytes[last]; byte !== QUOTE && byte !== BACKSLASH && byte !== undefined; byte = bytes[++last]) hash = withByte(hash, byte);
    if (bytes[last] === QUOTE) return this.#add(this.#placeOf(bytes, at + 1, last, hash)) ? last + 1 : NOT_TAKEN;
    const end = stringEnd(bytes, at);
    const text = end === NOT_TAKEN ? null : unescaped(bytes, at, end);
    if (text === null) return NOT_TAKEN;
    this.#view(text);
    return this.#add(this.#placeOf(text, 0, text.length, hashOf(text, this.#words))) ? end : NOT_TAKEN;
  }

  #view(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#words = wordsOf(bytes);
  }

  again(row: number): void {
    this.#add(this.#places[row] ?? NOT_TAKEN);
  }

  /** The place of the last row's text among the different ones. */
  get lastPlace(): number {
    return this.#places[this.#rows - 1] ?? NOT_TAKEN;
  }

  /** @returns false for no place */
  #add(place: number): boolean {
    if (place === NOT_TAKEN) return false;
    if (this.#rows === this.#places.length) {
      const larger = new Uint32Array(2 * this.#rows);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places[this.#rows++] = place;
    return true;
  }

  #isKey(place: number, bytes: Uint8Array, start: number, length: number): boolean {
    if (this.#lengths[place] !== length) return false;
    const keys = this.#keys.bytes;
    if (keys !== this.#viewed) {
      this.#viewed = keys;
      this.#keyWords = wordsOf(keys);
    }
    const first = this.#starts[place] ?? 0;
    const whole = length - (length % WORD);
    for (let i = 0; i < whole; i += WORD) if (this.#keyWords.getInt32(first + i, true) !== this.#words.getInt32(start + i, true)) return false;
    for (let i = whole; i < length; i += 1) if (keys[first + i] !== bytes[start + i]) return false;
    return true;
  }

  #placeOf(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    let probes = 0;
    for (let entry = this.#slots[slot] ?? 0; entry !== 0; entry = this.#slots[slot] ?? 0) {
      if (++probes > MOST_PROBES) return NOT_TAKEN;
      if (this.#hashes[entry - 1] === hash && this.#isKey(entry - 1, bytes, start, end - start)) return entry - 1;
      slot = (slot + 1) & mask;
    }
    const place = this.#starts.length;
    this.#keys.varint(end - start);
    this.#starts.push(this.#keys.length);
    this.#lengths.push(end - start);
    this.#hashes.push(hash);
    this.#keys.copy(bytes, start, end);
    this.#slots[slot] = place + 1;
    if (2 * this.#starts.length > this.#slots.length) this.#spread();
    return place;
  }

  /** Twice the slots. */
  #spread(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (const [place, hash] of this.#hashes.entries()) {
      let slot = (hash ^ (hash >>> 15)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = place + 1;
    }
    this.#slots = slots;
  }

  prefix(): readonly Uint8Array[] {
    return [VERSION];
  }

  data(): readonly Uint8Array[] {
    if (this.#rows === 0) return [];
    const keys = this.#starts.length;
    const width = keys <= 0xff ? 0 : keys <= 0xffff ? 1 : 2;
    const out = this.#out;
    out.clear();
    out.reserve(24 + this.#rows * 4);
    out.bytes.writeBigUInt64LE(BigInt(width | (OWN_KEYS << 8)), 0);
    out.bytes.writeBigUInt64LE(BigInt(keys), 8);
    out.length = 16;
    const places = this.#places.subarray(0, this.#rows);
    const narrow = width === 0 ? Uint8Array.from(places) : width === 1 ? Uint16Array.from(places) : places;
    const rows = Buffer.alloc(8);
    rows.writeBigUInt64LE(BigInt(this.#rows));
    return [out.view(), this.#keys.view(), rows, new Uint8Array(narrow.buffer, narrow.byteOffset, narrow.byteLength)];
  }

  clear(): void {
    this.#keys.clear();
    this.#starts.length = 0;
    this.#lengths.length = 0;
    this.#hashes.length = 0;
    this.#slots.fill(0);
    this.#rows = 0;
    this.#empty = -1;
  }
}
