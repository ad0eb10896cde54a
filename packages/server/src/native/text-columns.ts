import { BACKSLASH, type Column, NOT_TAKEN, QUOTE } from './column.js';
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

/** LowCardinality(String): each different text once, and its place for every row. */
export class CodeColumn implements Column {
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

  take(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== QUOTE) return NOT_TAKEN;
    if (bytes[at + 1] === QUOTE) {
      if (this.#empty === -1) this.#empty = this.#placeOf(bytes, 0, 0, 0);
      return this.#add(this.#empty) ? at + 2 : NOT_TAKEN;
    }
    let hash = 0;
    let last = at + 1;
    for (let byte = bytes[last]; byte !== QUOTE && byte !== BACKSLASH && byte !== undefined; byte = bytes[last]) {
      hash = (Math.imul(hash, 31) + byte) | 0;
      last += 1;
    }
    if (bytes[last] === QUOTE) {
      return this.#add(this.#placeOf(bytes, at + 1, last, hash)) ? last + 1 : NOT_TAKEN;
    }
    const end = stringEnd(bytes, at);
    const text = end === NOT_TAKEN ? null : unescaped(bytes, at, end);
    if (text === null) return NOT_TAKEN;
    return this.#add(this.#placeOf(text, 0, text.length, text.reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 0))) ? end : NOT_TAKEN;
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
    const first = this.#starts[place] ?? 0;
    for (let i = 0; i < length; i += 1) if (keys[first + i] !== bytes[start + i]) return false;
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
