/**
 * Of the hour that runs, where many come, what came up to a moment a little while ago is counted once and kept for as long as nothing changes it: an asking counts
 * who came since, however many had come before.
 */
import type { Reading, Sized } from '../warehouse/rolled/kept-counts.js';
import { CLOCK_STEP, hourOver, type TimeRange } from './period.js';

const HOUR = 3_600_000;
/** Milliseconds after which visits have come in, as a rule: what comes later has the hour counted anew. */
export const SETTLED = 20_000;
/** Milliseconds that are counted with every asking before they are kept: two counts take longer than one. */
export const STEP = 40_000;
/** Page views that take longer to be counted than one statement more takes to be understood. */
const MANY = 20_000;

/** Counts that can be put together. */
export interface Counting<List> {
  readonly empty: List;
  /** Both together; null where they can not be, or are more than are kept. */
  readonly joined: (list: List, added: List) => List | null;
  /** Page views. */
  readonly viewsOf: (list: List) => number;
}

/** The hour that runs. */
export interface Running<List> {
  /** What has to be counted of it. */
  readonly pieces: readonly TimeRange[];
  /** @param counted of each piece; null where it can not be told */
  told(counted: readonly (List | null)[]): List | null;
  /** Whether what was kept of it is true still. */
  isTrue(): boolean;
}

/**
 * @param reading where it is kept, by what is counted: an hour takes the place of the one before
 * @returns null where the range does not begin with the hour that runs, or there is more than is kept
 */
export function runningOf<List extends Sized>({ from, to }: TimeRange, reading: Reading<List>, { empty, joined, viewsOf }: Counting<List>, now: number): Running<List> | null {
  const hour = hourOver(now);
  if (from >= to || from !== hour * HOUR) return null;
  // What is kept of another hour that ran ends before this one began.
  const known = reading.kept !== null && reading.kept.before >= hour ? reading.kept : null;
  if (known !== null && (known.counts === null || known.before * HOUR > to)) return null;
  const [before, reached] = [known?.counts ?? empty, known === null ? from : Math.round(known.before * HOUR)];
  const settled = Math.min(from + HOUR - CLOCK_STEP, now - SETTLED);
  const keeps = known !== null && settled < to && settled - reached >= STEP;
  const pieces = keeps ? [{ from: reached, to: settled }, { from: settled, to }] : [{ from: reached, to }];
  return {
    pieces: pieces.filter((piece) => piece.from < piece.to),
    told(counted) {
      const [first = empty, second = empty] = counted;
      if (first === null || second === null) return null;
      // That many come is seen once they have: from then on it is kept.
      if (known === null && viewsOf(first) >= MANY) reading.keep({ before: hour, counts: empty });
      const added = joined(before, first);
      if (keeps) reading.keep({ before: settled / HOUR, counts: added });
      return added === null ? null : joined(added, second);
    },
    isTrue: () => reading.isTrue((keeps ? settled : reached) / HOUR),
  };
}
