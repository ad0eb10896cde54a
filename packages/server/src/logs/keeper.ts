import type { Arrival } from '../enrich/arrival.js';
import type { CountedSite } from '../enrich/site.js';
import type { Candidate } from './candidate.js';
import type { Kept, Tally } from './report.js';
import { StoredHours } from './stored-hours.js';

export interface KeeperOptions {
  readonly site: CountedSite;
  /** Takes records for keeping; resolves once they are safe on disk. */
  readonly intake: { take(arrivals: Arrival[]): Promise<void> };
  /** The hours of which the store has records of this site's logs as the import begins. */
  readonly stored: StoredHours;
  /** Which of the ids are stored already; `from` and `to` (milliseconds UTC, inclusive) enclose the times of their records. */
  readonly known: (ids: string[], site: CountedSite, from: number, to: number) => Promise<ReadonlySet<string>>;
  /** Resolves once everything taken so far can be seen by `known`. */
  readonly settled?: (() => Promise<void>) | undefined;
  /** Resolves when more may be taken: the disk must not fill up because the store is slower than the reading. */
  readonly room?: (() => Promise<void>) | undefined;
}

export interface Keeper {
  add(candidate: Candidate, characters: number): void;
  /** Whether a batch is full, so that `handOver` is due. */
  isFull(): boolean;
  /** Begins to keep what was added; resolves when the next may be added. Rejects with what keeping an earlier batch rejected with. */
  handOver(): Promise<void>;
  /** All that was added is kept when it resolves. */
  flush(): Promise<void>;
  /** Ends a source: all of it is kept when it resolves. */
  endSource(): Promise<void>;
  /** Waits for what is under way, well or not. */
  idle(): Promise<void>;
}

function countOf(fresh: readonly Candidate[]): Kept {
  let [visits, spiderHits] = [0, 0];
  let [firstAt, lastAt] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { arrival, isSpider } of fresh) {
    if (isSpider) spiderHits += 1;
    else visits += 1;
    firstAt = Math.min(firstAt, arrival.at);
    lastAt = Math.max(lastAt, arrival.at);
  }
  return { visits, spiderHits, firstAt, lastAt };
}

/** By time, and of one instant by id, a number as decimal text: as the store orders the visits of a session (session-repair/session-sql.ts). */
function byInstant({ arrival: a }: Candidate, { arrival: b }: Candidate): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.id.length !== b.id.length) return a.id.length - b.id.length;
  return Number(a.id > b.id) - Number(a.id < b.id);
}

/** Records handed over at once. Small, so that they are young garbage when they are done. */
const BATCH = 1_000;
/** Characters of log lines in one batch at most, so that absurdly long lines do not add up. */
const BATCH_TEXT = 8_388_608;
/**
 * Batches on their way to the disk at once: one write is shared by those that wait for it. Few, for the same reason: with 8 of them, as many rows as are
 * made from one collection of young garbage to the next, each lived through two and had to be moved and looked through among the old.
 */
const UNDER_WAY = 3;

/**
 * Keeps candidates exactly once. Invariants:
 * - a candidate is stored without asking only when no record of its hour can be stored: the hour is not among those of the store or
 *   of the sources before, and its own source has not read it before, which it can only have when the log went back in time;
 * - whoever asks the store asks after everything of the hours concerned can be seen there;
 * - batches are kept in the order of the log.
 */
export function createKeeper({ site, intake, stored, known, settled, room }: KeeperOptions, tally: Tally): Keeper {
  /** Hours of the source being read. */
  const own = new StoredHours();
  /** Hours taken since everything was settled. */
  const unsettled = new StoredHours();
  let batch: Candidate[] = [];
  let batchText = 0;
  const underWay: Promise<void>[] = [];

  const mayBeStored = ({ arrival, isBehind }: Candidate): boolean => isBehind || stored.has(arrival.at);

  /** The ids among the doubtful that are stored. */
  async function ask(doubtful: readonly Candidate[]): Promise<ReadonlySet<string>> {
    if (doubtful.some(({ arrival }) => unsettled.has(arrival.at))) {
      await Promise.all(underWay);
      await settled?.();
      unsettled.clear();
    }
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    for (const { arrival } of doubtful) {
      from = Math.min(from, arrival.at);
      to = Math.max(to, arrival.at);
    }
    return known(doubtful.map(({ arrival }) => arrival.id), site, from, to);
  }

  async function freshOf(candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
    const doubtful = candidates.filter(mayBeStored);
    if (doubtful.length === 0) return candidates;
    const seen = new Set(await ask(doubtful));
    // An id may also stand twice in one batch, when its log goes back within it.
    const fresh = candidates.filter(({ arrival }) => !seen.has(arrival.id) && seen.add(arrival.id));
    if (fresh.length < candidates.length) tally.refuse('duplicate', candidates.length - fresh.length);
    return fresh;
  }

  /** No async function: it would hold the lines until their rows are on disk, and with them what would have been young garbage. */
  function take(fresh: readonly Candidate[]): Promise<void> {
    for (const { arrival } of fresh) {
      own.add(arrival.at);
      unsettled.add(arrival.at);
    }
    const counted = countOf(fresh);
    // Lines of one second stand as their answers ended. Which visit begins its session is told by time and id, and nobody has to correct what is so from the beginning.
    return intake.take(fresh.toSorted(byInstant).map(({ arrival }) => arrival)).then(() => tally.kept(counted));
  }

  async function handOver(): Promise<void> {
    if (batch.length > 0) {
      const candidates = batch;
      batch = [];
      batchText = 0;
      await room?.();
      const fresh = await freshOf(candidates);
      if (fresh.length > 0) {
        const taking = take(fresh);
        // The failure is met when it is waited for; until then it must not pass for an unhandled one.
        taking.catch(() => undefined);
        underWay.push(taking);
      }
    }
    while (underWay.length > UNDER_WAY) await underWay.shift();
  }

  async function flush(): Promise<void> {
    await handOver();
    await Promise.all(underWay.splice(0));
  }

  return {
    add(candidate, characters) {
      batch.push(candidate);
      batchText += characters;
    },
    isFull: () => batch.length >= BATCH || batchText >= BATCH_TEXT,
    handOver,
    flush,
    async endSource() {
      await flush();
      stored.addAll(own);
      own.clear();
    },
    async idle() {
      await Promise.allSettled(underWay);
    },
  };
}
