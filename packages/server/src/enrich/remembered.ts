import { LRUCache } from 'lru-cache';
import { detached } from './text.js';

/** Texts that are tried before all of them are looked through. A power of two. */
const SLOTS = 1_024;

/** By its length and three of its letters, which is done sooner than reading all of it. */
function slotOf(text: string): number {
  const { length } = text;
  const mixed =
    Math.imul(length, 0x9e3779b1) ^
    Math.imul(text.charCodeAt(length >> 2), 0x27d4eb2f) ^
    Math.imul(text.charCodeAt(length >> 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(length - (length >> 2)), 0xc2b2ae35);
  return (mixed >>> 16) & (SLOTS - 1);
}

interface Entry<V> {
  readonly text: string;
  readonly value: V;
}

/** What was found out of texts that come again and again, as agents do. Of more than `max` those that were not asked for longest are forgotten. */
export class Remembered<V> {
  readonly #all: LRUCache<string, Entry<V>>;
  readonly #slots: (Entry<V> | undefined)[] = Array.from({ length: SLOTS });

  constructor(max: number) {
    this.#all = new LRUCache({ max });
  }

  get(text: string): V | undefined {
    const slot = slotOf(text);
    const held = this.#slots[slot];
    if (held?.text === text) return held.value;
    const entry = this.#all.get(text);
    if (entry === undefined) return undefined;
    this.#slots[slot] = entry;
    return entry.value;
  }

  /** @param text is not held itself, but in memory of its own */
  set(text: string, value: V): void {
    const entry = { text: detached(text), value };
    this.#all.set(entry.text, entry);
    this.#slots[slotOf(text)] = entry;
  }

  clear(): void {
    this.#all.clear();
    this.#slots.fill(undefined);
  }
}
