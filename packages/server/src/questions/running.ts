/**
 * Of an hour that runs, where many come, what came up to a moment a little while ago is counted once and kept for as long as nothing changes it: an asking counts
 * who came since, however many had come before. When it has ended it goes on like that until it is over, and the one after it is counted by itself.
 */
import type { Reading, Sized } from '../warehouse/rolled/kept-counts.js';
import { CLOCK_STEP, hourOver, type TimeRange } from './period.js';

const HOUR = 3_600_000;
/** Milliseconds after which visits have come in, as a rule: what comes later has what was kept after an earlier moment counted anew. */
export const SETTLED = 10_000;
/** Milliseconds that are counted with every asking before they are kept: two counts take longer than one. */
export const STEP = 20_000;
/** Page views that take longer to be counted than one statement more takes to be understood. */
const MANY = 20_000;

/** Counts that can be put together. */
export interface Counting<List> {
  readonly empty: List;
  /** Both together; null where they can not be, or are more than are kept. */
  readonly joined: (list: List, added: List) => List | null;
  /** Page views. */
  readonly viewsOf: (list: List) => number;
  /** Page views of an hour from which on it is kept; MANY without it. */
  readonly many?: number | undefined;
}

/** A time that runs. */
export interface Running<List> {
  /** What has to be counted of it. */
  readonly pieces: readonly TimeRange[];
  /** @param counted of each piece; null where it can not be told */
  told(counted: readonly (List | null)[]): List | null;
  /** Whether what was kept of it is true still. */
  isTrue(): boolean;
}

/** A time of which nothing is kept. */
export const asWhole = <List>(range: TimeRange): Running<List> => ({ pieces: [range], told: ([all = null]) => all, isTrue: () => true });

/**
 * Where an hour is kept, by what is counted: by its number, the running one and the one that has just ended apart, an hour takes the place of the last but one.
 */
export const runningName = (hour: number, what: readonly unknown[]): string => JSON.stringify([hour % 2 === 0 ? 'running' : 'running too', ...what]);

/** The hours of a time that begins with the one that is over next: of those that have not begun none is apart. None of a time that begins with another. */
function hoursOf({ from, to }: TimeRange, now: number): readonly TimeRange[] {
  if (from >= to || from !== hourOver(now) * HOUR) return [];
  const next = from + HOUR;
  return next < Math.min(to, now) ? [{ from, to: next }, { from: next, to }] : [{ from, to }];
}

/** @param range of `hoursOf` @returns null where there is more than is kept, or what is kept goes further */
function runningHour<List extends Sized>({ from, to }: TimeRange, reading: Reading<List>, { empty, joined, viewsOf, many = MANY }: Counting<List>, now: number): Running<List> | null {
  const [hour, end] = [from / HOUR, from + HOUR];
  // What is kept of an hour before it ends before this one begins.
  const known = reading.kept !== null && reading.kept.before >= hour ? reading.kept : null;
  if (known !== null && (known.counts === null || known.before > hour + 1 || known.before * HOUR > to)) return null;
  const [before, reached] = [known?.counts ?? empty, known === null ? from : Math.round(known.before * HOUR)];
  // To a step of the clock, so that whoever asks in the next milliseconds asks word for word the same.
  const settled = Math.min(end, Math.floor((now - SETTLED) / CLOCK_STEP) * CLOCK_STEP);
  const keeps = known !== null && settled <= to && settled > reached && (settled === end || settled - reached >= STEP);
  const pieces = keeps ? [{ from: reached, to: settled }, { from: settled, to }] : [{ from: reached, to }];
  return {
    pieces: pieces.filter((piece) => piece.from < piece.to),
    told(counted) {
      const [first = empty, second = empty] = counted;
      if (first === null || second === null) return null;
      // That many come is seen once they have: from then on it is kept.
      if (known === null && viewsOf(first) >= many) reading.keep({ before: hour, counts: empty });
      const added = joined(before, first);
      if (keeps) reading.keep({ before: settled / HOUR, counts: added });
      return added === null ? null : joined(added, second);
    },
    isTrue: () => reading.isTrue((keeps ? settled : reached) / HOUR),
  };
}

/** Times one after the other as one. */
export function inTurn<List>(times: readonly Running<List>[], joined: Counting<List>['joined']): Running<List> {
  return {
    pieces: times.flatMap(({ pieces }) => pieces),
    told(counted) {
      let at = 0;
      const lists = times.map((time) => time.told(counted.slice(at, (at += time.pieces.length))));
      return lists.reduce((all, list) => (all === null || list === null ? null : joined(all, list)));
    },
    isTrue: () => times.every((time) => time.isTrue()),
  };
}

/** An hour that runs, and when it is. */
export interface RunningHour<List> {
  readonly range: TimeRange;
  readonly running: Running<List>;
}

/**
 * @param readingOf where an hour is kept (`runningName`)
 * @returns each by itself; null where the range does not begin with the hour that runs, or there is more than is kept
 */
export function runningHours<List extends Sized>(range: TimeRange, readingOf: (hour: number) => Reading<List>, counting: Counting<List>, now: number): readonly RunningHour<List>[] | null {
  const hours = hoursOf(range, now).map((hour) => ({ range: hour, running: runningHour(hour, readingOf(hour.from / HOUR), counting, now) }));
  return hours.length > 0 && hours.every((hour): hour is RunningHour<List> => hour.running !== null) ? hours : null;
}

/** As `runningHours`, as one. */
export function runningOf<List extends Sized>(range: TimeRange, readingOf: (hour: number) => Reading<List>, counting: Counting<List>, now: number): Running<List> | null {
  const hours = runningHours(range, readingOf, counting, now);
  return hours === null ? null : inTurn(hours.map(({ running }) => running), counting.joined);
}
