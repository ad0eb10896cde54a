/**
 * Page views by address, with the country of each: as `ValueList`. IPv4 addresses lie in a buffer of their own, 10 bytes each instead of 22: by far the most
 * addresses are such, and a month brings hundreds of thousands.
 */
import { firstOf, leastOfHighest } from './count-order.js';
import { countOf, KEY, MomentaryRecords, numAt, numsOf, together, totalOf } from './counted-records.js';
import { addressAt, apart, beforeIpv4, countryAt, COUNTRY_RECORD, keyOf, laterCountry } from './country-records.js';
import type { Made } from './kept-plain.js';
import type { SortedRecords } from './sorted-records.js';

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
  /** Its place in the order of all addresses of the list. */
  readonly index: number;
  readonly num: number;
  /** Where this list has one of the others; -1 where it has not. */
  readonly here: number;
}

export class AddressList implements Made {
  readonly #ipv4: SortedRecords;
  readonly #longer: SortedRecords;
  /** How many of the longer ones are before any IPv4 address. */
  readonly #before: number;
  readonly total: number;
  /** Places of the first of them, in order: at least so many, or all. */
  #first: { readonly places: readonly number[]; readonly most: number } = { places: [], most: 0 };

  /** @param ipv4 in the order of their bytes, each address once, as `longer`, which are all others */
  constructor(ipv4: SortedRecords, longer: SortedRecords) {
    this.#ipv4 = ipv4;
    this.#longer = longer;
    this.#before = beforeIpv4(longer);
    this.total = totalOf(ipv4) + totalOf(longer);
  }

  /** @param records of 22 bytes each: the address, as IPv6; how often it occurs; the two letters of its country, or none. In the order of their bytes, each address once */
  static of(records: Buffer): AddressList {
    const { ipv4, longer } = apart(records);
    return new AddressList(ipv4, longer);
  }

  get made(): readonly unknown[] {
    return [this.#ipv4, this.#longer];
  }

  get size(): number {
    return this.#ipv4.size + this.#longer.size;
  }

  /** How often an address occurs. @param address 16 bytes */
  of(address: Buffer): number {
    const key = keyOf(address);
    return countOf(key.length === KEY ? this.#longer : this.#ipv4, key);
  }

  /** Its addresses and those of the others, together. */
  with(others: AddressList): AddressList {
    if (others.size === 0) return this;
    const [ipv4, longer] = [this.#ipv4, this.#longer];
    return new AddressList(together(ipv4, others.#ipv4, laterCountry(ipv4.key)), together(longer, others.#longer, laterCountry(longer.key)));
  }

  /** How many addresses there are with the others. */
  sizeWith(others: AddressList): number {
    return this.#ipv4.sizeWith(others.#ipv4) + this.#longer.sizeWith(others.#longer);
  }

  /** The first `most` of what `with(others)` holds, most first, then in the order of their bytes. */
  firstWith(others: AddressList, most: number): CountedAddress[] {
    const first: Place[] = [];
    const shared = new Set<number>();
    const tell = (records: SortedRecords, theirs: SortedRecords): void =>
      records.forEach(theirs, (there, place, isHere) => {
        const here = isHere ? this.#indexOf(records, place) : -1;
        if (isHere) shared.add(here);
        first.push({ list: others, index: others.#indexOf(theirs, there), num: numAt(theirs, there) + (isHere ? numAt(records, place) : 0), here });
      });
    tell(this.#ipv4, others.#ipv4);
    tell(this.#longer, others.#longer);
    let alone = 0;
    for (const index of this.#mostFirst(most + others.size)) {
      if (alone === most) break;
      if (shared.has(index)) continue;
      first.push({ list: this, index, num: this.#numAt(index), here: -1 });
      alone += 1;
    }
    const order = (a: Place, b: Place): number => b.num - a.num || a.list.#compare(a.index, b.list, b.index);
    return firstOf(first, most, ({ num }) => num, order).map(({ list, index, num, here }) => {
      const [country, own] = [list.#countryAt(index), here === -1 ? '' : this.#countryAt(here)];
      return { address: list.#addressAt(index), num, country: own > country ? own : country };
    });
  }

  /** Of an address by where its record begins, its place in the order of all. */
  #indexOf(records: SortedRecords, at: number): number {
    const index = at / records.record;
    if (records === this.#ipv4) return this.#before + index;
    return index < this.#before ? index : index + this.#ipv4.size;
  }

  /** Where the record of an address is, by its place in the order of all. */
  #recordAt(index: number): readonly [records: SortedRecords, at: number] {
    const [ipv4, longer, before] = [this.#ipv4, this.#longer, this.#before];
    if (index < before) return [longer, index * longer.record];
    return index < before + ipv4.size ? [ipv4, (index - before) * ipv4.record] : [longer, (index - ipv4.size) * longer.record];
  }

  #numAt(index: number): number {
    return numAt(...this.#recordAt(index));
  }

  #countryAt(index: number): string {
    return countryAt(...this.#recordAt(index));
  }

  #addressAt(index: number): Buffer {
    return addressAt(...this.#recordAt(index));
  }

  /** Of two addresses by their places: below 0 where the first one's bytes are before the other's, 0 where they are the same. */
  #compare(index: number, others: AddressList, there: number): number {
    const [[records, at], [theirs, place]] = [this.#recordAt(index), others.#recordAt(there)];
    return records.key === theirs.key ? records.compare(at, theirs, place) : addressAt(records, at).compare(addressAt(theirs, place));
  }

  /** How often each occurs, in their order. */
  #nums(): Uint32Array {
    const [ipv4, longer] = [this.#ipv4, this.#longer].map(numsOf) as [Uint32Array, Uint32Array];
    const nums = new Uint32Array(this.size);
    nums.set(longer.subarray(0, this.#before));
    nums.set(ipv4, this.#before);
    nums.set(longer.subarray(this.#before), this.#before + ipv4.length);
    return nums;
  }

  /** So many at least are in order, and a good deal more, for whoever asks next. */
  #mostFirst(most: number): readonly number[] {
    if (this.#first.most < Math.min(most, this.size)) {
      const enough = Math.max(LEAST, 2 * most);
      const nums = this.#nums();
      const least = leastOfHighest(nums, enough);
      const [places, ties]: [number[], number[]] = [[], []];
      for (const [index, num] of nums.entries()) {
        if (num > least) places.push(index);
        // Those that occur as often are in order already.
        else if (num === least && ties.length < enough) ties.push(index);
      }
      this.#first = { places: [...places.toSorted((a, b) => (nums[b] ?? 0) - (nums[a] ?? 0) || a - b), ...ties], most: enough };
    }
    return this.#first.places;
  }
}

/** Addresses of an hour by the moments that they came in. */
export class MomentaryAddresses implements Made {
  readonly #records: MomentaryRecords;

  /** @param records as `AddressList.of` has them, each followed by its moment, in the order of their bytes */
  constructor(records: Buffer) {
    this.#records = new MomentaryRecords(records, COUNTRY_RECORD);
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
    return AddressList.of(this.#records.before(moment, laterCountry(KEY)).bytes);
  }
}
