/**
 * What was counted of visits before an hour, or a moment of one, kept in memory for as long as nothing that changes visits may have touched what was counted: who asks
 * again counts what came since. Whatever changes visits is told of here when it begins and when it ends (`touch`).
 */
import type { Touched } from './touched.js';

/** A list of what was counted. */
export interface Sized {
  readonly size: number;
  /** What it takes of memory, where that is not its size. */
  readonly room?: number;
}

export interface Kept<List extends Sized> {
  /** A number of hours since 1970; of what is kept of the hour that runs, a fraction more. */
  readonly before: number;
  /** Null where there are too many of them. */
  readonly counts: List | null;
}

/** A look at what is kept, and at what happens from then on. */
export interface Reading<List extends Sized> {
  readonly kept: Kept<List> | null;
  /** Whether nothing has touched any visit before that hour, or moment, that may be counted since this reading began, nor does now. */
  isTrue(before: number): boolean;
  /** Keeps what was counted since this reading began, if it is true still. */
  keep(kept: Kept<List>): void;
}

/** What is kept of some sites. */
export interface Entry<List extends Sized> extends Kept<List> {
  readonly siteIds: readonly number[];
  /** As of `read`. */
  readonly from?: number;
}

/** With what was kept up to an earlier moment of the hour that runs: a visit that is a little late takes the newest alone. */
interface Moments<List extends Sized> extends Entry<List> {
  readonly earlier?: Kept<List> | undefined;
}

const roomOf = ({ counts }: Kept<Sized>): number => counts?.room ?? counts?.size ?? 0;
const roomOfBoth = (moments: Moments<Sized>): number => roomOf(moments) + (moments.earlier === undefined ? 0 : roomOf(moments.earlier));

/** Lists that are kept. */
const MOST_LISTS = 2_000;
/** Touches that are remembered; a reading that has seen more of them says nothing. */
const REMEMBERED = 2_000;
/** Hours after which the newest moment takes the place of the earlier one: what browsers send again comes within a few minutes, as a rule. */
const APART = 1 / 20;

/** What stays beside a moment that takes the place of another, of the same hour. Of hours that are over nothing does: their lists are long. */
function earlierOf<List extends Sized>(former: Moments<List> | undefined, { from, before }: Omit<Entry<List>, 'counts'>): Kept<List> | undefined {
  if (former === undefined || former.from !== from || before > Math.ceil(former.before)) return undefined;
  const { earlier } = former;
  // Who asks at the same time keeps the same moment.
  if (former.before >= before) return earlier !== undefined && earlier.before < before ? earlier : undefined;
  return earlier !== undefined && former.before - earlier.before < APART ? earlier : { before: former.before, counts: former.counts };
}

/** Visits of some sites, from an hour on where that is known. */
type Whose = Pick<Entry<Sized>, 'siteIds' | 'from'>;

/** The first moment of any of them that may be touched, in hours; Infinity where none is. */
function firstTouched(touched: Touched, { siteIds, from }: Whose): number {
  if (touched === 'everything') return Number.NEGATIVE_INFINITY;
  let first = Number.POSITIVE_INFINITY;
  for (const siteId of siteIds) {
    const hours = touched.get(siteId);
    if (hours === 'all') return Number.NEGATIVE_INFINITY;
    if (hours !== undefined) first = Math.min(first, from === undefined ? hours.first : hours.firstFrom(from));
  }
  return first;
}

export class KeptCounts<List extends Sized> {
  readonly #most: number;
  readonly #underWay: () => Iterable<Touched>;
  /** The one that was asked for last at the end. */
  readonly #entries = new Map<string, Moments<List>>();
  #room = 0;
  #touches: Touched[] = [];
  /** Of the first touch that is remembered, counted from the beginning. */
  #forgotten = 0;

  /**
   * @param most room that all lists take together
   * @param underWay what the changes touch that may be changing visits now
   */
  constructor(most: number, underWay: () => Iterable<Touched>) {
    this.#most = most;
    this.#underWay = underWay;
  }

  touch(touched: Touched): void {
    for (const [key, moments] of this.#entries) {
      const first = firstTouched(touched, moments);
      if (first < moments.before) this.#goBack(key, moments, first);
    }
    this.#touches.push(touched);
    if (this.#touches.length <= 2 * REMEMBERED) return;
    this.#touches = this.#touches.slice(REMEMBERED);
    this.#forgotten += REMEMBERED;
  }

  #roomAt(key: string): number {
    const moments = this.#entries.get(key);
    return moments === undefined ? 0 : roomOfBoth(moments);
  }

  #drop(key: string): void {
    this.#room -= this.#roomAt(key);
    this.#entries.delete(key);
  }

  #set(key: string, moments: Moments<List>): void {
    this.#room += roomOfBoth(moments) - this.#roomAt(key);
    this.#entries.set(key, moments);
  }

  /** To what is true still of what is kept, where anything is. */
  #goBack(key: string, { earlier, ...newest }: Moments<List>, touched: number): void {
    if (earlier === undefined || touched < earlier.before) this.#drop(key);
    else this.#set(key, { ...newest, ...earlier });
  }

  /** Whether nothing has touched any of the visits before that hour since so many touches, nor does now. */
  #isTrue(whose: Whose, before: number, since: number): boolean {
    if (since < this.#forgotten) return false;
    for (const touched of this.#touches.slice(since - this.#forgotten)) if (firstTouched(touched, whose) < before) return false;
    for (const touched of this.#underWay()) if (firstTouched(touched, whose) < before) return false;
    return true;
  }

  /** All that is kept, by a name that `takeOver` knows: the one that was asked for last at the end. */
  *entries(): Generator<readonly [key: string, entry: Entry<List>]> {
    const now = this.#forgotten + this.#touches.length;
    for (const [key, { earlier: _, ...entry }] of this.#entries) if (this.#isTrue(entry, entry.before, now)) yield [key, entry];
  }

  /** Keeps what was kept of the same visits before there was this one, unless anything has touched them since, or something is kept, or there is no room. */
  takeOver(key: string, entry: Entry<List>): void {
    if (this.#entries.has(key) || this.#entries.size >= MOST_LISTS || this.#room + roomOf(entry) > this.#most || !this.#isTrue(entry, entry.before, 0)) return;
    this.#set(key, entry);
  }

  /**
   * @param name what is counted of these sites
   * @param from an hour, or a moment of one, before which no visit is counted: what touches those alone leaves it as it is. Absent where that is not known
   */
  read(siteIds: readonly number[], name: string, from?: number): Reading<List> {
    const key = `${siteIds.join(',')} ${name}`;
    const kept = this.#entries.get(key) ?? null;
    if (kept !== null) {
      // The one that was asked for last goes last.
      this.#entries.delete(key);
      this.#entries.set(key, kept);
    }
    const begun = this.#forgotten + this.#touches.length;
    const whose: Whose = from === undefined ? { siteIds } : { siteIds, from };
    const isTrue = (before: number): boolean => this.#isTrue(whose, before, begun);
    return {
      kept,
      isTrue,
      keep: ({ before, counts }) => {
        if (!isTrue(before)) return;
        this.#set(key, { ...whose, before, counts, earlier: earlierOf(this.#entries.get(key), { ...whose, before }) });
        for (const oldest of this.#entries.keys()) if (this.#entries.size > MOST_LISTS || this.#room > this.#most) this.#drop(oldest);
      },
    };
  }
}
