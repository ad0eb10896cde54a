/** Remembers the questions that took long, by their text, so that an administrator can see what the store does for them. Kept in memory. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { QueryParams } from './query-params.js';

/** A question that took long. Its values stay in here: they may be somebody's address. */
export interface SlowQuestion {
  readonly id: string;
  readonly sql: string;
  /** Of the longest. */
  readonly params: QueryParams;
  readonly times: number;
  /** Milliseconds. */
  readonly longest: number;
  readonly rowsRead: number;
  /** Milliseconds UTC. */
  readonly lastAt: number;
}

export interface SlowQuestions {
  /** Milliseconds from which on a question is remembered. */
  readonly threshold: number;
  /** @param tookMs how long it took. @param rowsRead as far as it is known */
  note(sql: string, params: QueryParams, tookMs: number, rowsRead: number): void;
  /** The longest first. */
  list(): SlowQuestion[];
  find(id: string): SlowQuestion | undefined;
}

const THRESHOLD = 1_000;
/** Texts that are remembered: those seen last. */
const SIZE = 50;
/** Characters of a name: enough to tell fifty texts apart. */
const NAME_LENGTH = 16;

/** Remembers nothing yet. */
export function createSlowQuestions(now: () => number, threshold: number = THRESHOLD): SlowQuestions {
  const known = new LRUCache<string, SlowQuestion>({ max: SIZE });
  return {
    threshold,
    note(sql, params, tookMs, rowsRead) {
      if (tookMs < threshold) return;
      const id = createHash('sha256').update(sql).digest('hex').slice(0, NAME_LENGTH);
      const before = known.get(id);
      const isLongest = before === undefined || tookMs > before.longest;
      known.set(id, {
        id, sql, times: (before?.times ?? 0) + 1, lastAt: now(),
        ...(isLongest ? { params, longest: Math.round(tookMs), rowsRead } : { params: before.params, longest: before.longest, rowsRead: before.rowsRead }),
      });
    },
    list: () => [...known.values()].toSorted((a, b) => b.longest - a.longest || (a.id < b.id ? -1 : 1)),
    find: (id) => known.get(id),
  };
}
