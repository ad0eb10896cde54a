import { halves64 } from '../enrich/hash64.js';
import { recordsOf, type SealedSegment } from '../journal/sealed-segment.js';
import { HeldIds } from './held-ids.js';

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
/** What holds an id that is on disk already. Commits have the numbers behind it, and begin anew behind the last. */
const ON_DISK = 1;
const LAST_NUMBER = 0xffff_ffff;

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
  let number = ON_DISK;
  let young = new HeldIds();
  let old = new HeldIds();
  let since = now();

  const turn = (at: number): void => {
    const next = old;
    next.clear();
    old = young;
    young = next;
    if (at - since >= 2 * limits.windowMs) old.clear();
    since = at;
    // However long the disk takes.
    for (const commit of underWay.values()) for (const id of commit.ids) young.hold(...halves64(id), commit.number);
  };

  const add = (id: string, commit: number): void => {
    const at = now();
    if (young.size >= limits.size || at - since >= limits.windowMs) turn(at);
    young.hold(...halves64(id), commit);
  };

  const commitOf = (safe: Promise<void>): Commit => {
    if (latest?.safe === safe) return latest;
    number = number === LAST_NUMBER ? ON_DISK + 1 : number + 1;
    const commit: Commit = { number, safe, ids: [] };
    latest = commit;
    underWay.set(number, commit);
    safe.then(
      () => underWay.delete(commit.number),
      () => {
        underWay.delete(commit.number);
        if (latest === commit) latest = null;
        for (const halves of commit.ids.map(halves64)) for (const generation of [young, old]) generation.letGo(...halves);
      },
    );
    return commit;
  };

  return {
    find: (id) => {
      const [high, low] = halves64(id);
      const holder = young.holderOf(high, low) || old.holderOf(high, low);
      return holder === 0 ? undefined : (underWay.get(holder)?.safe ?? SAFE);
    },
    begin: (id, safe) => {
      const commit = commitOf(safe);
      commit.ids.push(id);
      add(id, commit.number);
    },
    remember: (id) => add(id, ON_DISK),
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
