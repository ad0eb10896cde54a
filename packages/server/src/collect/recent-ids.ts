import { digitsOf, IdSet } from './id-set.js';
import { recordsOf, type SealedSegment } from '../journal/sealed-segment.js';

/**
 * Views accepted a short while ago (UInt64 as decimal text), so that a tracker's retry is not counted twice. A view on its
 * way to the disk is held with the promise of its commit: the retry is answered when the first is safe, and like it.
 */
export interface RecentIds {
  /** Fulfilled when the view is safe; undefined for one that is not known. */
  find(id: string): Promise<void> | undefined;
  /** A view on its way; one of the next two follows. */
  begin(id: string, safe: Promise<void>): void;
  /** It is safe. */
  remember(id: string): void;
  /** It is not: the sender will come again, and must be taken then. */
  forget(id: string): void;
}

export interface RecentLimits {
  /** An id is remembered for at least this long (milliseconds), unless more than `size` others come in between. */
  readonly windowMs: number;
  readonly size: number;
}

const DEFAULTS: RecentLimits = { windowMs: 10 * 60_000, size: 200_000 };
const SAFE = Promise.resolve();

/** Two generations instead of a time per id: the older one is dropped whole. */
export function createRecentIds(now: () => number, limits: RecentLimits = DEFAULTS): RecentIds {
  const underWay = new Map<string, Promise<void>>();
  let young = new IdSet(limits.size);
  let old = new IdSet(limits.size);
  let since = now();

  const turn = (at: number): void => {
    const next = old;
    next.clear();
    old = young;
    young = next;
    if (at - since >= 2 * limits.windowMs) old.clear();
    since = at;
  };

  return {
    find: (id) => {
      const safe = underWay.get(id);
      if (safe !== undefined) return safe;
      const digits = digitsOf(id);
      return young.has(digits) || old.has(digits) ? SAFE : undefined;
    },
    begin: (id, safe) => void underWay.set(id, safe),
    remember: (id) => {
      underWay.delete(id);
      const at = now();
      if (young.count >= limits.size || at - since >= limits.windowMs) turn(at);
      young.add(digitsOf(id));
    },
    forget: (id) => void underWay.delete(id),
  };
}

const ROW_ID = /^\[\d+,"(\d+)",/u;
/** Rows that are read back at most: what was answered last is what may be sent again. */
const REMEMBERED = 100_000;

function idsOf(rows: Buffer | undefined): string[] {
  const lines = rows?.toString('latin1').split('\n') ?? [];
  return lines.map((line) => ROW_ID.exec(line)?.[1]).filter((id) => id !== undefined);
}

/** The newest segments that hold about so many rows together, oldest first. */
function newest(segments: readonly SealedSegment[], rows: number): SealedSegment[] {
  const chosen: SealedSegment[] = [];
  let sum = 0;
  for (const segment of segments.toReversed()) {
    if (sum >= rows) break;
    chosen.unshift(segment);
    sum += recordsOf(segment.rows);
  }
  return chosen;
}

/**
 * Remembers the views in the newest segments that an earlier process left. One of them may have been safe without its
 * sender ever hearing so, because the process ended in between: the retry comes to this process.
 */
export async function rememberSegments(recent: RecentIds, segments: readonly SealedSegment[]): Promise<void> {
  for (const segment of newest(segments, REMEMBERED)) {
    const payload = await segment.payload();
    for (const id of [...idsOf(payload.get('visits')), ...idsOf(payload.get('spider_hits')), ...idsOf(payload.get('events'))]) recent.remember(id);
  }
}
