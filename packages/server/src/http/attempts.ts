/**
 * Limits attempts to sign in: per user name and address, per user name, and per address, with a wait that doubles.
 *
 * Invariants: an attempt counts as failed from its start until it is known to have succeeded, so that parallel
 * attempts can't slip through; nobody can lock a user out of an address that the user signed in from before.
 * Kept in memory: a restart forgets, and each process of several counts for itself.
 */
import { FootfallError } from '@footfall/contract';
import { LRUCache } from 'lru-cache';
import { subscriber } from '../subscriber.js';

/** One attempt; failed unless told otherwise. */
export interface Attempt {
  succeed(): void;
  /** It came to no decision (the store failed): not counted. */
  undo(): void;
}

export interface Attempts {
  /** @throws FootfallError `auth.limited` with `retry_after` seconds */
  begin(address: string, username: string): Attempt;
}

interface Limit {
  /** Failures that cost nothing. */
  readonly free: number;
  /** Milliseconds of the first wait; each further failure doubles it. */
  readonly firstWait: number;
  readonly longestWait: number;
}

interface Bucket {
  failures: number;
  until: number;
  lastAt: number;
}

const PAIR: Limit = { free: 5, firstWait: 10_000, longestWait: 900_000 };
const USERNAME: Limit = { free: 20, firstWait: 5_000, longestWait: 300_000 };
const ADDRESS: Limit = { free: 50, firstWait: 10_000, longestWait: 900_000 };
/** Milliseconds without a failure after which all is forgiven. */
const FORGET_AFTER = 3_600_000;
const SIZE = 20_000;

/** The limits, counting from nothing. */
export function createAttempts({ now }: { readonly now: () => number }): Attempts {
  const buckets = new LRUCache<string, Bucket>({ max: SIZE });
  const trusted = new LRUCache<string, true>({ max: SIZE });

  function bucketOf(key: string): Bucket {
    const known = buckets.get(key);
    if (known && now() - known.lastAt < FORGET_AFTER) return known;
    const fresh = { failures: 0, until: 0, lastAt: now() };
    buckets.set(key, fresh);
    return fresh;
  }

  function count(bucket: Bucket, limit: Limit): void {
    bucket.failures += 1;
    bucket.lastAt = now();
    const over = bucket.failures - limit.free;
    if (over >= 0) bucket.until = now() + Math.min(limit.firstWait * 2 ** over, limit.longestWait);
  }

  /** `until`: what it was before the attempt, hence over. */
  function uncount(bucket: Bucket, until: number): void {
    bucket.failures = Math.max(0, bucket.failures - 1);
    bucket.until = Math.min(bucket.until, until);
  }

  return {
    begin(address, username) {
      const name = username.toLowerCase();
      const from = subscriber(address);
      const pair = JSON.stringify([from, name]);
      const counted: [string, Limit][] = [
        [`pair ${pair}`, PAIR],
        [`address ${from}`, ADDRESS],
      ];
      if (!trusted.has(pair)) counted.push([`name ${name}`, USERNAME]);
      const held = counted.map(([key, limit]): [Bucket, Limit] => [bucketOf(key), limit]);
      const wait = Math.max(...held.map(([bucket]) => bucket.until)) - now();
      if (wait > 0) throw new FootfallError('auth.limited', { retry_after: Math.ceil(wait / 1_000) });
      const before = held.map(([bucket]): [Bucket, number] => [bucket, bucket.until]);
      for (const [bucket, limit] of held) count(bucket, limit);
      const undo = (): void => {
        for (const [bucket, until] of before) uncount(bucket, until);
      };
      return {
        undo,
        succeed() {
          undo();
          buckets.delete(`pair ${pair}`);
          trusted.set(pair, true);
        },
      };
    },
  };
}
