/**
 * Page views by address, with the country of each: as `CountList`, for values of which every day brings hundreds of thousands. They lie in one buffer, in the
 * order of their bytes, 22 bytes each: the address, as IPv6; how often it occurs; the two letters of its country, or none.
 */
import { firstOf, leastOfHighest } from './count-list.js';

const ADDRESS = 16;
const COUNT = 4;
export const COUNTRY = 2;
const RECORD = ADDRESS + COUNT + COUNTRY;
/** Of the most frequent, so many are in order at least. */
const LEAST = 1_000;

export interface CountedAddress {
  /** 16 bytes: as IPv6. */
  readonly address: Buffer;
  readonly num: number;
  readonly country: string;
}

/** An address of one of two lists, with what both have of it. */
interface Place {
  readonly records: Buffer;
  readonly at: number;
  readonly num: number;
  readonly country: string;
}

const mostFirst = (a: Place, b: Place): number => b.num - a.num || a.records.compare(b.records, b.at, b.at + ADDRESS, a.at, a.at + ADDRESS);

export class AddressList {
  readonly #records: Buffer;
  readonly total: number;
  /** Places of the first of them, in order: at least so many, or all. */
  #first: { readonly places: readonly number[]; readonly most: number } = { places: [], most: 0 };

  /** @param records in the order of their bytes, each address once */
  constructor(records: Buffer) {
    this.#records = records;
    let total = 0;
    for (let at = 0; at < records.length; at += RECORD) total += records.readUInt32LE(at + ADDRESS);
    this.total = total;
  }

  get size(): number {
    return this.#records.length / RECORD;
  }

  /** How often an address occurs. @param address 16 bytes */
  of(address: Buffer): number {
    const at = this.#placeOf(address, 0);
    return at === -1 ? 0 : this.#numAt(at);
  }

  /** Its addresses and those of the others, together. Of two countries of one address the later by letters, as the store has it. */
  with(others: AddressList): AddressList {
    if (others.size === 0) return this;
    const [mine, theirs] = [this.#records, others.#records];
    const all = Buffer.allocUnsafe(mine.length + theirs.length);
    let [from, end] = [0, 0];
    for (let at = 0; at < theirs.length; at += RECORD) {
      const place = this.#before(theirs, at);
      end += mine.copy(all, end, from, place);
      from = place;
      theirs.copy(all, end, at, at + RECORD);
      if (this.#isAt(place, theirs, at)) {
        all.writeUInt32LE(this.#numAt(place) + others.#numAt(at), end + ADDRESS);
        if (this.#countryAt(place) > others.#countryAt(at)) mine.copy(all, end + ADDRESS + COUNT, place + ADDRESS + COUNT, place + RECORD);
        from += RECORD;
      }
      end += RECORD;
    }
    end += mine.copy(all, end, from);
    return new AddressList(Buffer.from(all.subarray(0, end)));
  }

  /** How many addresses there are with the others. */
  sizeWith(others: AddressList): number {
    let { size } = this;
    for (let at = 0; at < others.#records.length; at += RECORD) if (this.#placeOf(others.#records, at) === -1) size += 1;
    return size;
  }

  /** The first `most` of what `with(others)` holds, most first, then in the order of their bytes. */
  firstWith(others: AddressList, most: number): CountedAddress[] {
    const first: Place[] = [];
    for (const at of this.#mostFirst(most + others.size)) {
      if (first.length === most) break;
      if (others.#placeOf(this.#records, at) === -1) first.push({ records: this.#records, at, num: this.#numAt(at), country: this.#countryAt(at) });
    }
    for (let at = 0; at < others.#records.length; at += RECORD) {
      const here = this.#placeOf(others.#records, at);
      const [own, country] = here === -1 ? [0, ''] : [this.#numAt(here), this.#countryAt(here)];
      const other = others.#countryAt(at);
      first.push({ records: others.#records, at, num: own + others.#numAt(at), country: other > country ? other : country });
    }
    return firstOf(first, most, ({ num }) => num, mostFirst).map(({ records, at, num, country }) => ({ address: records.subarray(at, at + ADDRESS), num, country }));
  }

  #numAt(at: number): number {
    return this.#records.readUInt32LE(at + ADDRESS);
  }

  #countryAt(at: number): string {
    return this.#records.toString('latin1', at + ADDRESS + COUNT, at + RECORD).replaceAll('\0', '');
  }

  /** The first place whose address is not before the one that lies at a place of another buffer. */
  #before(others: Buffer, at: number): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#records.compare(others, at, at + ADDRESS, middle * RECORD, middle * RECORD + ADDRESS) < 0) low = middle + 1;
      else high = middle;
    }
    return low * RECORD;
  }

  #isAt(place: number, others: Buffer, at: number): boolean {
    return place < this.#records.length && this.#records.compare(others, at, at + ADDRESS, place, place + ADDRESS) === 0;
  }

  /** Where the address is that lies at a place of another buffer; -1 where it is not. */
  #placeOf(others: Buffer, at: number): number {
    const place = this.#before(others, at);
    return this.#isAt(place, others, at) ? place : -1;
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
