/** How often an address may name something that is not there before it is asked to wait. Kept in memory; a restart forgets. */
import { FootfallError } from '@footfall/contract';
import { LRUCache } from 'lru-cache';
import { isInside, subscriber } from '../subscriber.js';

/** Misses of one subscriber that cost nothing within the time. */
const MOST = 20;
/** Milliseconds from a subscriber's first miss after which all is forgiven. */
const WITHIN = 600_000;
const SUBSCRIBERS = 20_000;

export interface Misses {
  /** @throws FootfallError `request.limited`, before anything is looked up */
  check(address: string): void;
  note(address: string): void;
}

/** Counts misses; those of this network's own machines are not, as a proxy in front that is not trusted speaks for everybody. */
export function createMisses(now: () => number): Misses {
  const counts = new LRUCache<string, { misses: number; readonly until: number }>({ max: SUBSCRIBERS });
  const countOf = (address: string) => {
    const known = counts.get(subscriber(address));
    return known !== undefined && known.until > now() ? known : undefined;
  };
  return {
    check(address) {
      const known = countOf(address);
      if (known !== undefined && known.misses >= MOST) throw new FootfallError('request.limited', { retry_after: Math.ceil((known.until - now()) / 1_000) });
    },
    note(address) {
      if (isInside(address)) return;
      const known = countOf(address);
      if (known === undefined) counts.set(subscriber(address), { misses: 1, until: now() + WITHIN });
      else known.misses += 1;
    },
  };
}
