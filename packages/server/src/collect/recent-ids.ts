import type { SealedSegment } from '../journal/sealed-segment.js';

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

/**
 * Remembers the views in segments that an earlier process left. One of them may have been safe without its sender ever
 * hearing so, because the process ended in between: the retry comes to this process.
 */
export async function rememberSegments(recent: RecentIds, segments: readonly SealedSegment[]): Promise<void> {
  const safe = Promise.resolve();
  for (const segment of segments) {
    const payload = await segment.payload();
    for (const table of ['visits', 'spider_hits'] as const) {
      const rows = payload.get(table)?.toString('latin1').split('\n') ?? [];
      for (const row of rows) {
        const id = ROW_ID.exec(row)?.[1];
        if (id !== undefined) recent.add(id, safe);
      }
    }
  }
}
