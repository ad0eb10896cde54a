/**
 * Bits of the first layer, a power of two: 16 MiB, for 4.2 million ids. Each further layer has twice as many, or what is left. A new id is looked for in every
 * one, which is a look into far memory for each, and each adds to what is mistaken: so they are few, and large from the first.
 */
const FIRST_BITS = 2 ** 27;
const BITS_PER_ID = 32;
const PROBES = 9;
/** All probes of an id are in one block of 512 bits, which comes from memory at once. A power of two. */
const BLOCK_WORDS = 16;
/** Bits of an id's upper half that say where its first probe is, and how far the next. */
const PLACE_BITS = 9;
/** Bytes of all layers: 25 million ids. */
const MAX_BYTES = 96 * 1_048_576;
const ID_BYTES = 8;

/**
 * Remembers in little memory which ids were ever met: a Bloom filter in layers, each in blocks (Putze, Sanders and Singler 2007). `meet` is true for each
 * that was, and by mistake for at most some 2 in 100,000 others a layer; false is certain. It starts unready and is of no use before `load` came to
 * its end, nor once there are more ids than it has room for: then `meet` is true for everything.
 */
export interface SeenIds {
  /** Whether an id, given as its two unsigned 32-bit halves, may have been met before; from now on it was. */
  meet(high: number, low: number): boolean;
  /**
   * Has the memory come that `meet` will look into for these ids, given as their halves by turns. All of them at once: looked at one by one, each would
   * wait for its own.
   */
  expect(halves: Uint32Array): void;
  /** Adds ids as the store keeps them, 8 bytes each, little-endian; ready when the stream has ended well. */
  load(chunks: AsyncIterable<Uint8Array>): Promise<void>;
}

interface Layer {
  readonly words: Uint32Array;
  readonly capacity: number;
  num: number;
}

/** Where the block of an id begins, whose lower half that is. */
const blockOf = (words: Uint32Array, low: number): number => (low & (words.length / BLOCK_WORDS - 1)) * BLOCK_WORDS;

/**
 * Whether an id is in a layer; with `isAdded` it is from now on. Ids are hashes already: the lower half says which block, the upper one where in it. The step
 * grows from one probe to the next (Dillinger and Manolios 2004, enhanced double hashing): with a fixed one too many ids of a block would share all their probes.
 */
function isIn({ words }: Layer, high: number, low: number, isAdded: boolean): boolean {
  const block = blockOf(words, low);
  let at = high;
  let step = high >>> PLACE_BITS;
  const growth = (high >>> (2 * PLACE_BITS)) | 1;
  let wasIn = true;
  for (let probe = 0; probe < PROBES; probe += 1) {
    const word = block + ((at >>> 5) & (BLOCK_WORDS - 1));
    const bit = 1 << (at & 31);
    const held = words[word] ?? 0;
    if ((held & bit) === 0) {
      if (!isAdded) return false;
      words[word] = held | bit;
      wasIn = false;
    }
    at += step;
    step += growth;
  }
  return wasIn;
}

export function createSeenIds(maxBytes = MAX_BYTES, firstBits = FIRST_BITS): SeenIds {
  const layers: Layer[] = [];
  let bytes = 0;
  let isFull = false;
  let isReady = false;
  /** What was there, which means nothing: a look whose outcome went nowhere would not be done. */
  const looked = new Uint32Array(1);

  function layerToFill(): Layer | undefined {
    const last = layers.at(-1);
    if (last !== undefined && last.num < last.capacity) return last;
    let bits = last === undefined ? firstBits : last.words.length * 64;
    while (bytes + bits / 8 > maxBytes && bits > firstBits) bits /= 2;
    if (bytes + bits / 8 > maxBytes) {
      isFull = true;
      layers.length = 0;
      return undefined;
    }
    bytes += bits / 8;
    const next: Layer = { words: new Uint32Array(bits / 32), capacity: Math.floor(bits / BITS_PER_ID), num: 0 };
    layers.push(next);
    return next;
  }

  function add(high: number, low: number): void {
    if (isFull) return;
    const layer = layerToFill();
    if (layer === undefined) return;
    layer.num += 1;
    isIn(layer, high, low, true);
  }

  return {
    expect(halves) {
      let sum = 0;
      for (const { words } of layers) for (let at = 1; at < halves.length; at += 2) sum ^= words[blockOf(words, halves[at] ?? 0)] ?? 0;
      looked[0] = sum;
    },
    meet(high, low) {
      if (isFull) return true;
      for (const layer of layers) {
        // The last one alone: looked at and added to in one go.
        const hasRoom = layer.num < layer.capacity;
        if (isIn(layer, high, low, hasRoom)) return true;
        if (!hasRoom) continue;
        layer.num += 1;
        return !isReady;
      }
      add(high, low);
      return !isReady;
    },
    async load(chunks) {
      let rest = Buffer.alloc(0);
      for await (const chunk of chunks) {
        const all = rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk]);
        const whole = all.length - (all.length % ID_BYTES);
        for (let at = 0; at < whole; at += ID_BYTES) add(all.readUInt32LE(at + 4), all.readUInt32LE(at));
        rest = Buffer.from(all.subarray(whole));
      }
      if (rest.length > 0) throw new Error(`the stored ids end in the middle of one: ${rest.length} bytes are left`);
      isReady = true;
    },
  };
}
