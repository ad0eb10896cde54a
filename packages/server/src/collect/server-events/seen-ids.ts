/** Bits of the first layer, a power of two: 4 MiB, for 1.4 million ids. Each further layer has twice as many. */
const FIRST_BITS = 2 ** 25;
const BITS_PER_ID = 24;
const PROBES = 8;
/** Bytes of all layers: 22 million ids. */
const MAX_BYTES = 64 * 1_048_576;
const ID_BYTES = 8;

/**
 * Remembers in little memory which ids were ever taken: a Bloom filter in layers. `has` is true for each that was added, and
 * by mistake for about 4 in 100,000 others; false is certain. It starts unready and is of no use before `load` came to its end,
 * nor once there are more ids than it has room for: then `has` is true for everything.
 */
export interface SeenIds {
  /** An id is given as its two unsigned 32-bit halves. */
  has(high: number, low: number): boolean;
  add(high: number, low: number): void;
  /** Adds ids as the store keeps them, 8 bytes each, little-endian; ready when the stream has ended well. */
  load(chunks: AsyncIterable<Uint8Array>): Promise<void>;
}

interface Layer {
  readonly words: Uint32Array;
  readonly capacity: number;
  num: number;
}

export function createSeenIds(maxBytes = MAX_BYTES, firstBits = FIRST_BITS): SeenIds {
  const layers: Layer[] = [];
  let bytes = 0;
  let isFull = false;
  let isReady = false;

  function layerToFill(): Layer | undefined {
    const last = layers.at(-1);
    if (last !== undefined && last.num < last.capacity) return last;
    const bits = last === undefined ? firstBits : last.words.length * 64;
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

  /* Ids are hashes already: their halves are two independent hashes, from which all probes follow (Kirsch and Mitzenmacher 2006). */
  function add(high: number, low: number): void {
    if (isFull) return;
    const layer = layerToFill();
    if (layer === undefined) return;
    layer.num += 1;
    const { words } = layer;
    const mask = words.length * 32 - 1;
    for (let probe = 0, at = low; probe < PROBES; probe += 1, at = (at + (high | 1)) >>> 0) {
      const bit = at & mask;
      words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  function isIn({ words }: Layer, high: number, low: number): boolean {
    const mask = words.length * 32 - 1;
    for (let probe = 0, at = low; probe < PROBES; probe += 1, at = (at + (high | 1)) >>> 0) {
      const bit = at & mask;
      if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }

  return {
    has(high, low) {
      if (isFull || !isReady) return true;
      return layers.some((layer) => isIn(layer, high, low));
    },
    add,
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
