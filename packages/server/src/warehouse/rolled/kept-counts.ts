/**
 * What was counted of visits before an hour, or a moment of one, kept in memory for as long as nothing that changes visits may have touched what is before it: who asks
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
  /** Whether nothing has touched any visit before that hour, or moment, since this reading began, nor does now. */
  isTrue(before: number): boolean;
  /** Keeps what was counted since this reading began, if it is true still. */
  keep(kept: Kept<List>): void;
}

/** What is kept of some sites. */
export interface Entry<List extends Sized> extends Kept<List> {
  readonly siteIds: readonly number[];
}

const roomOf = (list: Sized | null | undefined): number => list?.room ?? list?.size ?? 0;

/** Lists that are kept. */
const MOST_LISTS = 2_000;
/** Touches that are remembered; a reading that has seen more of them says nothing. */
const REMEMBERED = 2_000;

/** The first moment of any of the sites that is touched, in hours; Infinity where none is. */
function firstTouched(touched: Touched, siteIds: readonly number[]): number {
  if (touched === 'everything') return Number.NEGATIVE_INFINITY;
  let first = Number.POSITIVE_INFINITY;
  for (const siteId of siteIds) {
    const hours = touched.get(siteId);
    if (hours === 'all') return Number.NEGATIVE_INFINITY;
    first = Math.min(first, hours?.first ?? first);
  }
  return first;
}

export class KeptCounts<List extends Sized> {
  readonly #most: number;
  readonly #underWay: () => Iterable<Touched>;
  /** The one that was asked for last at the end. */
  readonly #entries = new Map<string, Entry<List>>();
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
    for (const [key, { siteIds, before }] of this.#entries) if (firstTouched(touched, siteIds) < before) this.#drop(key);
    this.#touches.push(touched);
    if (this.#touches.length <= 2 * REMEMBERED) return;
    this.#touches = this.#touches.slice(REMEMBERED);
    this.#forgotten += REMEMBERED;
  }

  #drop(key: string): void {
    this.#room -= roomOf(this.#entries.get(key)?.counts);
    this.#entries.delete(key);
  }

  /** Whether nothing has touched any visit of the sites before that hour since so many touches, nor does now. */
  #isTrue(siteIds: readonly number[], before: number, since: number): boolean {
    if (since < this.#forgotten) return false;
    for (const touched of this.#touches.slice(since - this.#forgotten)) if (firstTouched(touched, siteIds) < before) return false;
    for (const touched of this.#underWay()) if (firstTouched(touched, siteIds) < before) return false;
    return true;
  }

  /** All that is kept, by a name that `takeOver` knows: the one that was asked for last at the end. */
  *entries(): Generator<readonly [key: string, entry: Entry<List>]> {
    const now = this.#forgotten + this.#touches.length;
    for (const [key, entry] of this.#entries) if (this.#isTrue(entry.siteIds, entry.before, now)) yield [key, entry];
  }

  /** Keeps what was kept of the same visits before there was this one, unless anything has touched them since, or something is kept, or there is no room. */
  takeOver(key: string, entry: Entry<List>): void {
    if (this.#entries.has(key) || this.#entries.size >= MOST_LISTS || this.#room + roomOf(entry.counts) > this.#most || !this.#isTrue(entry.siteIds, entry.before, 0)) return;
    this.#entries.set(key, entry);
    this.#room += roomOf(entry.counts);
  }

  /** @param name what is counted of these sites */
  read(siteIds: readonly number[], name: string): Reading<List> {
    const key = `${siteIds.join(',')} ${name}`;
    const kept = this.#entries.get(key) ?? null;
    if (kept !== null) {
      // The one that was asked for last goes last.
      this.#entries.delete(key);
      this.#entries.set(key, kept);
    }
    const begun = this.#forgotten + this.#touches.length;
    const isTrue = (before: number): boolean => this.#isTrue(siteIds, before, begun);
    return {
      kept,
      isTrue,
      keep: ({ before, counts }) => {
        if (!isTrue(before)) return;
        this.#drop(key);
        this.#entries.set(key, { siteIds, before, counts });
        this.#room += roomOf(counts);
        for (const oldest of this.#entries.keys()) if (this.#entries.size > MOST_LISTS || this.#room > this.#most) this.#drop(oldest);
      },
    };
  }
}
