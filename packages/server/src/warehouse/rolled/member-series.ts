/** What there is of a time: its figures by bucket, and everybody who was there, so that those of a longer time can be told from it and what came since. */
import type { Sized } from './kept-counts.js';
import type { Made } from './kept-plain.js';
import { SortedRecords } from './sorted-records.js';

/** Bytes of a visitor's id. */
export const VISITOR = 8;
/** Bytes of an address: as IPv6. */
export const ADDRESS = 16;

export interface Figures {
  readonly pv: number;
  readonly referer_num: number;
  readonly uv: number;
  readonly ip: number;
}

/** Page views of a time, and who was there. */
export interface Presence {
  readonly pv: number;
  readonly referer_num: number;
  readonly visitors: SortedRecords;
  readonly addresses: SortedRecords;
}

export const NOBODY: Presence = { pv: 0, referer_num: 0, visitors: new SortedRecords(Buffer.alloc(0), VISITOR), addresses: new SortedRecords(Buffer.alloc(0), ADDRESS) };

export const figuresOf = ({ pv, referer_num, visitors, addresses }: Presence): Figures => ({ pv, referer_num, uv: visitors.size, ip: addresses.size });

/** Of both times together. */
export const figuresOfBoth = (one: Presence, other: Presence): Figures => ({
  pv: one.pv + other.pv, referer_num: one.referer_num + other.referer_num, uv: one.visitors.sizeWith(other.visitors), ip: one.addresses.sizeWith(other.addresses),
});

export class MemberSeries implements Sized, Made {
  /** Up to when it tells, milliseconds UTC. */
  readonly until: number;
  /** By the instant that they begin at; none that nobody came in. */
  readonly buckets: ReadonlyMap<number, Figures>;
  readonly whole: Presence;

  constructor(until: number, buckets: ReadonlyMap<number, Figures>, whole: Presence) {
    this.until = until;
    this.buckets = buckets;
    this.whole = whole;
  }

  get made(): readonly unknown[] {
    return [this.until, this.buckets, this.whole];
  }

  get size(): number {
    return this.buckets.size + this.whole.visitors.size + this.whole.addresses.size;
  }

  /** With the time after it, of which no bucket has any of this one. */
  with({ until, buckets, whole }: MemberSeries): MemberSeries {
    const mine = this.whole;
    return new MemberSeries(until, new Map([...this.buckets, ...buckets]), {
      pv: mine.pv + whole.pv, referer_num: mine.referer_num + whole.referer_num, visitors: mine.visitors.with(whole.visitors), addresses: mine.addresses.with(whole.addresses),
    });
  }
}
