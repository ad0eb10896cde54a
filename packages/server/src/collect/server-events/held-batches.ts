import { HeldIds } from '../held-ids.js';

/** The ids that a batch holds, as their unsigned 32-bit halves, high and low by turns. */
export interface HeldBatch {
  /** From 1; each has one of its own. */
  readonly number: number;
  readonly ids: Uint32Array;
  /** Halves that count. */
  length: number;
  /** Whether its ids can be looked up. */
  isIndexed: boolean;
}

/**
 * An id is looked for in all lists, a millisecond for a million ids, once for so many that come, and so often at most without any between: as those that seem to be known
 * by mistake need it (seen-ids.ts). Of a batch that was sent before there are more.
 */
const IDS_A_LOOK = 10_000;
const MOST_LOOKS = 16;

function isListed({ ids, length }: HeldBatch, high: number, low: number): boolean {
  for (let at = ids.indexOf(low); at !== -1 && at < length; at = ids.indexOf(low, at + 1)) if (at % 2 === 1 && ids[at - 1] === high) return true;
  return false;
}

/**
 * Ids that batches hold. Nearly all come, are stored and are let go without anyone asking for them again, so they are listed as they come, and only
 * indexed once somebody has to know of many who holds them.
 */
export class HeldBatches {
  readonly #indexed = new HeldIds();
  readonly #listed = new Set<HeldBatch>();
  #numbers = 0;
  #looks = MOST_LOOKS;

  /** A batch that will hold at most so many ids. */
  begin(ids: number): HeldBatch {
    this.#numbers += 1;
    const batch: HeldBatch = { number: this.#numbers, ids: new Uint32Array(2 * ids), length: 0, isIndexed: false };
    this.#looks = Math.min(MOST_LOOKS, this.#looks + ids / IDS_A_LOOK);
    this.#listed.add(batch);
    return batch;
  }

  /** Holds an id that surely nobody holds. */
  add(batch: HeldBatch, high: number, low: number): void {
    if (batch.isIndexed) this.#indexed.hold(high, low, batch.number);
    batch.ids[batch.length] = high;
    batch.ids[batch.length + 1] = low;
    batch.length += 2;
  }

  /** Holds an id unless a batch does, this one included. @returns 0 when it is held now; else the number of who holds it */
  hold(batch: HeldBatch, high: number, low: number): number {
    const other = this.#holderOf(high, low);
    if (other === 0) this.add(batch, high, low);
    return other;
  }

  /** Lets go of all that a batch holds. */
  letGo(batch: HeldBatch): void {
    this.#listed.delete(batch);
    if (batch.isIndexed) for (let at = 0; at < batch.length; at += 2) this.#indexed.letGo(batch.ids[at] ?? 0, batch.ids[at + 1] ?? 0);
    batch.length = 0;
  }

  get size(): number {
    let size = this.#indexed.size;
    for (const { length } of this.#listed) size += length / 2;
    return size;
  }

  #holderOf(high: number, low: number): number {
    if (this.#looks < 1) this.#index();
    const indexed = this.#indexed.holderOf(high, low);
    if (indexed !== 0 || this.#listed.size === 0) return indexed;
    this.#looks -= 1;
    for (const listed of this.#listed) if (isListed(listed, high, low)) return listed.number;
    return 0;
  }

  #index(): void {
    for (const batch of this.#listed) {
      for (let at = 0; at < batch.length; at += 2) this.#indexed.hold(batch.ids[at] ?? 0, batch.ids[at + 1] ?? 0, batch.number);
      batch.isIndexed = true;
    }
    this.#listed.clear();
  }
}
