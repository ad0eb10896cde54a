import { recordsOf, type SealedSegment } from '../journal/sealed-segment.js';

/**
 * Views accepted a short while ago, so that a tracker's retry is not counted twice. Each is kept with the promise of its
 * commit: the retry is answered when the first is safe, and like it.
 */
export interface RecentIds {
  find(id: string): Promise<void> | undefined;
  add(id: string, safe: Promise<void>): void;
  /** After a commit that failed: the sender will come again, and must be taken then. */
  forget(id: string): void;
}

export interface RecentLimits {
  /** An id is remembered for at least this long (milliseconds), unless more than `size` others come in between. */
  readonly windowMs: number;
  readonly size: number;
}

const DEFAULTS: RecentLimits = { windowMs: 10 * 60_000, size: 200_000 };

/** Two generations instead of a time per id: the older one is dropped whole. */
export function createRecentIds(now: () => number, limits: RecentLimits = DEFAULTS): RecentIds {
  let young = new Map<string, Promise<void>>();
  let old = new Map<string, Promise<void>>();
  let since = now();

  const turn = (at: number): void => {
    old = at - since >= 2 * limits.windowMs ? new Map() : young;
    young = new Map();
    since = at;
  };

  return {
    find: (id) => young.get(id) ?? old.get(id),
    add: (id, safe) => {
      const at = now();
      if (young.size >= limits.size || at - since >= limits.windowMs) turn(at);
      young.set(id, safe);
    },
    forget: (id) => {
      young.delete(id);
      old.delete(id);
    },
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
  const safe = Promise.resolve();
  for (const segment of newest(segments, REMEMBERED)) {
    const payload = await segment.payload();
    for (const id of [...idsOf(payload.get('visits')), ...idsOf(payload.get('spider_hits')), ...idsOf(payload.get('events'))]) recent.add(id, safe);
  }
}
