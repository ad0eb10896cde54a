/**
 * Page views by address, with the country of each: as `ValueList`. They lie in one buffer, in the
 * order of their bytes, 22 bytes each: the address, as IPv6; how often it occurs; the two letters of its country, or none.
 */
import { firstOf, leastOfHighest } from './count-order.js';
import { COUNTED, countOf, KEY, MomentaryRecords, numAt, numsOf, together, totalOf } from './counted-records.js';
import type { Made } from './kept-plain.js';
import { SortedRecords } from './sorted-records.js';

/** Letters of a country that a record has room for. */
export const COUNTRY = 2;
const RECORD = COUNTED + COUNTRY;
/** Of the most frequent, so many are in order at least. */
const LEAST = 1_000;

export interface CountedAddress {
  /** 16 bytes: as IPv6. */
  readonly address: Buffer;
  readonly num: number;
  readonly country: string;
}

/** An address of one of two lists, and how often both have it. */
interface Place {
  readonly list: AddressList;
  readonly at: number;
  readonly num: number;
  /** Where this list has one of the others; -1 where it has not. */
  readonly here: number;
}

/** Of the countries of two records the later by letters, into the first one, as the store has it. */
function laterCountry(records: Buffer, at: number, others: Buffer, there: number): void {
  const [own, other] = [at + COUNTED, there + COUNTED];
  if (others.compare(records, own, own + COUNTRY, other, other + COUNTRY) > 0) others.copy(records, own, other, other + COUNTRY);
}

export class AddressList implements Made {
  readonly #records: SortedRecords;
  readonly total: number;
  /** Places of the first of them, in order: at least so many, or all. */
  #first: { readonly places: readonly number[]; readonly most: number } = { places: [], most: 0 };

  /** @param records in the order of their bytes, each address once */
  constructor(records: Buffer | SortedRecords) {
    this.#records = records instanceof SortedRecords ? records : new SortedRecords(records, KEY, RECORD);
    this.total = totalOf(this.#records);
  }

  get made(): readonly unknown[] {
    return [this.#records];
  }

  get size(): number {
    return this.#records.size;
  }

  /** How often an address occurs. @param address 16 bytes */
  of(address: Buffer): number {
    return countOf(this.#records, address);
  }

  /** Its addresses and those of the others, together. */
  with(others: AddressList): AddressList {
    return others.size === 0 ? this : new AddressList(together(this.#records, others.#records, laterCountry));
  }

  /** How many addresses there are with the others. */
  sizeWith(others: AddressList): number {
    return this.#records.sizeWith(others.#records);
  }

  /** The first `most` of what `with(others)` holds, most first, then in the order of their bytes. */
  firstWith(others: AddressList, most: number): CountedAddress[] {
    const first: Place[] = [];
    const shared = new Set<number>();
    this.#records.forEach(others.#records, (at, place, isHere) => {
      if (isHere) shared.add(place);
      first.push({ list: others, at, num: others.#numAt(at) + (isHere ? this.#numAt(place) : 0), here: isHere ? place : -1 });
    });
    let alone = 0;
    for (const at of this.#mostFirst(most + others.size)) {
      if (alone === most) break;
      if (shared.has(at)) continue;
      first.push({ list: this, at, num: this.#numAt(at), here: -1 });
      alone += 1;
    }
    const order = (a: Place, b: Place): number => b.num - a.num || a.list.#records.compare(a.at, b.list.#records, b.at);
    return firstOf(first, most, ({ num }) => num, order).map(({ list, at, num, here }) => {
      const [country, own] = [list.#countryAt(at), here === -1 ? '' : this.#countryAt(here)];
      return { address: list.#records.bytes.subarray(at, at + KEY), num, country: own > country ? own : country };
    });
  }

  #numAt(at: number): number {
    return numAt(this.#records, at);
  }

  #countryAt(at: number): string {
    return this.#records.bytes.toString('latin1', at + COUNTED, at + RECORD).replaceAll('\0', '');
  }

  /** So many at least are in order, and a good deal more, for whoever asks next. */
  #mostFirst(most: number): readonly number[] {
    if (this.#first.most < Math.min(most, this.size)) {
      const enough = Math.max(LEAST, 2 * most);
      const nums = numsOf(this.#records);
      const least = leastOfHighest(nums, enough);
      const [places, ties]: [number[], number[]] = [[], []];
      for (let i = 0; i < nums.length; i += 1) {
        const num = nums[i] ?? 0;
        if (num > least) places.push(i * RECORD);
        // Those that occur as often are in order already.
        else if (num === least && ties.length < enough) ties.push(i * RECORD);
      }
      this.#first = { places: [...places.toSorted((a, b) => this.#numAt(b) - this.#numAt(a) || a - b), ...ties], most: enough };
    }
    return this.#first.places;
  }
}

/** Addresses of an hour by the moments that they came in. */
export class MomentaryAddresses implements Made {
  readonly #records: MomentaryRecords;

  /** @param records as an AddressList has them, each followed by its moment, in the order of their bytes */
  constructor(records: Buffer) {
    this.#records = new MomentaryRecords(records, RECORD);
  }

  get made(): readonly unknown[] {
    return [this.#records.bytes];
  }

  /** Records: an address has as many as there were moments that it came in. */
  get size(): number {
    return this.#records.size;
  }

  /** Who came before a moment, in steps of the clock since 1970. */
  before(moment: number): AddressList {
    return new AddressList(this.#records.before(moment, laterCountry));
  }
}
