/**
 * Values and how often each occurs. Made once for many askings: what an asking adds costs as much as it is, not as much as is there. Of pages a month brings
 * hundreds of thousands, most of them once: a value is a key (its hash, of 128 bits) and a number, and the text is there of those that occur often.
 */
import { byBytes, firstOf, leastOfHighest, mostFirst } from './count-order.js';
import { COUNTED, countOf, KEY, MomentaryRecords, numAt, numsOf, together, totalOf } from './counted-records.js';
import type { Made } from './kept-plain.js';
import { SortedRecords } from './sorted-records.js';

/** Texts of a list that are kept, of those that occur most often. */
export const MOST_TEXTS = 8_000;
/** Records that take as much memory as a text. */
const ROOM_OF_TEXT = 8;

export interface CountedValue {
  /** The hash: 16 bytes. */
  readonly key: Buffer;
  readonly value: string;
  readonly num: number;
}

/** By key, as latin1. */
export type Texts = ReadonlyMap<string, string>;

/** A value of one of two lists, and how often both have it. */
interface Place {
  readonly list: ValueList;
  readonly at: number;
  readonly value: string;
  readonly num: number;
}

const numOf = ({ num }: { readonly num: number }): number => num;
const order = (a: Omit<CountedValue, 'key'>, b: Omit<CountedValue, 'key'>): number => mostFirst([a.value, a.num], [b.value, b.num]);

export class ValueList implements Made {
  readonly #records: SortedRecords;
  readonly #texts: Texts;
  /** Of whatever occurs so often at least there is the text: of everything, where it is 1. */
  readonly #known: number;
  readonly total: number;
  /** Places of all that there are texts of, in order. */
  #ranked: Uint32Array | null = null;

  /** @param records of keys and numbers, in the order of their bytes, each key once */
  constructor(records: Buffer | SortedRecords, texts: Texts, known = 1) {
    this.#records = records instanceof SortedRecords ? records : new SortedRecords(records, KEY, COUNTED);
    this.#texts = texts;
    this.#known = known;
    this.total = totalOf(this.#records);
  }

  get made(): readonly unknown[] {
    return [this.#records, this.#texts, this.#known];
  }

  get size(): number {
    return this.#records.size;
  }

  /** What it takes of memory, in records. */
  get room(): number {
    return this.size + ROOM_OF_TEXT * this.#texts.size;
  }

  /** How often a value occurs. @param key its hash */
  of(key: Buffer): number {
    return countOf(this.#records, key);
  }

  /** Its values and those of the others, together. */
  with(others: ValueList): ValueList {
    if (others.size === 0) return this;
    const records = together(this.#records, others.#records);
    const texts = new Map([...this.#texts, ...others.#texts]);
    const known = this.#knownWith(others);
    if (texts.size <= 2 * MOST_TEXTS) return new ValueList(records, texts, known);
    const enough = Math.max(known, 1 + leastOfHighest(numsOf(records), MOST_TEXTS));
    const often = new Map<string, string>();
    for (let at = 0; at < records.bytes.length; at += COUNTED) {
      if (numAt(records, at) < enough) continue;
      const key = records.bytes.toString('latin1', at, at + KEY);
      const text = texts.get(key);
      if (text !== undefined) often.set(key, text);
    }
    return new ValueList(records, often, enough);
  }

  /** How many values there are with the others. */
  sizeWith(others: ValueList): number {
    return this.#records.sizeWith(others.#records);
  }

  /** The first `most` of what `with(others)` holds, most first; null where there are no texts of some. */
  firstWith(others: ValueList, most: number): CountedValue[] | null {
    const some: Place[] = [];
    const shared = new Set<number>();
    this.#records.forEach(others.#records, (there, place, isHere) => {
      const name = others.#nameAt(there);
      const value = others.#texts.get(name) ?? this.#texts.get(name);
      if (isHere) shared.add(place);
      if (value !== undefined) some.push({ list: others, at: there, value, num: numAt(others.#records, there) + (isHere ? numAt(this.#records, place) : 0) });
    });
    let alone = 0;
    for (const at of this.#mostFirst()) {
      if (alone === most) break;
      if (shared.has(at)) continue;
      some.push({ list: this, at, value: this.#texts.get(this.#nameAt(at)) ?? '', num: numAt(this.#records, at) });
      alone += 1;
    }
    const first = firstOf(some, most, numOf, order).map(({ list, at, value, num }): CountedValue => ({ key: list.#records.bytes.subarray(at, at + KEY), value, num }));
    const known = this.#knownWith(others);
    // Whatever has no text occurs less often than `known`.
    return known === 1 || (first.length === most && (first.at(-1)?.num ?? known) >= known) ? first : null;
  }

  /** All that `with(others)` holds, by value or by number; null where there are no texts of some. */
  orderedWith(others: ValueList, rules: readonly { readonly by: string; readonly sign: number }[]): CountedValue[] | null {
    return this.firstWith(others, this.sizeWith(others))?.toSorted((a, b) => {
      for (const { by, sign } of rules) {
        const difference = by === 'pv' ? a.num - b.num : byBytes(a.value, b.value);
        if (difference !== 0) return sign * difference;
      }
      return order(a, b);
    }) ?? null;
  }

  #nameAt(at: number): string {
    return this.#records.bytes.toString('latin1', at, at + KEY);
  }

  /** From how often on there is the text of whatever occurs in both together. What neither has the text of occurs less often in each than it has all texts from. */
  #knownWith(others: ValueList): number {
    const [mine, theirs] = [this.#known, others.#known];
    return mine === 1 || theirs === 1 ? Math.max(mine, theirs) : mine + theirs - 1;
  }

  #mostFirst(): Uint32Array {
    if (this.#ranked === null) {
      const places: Place[] = [];
      for (let at = 0; at < this.#records.bytes.length; at += COUNTED) {
        const num = numAt(this.#records, at);
        const value = num < this.#known ? undefined : this.#texts.get(this.#nameAt(at));
        if (value !== undefined) places.push({ list: this, at, value, num });
      }
      this.#ranked = Uint32Array.from(places.toSorted(order), ({ at }) => at);
    }
    return this.#ranked;
  }
}

/** Values of an hour by the moments that they came in. */
export class MomentaryValues implements Made {
  readonly #records: MomentaryRecords;
  readonly #texts: Texts;

  /** @param records as a ValueList has them, each followed by its moment, in the order of their bytes @param texts of all of them */
  constructor(records: Buffer, texts: Texts) {
    this.#records = new MomentaryRecords(records, COUNTED);
    this.#texts = texts;
  }

  get made(): readonly unknown[] {
    return [this.#records.bytes, this.#texts];
  }

  /** Records: a value has as many as there were moments that it came in. */
  get size(): number {
    return this.#records.size;
  }

  /** What came before a moment, in steps of the clock since 1970. */
  before(moment: number): ValueList {
    return new ValueList(this.#records.before(moment), this.#texts);
  }
}
