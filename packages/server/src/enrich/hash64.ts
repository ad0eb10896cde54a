/**
 * A 64-bit hash of text, as decimal text, for keys that need no secrecy: visitors and sessions.
 *
 * Two 32-bit lanes are multiplied, rotated and cross-mixed. Like any 64-bit hash it may
 * collide: among n keys the odds of a single pair sharing a value are n^2 / 2^65, that is 1 in 37 million for a million
 * visitors and 1 in 37 for a thousand million. It is not keyed: somebody who wants to look like another visitor can, just
 * as by sending that visitor's agent.
 */
export function hash64(text: string, seed = 0): string {
  begin(seed);
  absorb(text);
  return finished(text.length);
}

/**
 * What `hash64(start + text, seed)` gives of texts that all begin alike, without joining the two: a joined text is flattened by the runtime first, which
 * costs as much as all the rest. The unsigned 32-bit halves are left in `halves`, the high one first.
 */
export function hashBehind(start: string, seed: number): (text: string, halves: Uint32Array) => string {
  begin(seed);
  absorb(start);
  const high = lanes[0] ?? 0;
  const low = lanes[1] ?? 0;
  return (text, halves) => {
    lanes[0] = high;
    lanes[1] = low;
    absorb(text);
    const decimal = finished(start.length + text.length);
    halves[0] = WORDS[1] ?? 0;
    halves[1] = WORDS[0] ?? 0;
    return decimal;
  };
}

/** Between two texts that are hashed nothing is left in it. */
const lanes = new Int32Array(2);

function begin(seed: number): void {
  lanes[0] = 0x9e3779b9 ^ seed;
  lanes[1] = 0x85ebca6b ^ seed;
}

function absorb(text: string): void {
  let high = lanes[0] ?? 0;
  let low = lanes[1] ?? 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0xcc9e2d51);
    high = (high << 15) | (high >>> 17);
    low = Math.imul(low ^ unit, 0x1b873593);
    low = (low << 13) | (low >>> 19);
  }
  lanes[0] = high;
  lanes[1] = low;
}

/** @param length of all that was absorbed */
function finished(length: number): string {
  let high = (lanes[0] ?? 0) ^ length;
  let low = lanes[1] ?? 0;
  low ^= high;
  high = avalanche(high + low);
  low = avalanche(low + high);
  return decimal64(high >>> 0, low >>> 0);
}

/** Spreads every bit of a 32-bit integer over all of them (the finalizer published with MurmurHash3, public domain). */
function avalanche(value: number): number {
  let mixed = value | 0;
  mixed ^= mixed >>> 16;
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const WORDS = new Uint32Array(2);
/** The same memory; what runs the engine is little-endian. */
const WHOLE = new BigUint64Array(WORDS.buffer);

/** `high * 2^32 + low` in decimal, both being unsigned 32-bit integers. */
export function decimal64(high: number, low: number): string {
  WORDS[0] = low;
  WORDS[1] = high;
  return String(WHOLE[0]);
}

/** Digits that are taken at once: ten times them, times a half, stays exact in doubles. */
const DIGITS = 6;
const TEN_TO_DIGITS = 10 ** DIGITS;
const TWO_TO_32 = 0x1_0000_0000;

/** The two unsigned 32-bit halves of decimal text below 2^64, high one first: what `decimal64` was given. Without a BigInt. */
export function halves64(text: string): readonly [number, number] {
  let [high, low] = [0, 0];
  for (let at = 0, end = text.length % DIGITS || DIGITS; at < text.length; end += DIGITS) {
    let digits = 0;
    for (; at < end; at += 1) digits = (digits * 10 + text.charCodeAt(at) - 48) | 0;
    const grown = low * TEN_TO_DIGITS + digits;
    const carry = Math.floor(grown / TWO_TO_32);
    low = grown - carry * TWO_TO_32;
    high = high * TEN_TO_DIGITS + carry;
  }
  return [high, low];
}
