/**
 * Page views by address, with the country of each: as `CountList`, for values of which every day brings hundreds of thousands. They lie in one buffer, in the
 * order of their bytes, 22 bytes each: the address, as IPv6; how often it occurs; the two letters of its country, or none.
 */
import { firstOf, leastOfHighest } from './count-list.js';
import { SortedRecords } from './sorted-records.js';

/** Bytes of an address: as IPv6. */
export const ADDRESS = 16;
const COUNT = 4;
export const COUNTRY = 2;
const RECORD = ADDRESS + COUNT + COUNTRY;
const MOMENT = 4;
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

/** Of the countries of two records the later by letters, into the first one. */
function laterCountry(records: Buffer, at: number, others: Buffer, there: number): void {
  const [own, other] = [at + ADDRESS + COUNT, there + ADDRESS + COUNT];
  if (others.compare(records, own, own + COUNTRY, other, other + COUNTRY) > 0) others.copy(records, own, other, other + COUNTRY);
}

export class AddressList {
  readonly #records: SortedRecords;
  readonly total: number;
  /** Places of the first of them, in order: at least so many, or all. */
  #first: { readonly places: readonly number[]; readonly most: number } = { places: [], most: 0 };

  /** @param records in the order of their bytes, each address once */
  constructor(records: Buffer | SortedRecords) {
    this.#records = records instanceof SortedRecords ? records : new SortedRecords(records, ADDRESS, RECORD);
    let total = 0;
    for (let at = 0; at < this.#records.bytes.length; at += RECORD) total += this.#numAt(at);
    this.total = total;
  }

  get size(): number {
    return this.#records.size;
  }

  /** How often an address occurs. @param address 16 bytes */
  of(address: Buffer): number {
    const one = new SortedRecords(address, ADDRESS);
    const place = this.#records.placeFor(one, 0);
    return this.#records.isAt(place, one, 0) ? this.#numAt(place) : 0;
  }

  /** Its addresses and those of the others, together. Of two countries of one address the later by letters, as the store has it. */
  with(others: AddressList): AddressList {
    if (others.size === 0) return this;
    const theirs = others.#records.bytes;
    return new AddressList(this.#records.with(others.#records, (written, at, there) => {
      written.writeUInt32LE(written.readUInt32LE(at + ADDRESS) + others.#numAt(there), at + ADDRESS);
      laterCountry(written, at, theirs, there);
    }));
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
      return { address: list.#records.bytes.subarray(at, at + ADDRESS), num, country: own > country ? own : country };
    });
  }

  #numAt(at: number): number {
    return this.#records.bytes.readUInt32LE(at + ADDRESS);
  }

  #countryAt(at: number): string {
    return this.#records.bytes.toString('latin1', at + ADDRESS + COUNT, at + RECORD).replaceAll('\0', '');
  }

  /** So many at least are in order, and a good deal more, for whoever asks next. */
  #mostFirst(most: number): readonly number[] {
    if (this.#first.most < Math.min(most, this.size)) {
      const enough = Math.max(LEAST, 2 * most);
      const places = Array.from({ length: this.size }, (_, i) => i * RECORD);
      const nums = Float64Array.from(places, (at) => this.#numAt(at));
      const least = leastOfHighest(nums, enough);
      this.#first = { places: places.filter((at) => this.#numAt(at) >= least).toSorted((a, b) => this.#numAt(b) - this.#numAt(a) || a - b), most: enough };
    }
    return this.#first.places;
  }
}

/** Addresses of an hour by the moments that they came in: records as above, and the moment, in steps of the clock since 1970. */
export class MomentaryAddresses {
  readonly #records: Buffer;

  /** @param records in the order of their bytes */
  constructor(records: Buffer) {
    this.#records = records;
  }

  /** Records: an address has as many as there were moments that it came in. */
  get size(): number {
    return this.#records.length / (RECORD + MOMENT);
  }

  /** Who came before a moment. */
  before(moment: number): AddressList {
    const records = this.#records;
    const all = Buffer.allocUnsafe(this.size * RECORD);
    let end = 0;
    for (let at = 0; at < records.length; at += RECORD + MOMENT) {
      if (records.readUInt32LE(at + RECORD) >= moment) continue;
      const last = end - RECORD;
      if (last >= 0 && all.compare(records, at, at + ADDRESS, last, last + ADDRESS) === 0) {
        all.writeUInt32LE(all.readUInt32LE(last + ADDRESS) + records.readUInt32LE(at + ADDRESS), last + ADDRESS);
        laterCountry(all, last, records, at);
      } else end += records.copy(all, end, at, at + RECORD);
    }
    return new AddressList(Buffer.from(all.subarray(0, end)));
  }
}
