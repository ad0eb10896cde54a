import { digitsOf, IdMap } from './id-map.js';
import { recordsOf, type SealedSegment } from '../journal/sealed-segment.js';

/**
 * Views accepted a short while ago (UInt64 as decimal text), so that a tracker's retry is not counted twice. A view on its
 * way to the disk is held with the promise of its commit: the retry is answered when the first is safe, and like it.
 */
export interface RecentIds {
  /** Fulfilled when the view is safe; undefined for one that is not known. */
  find(id: string): Promise<void> | undefined;
  /** A view that `safe` is to keep. When that fails it is forgotten: the sender will come again, and must be taken then. */
  begin(id: string, safe: Promise<void>): void;
  /** A view that is safe. */
  remember(id: string): void;
}

export interface RecentLimits {
  /** An id is remembered for at least this long (milliseconds), unless more than `size` others come in between. */
  readonly windowMs: number;
  readonly size: number;
}

const DEFAULTS: RecentLimits = { windowMs: 10 * 60_000, size: 200_000 };
const SAFE = Promise.resolve();
/** What an id has instead of the number of its commit. */
const NO_COMMIT = 0;
/** Their numbers begin anew behind it. */
const MOST_COMMITS = 0xffff_ffff;

/** What is on its way to the disk together: the journal answers it with one promise. */
interface Commit {
  readonly number: number;
  readonly safe: Promise<void>;
  readonly ids: string[];
}

/** Two generations instead of a time per id: the older one is dropped whole. */
export function createRecentIds(now: () => number, limits: RecentLimits = DEFAULTS): RecentIds {
  const underWay = new Map<number, Commit>();
  let latest: Commit | null = null;
  let commits = 0;
  let young = new IdMap(limits.size);
  let old = new IdMap(limits.size);
  let since = now();

  const turn = (at: number): void => {
    const next = old;
    next.clear();
    old = young;
    young = next;
    if (at - since >= 2 * limits.windowMs) old.clear();
    since = at;
    // However long the disk takes.
    for (const { number, ids } of underWay.values()) for (const id of ids.slice(0, limits.size - young.count)) young.set(digitsOf(id), number);
  };

  const add = (id: string, commit: number): void => {
    const at = now();
    if (young.count >= limits.size || at - since >= limits.windowMs) turn(at);
    young.set(digitsOf(id), commit);
  };

  const commitOf = (safe: Promise<void>): Commit => {
    if (latest?.safe === safe) return latest;
    commits = (commits % MOST_COMMITS) + 1;
    const commit: Commit = { number: commits, safe, ids: [] };
    latest = commit;
    underWay.set(commit.number, commit);
    safe.then(
      () => underWay.delete(commit.number),
      () => {
        underWay.delete(commit.number);
        if (latest === commit) latest = null;
        for (const digits of commit.ids.map(digitsOf)) for (const generation of [young, old]) generation.delete(digits);
      },
    );
    return commit;
  };

  return {
    find: (id) => {
      const digits = digitsOf(id);
      const commit = young.get(digits) ?? old.get(digits);
      return commit === undefined ? undefined : (underWay.get(commit)?.safe ?? SAFE);
    },
    begin: (id, safe) => {
      const { ids, number } = commitOf(safe);
      ids.push(id);
      add(id, number);
    },
    remember: (id) => add(id, NO_COMMIT),
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
