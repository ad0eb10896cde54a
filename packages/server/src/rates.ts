/** How often many senders may come: each has a store that runs dry and fills again evenly. Kept in memory; a restart forgets. */
import { LRUCache } from 'lru-cache';
import { isInside, subscriber } from './subscriber.js';

export interface Rate {
  /** Whether one more may come now. */
  take(sender: string | number): boolean;
}

export interface RateOptions {
  /** How many a second come back; 0 for no limit. */
  readonly perSecond: number;
  /** What a sender has at first, and at most. */
  readonly burst: number;
  readonly now: () => number;
}

/** Senders that are remembered; one that was forgotten has a full store again. */
const SENDERS = 20_000;

const UNLIMITED: Rate = { take: () => true };

export function createRate({ perSecond, burst, now }: RateOptions): Rate {
  if (perSecond === 0) return UNLIMITED;
  const stores = new LRUCache<string | number, { left: number; at: number }>({ max: SENDERS });
  return {
    take(sender) {
      const at = now();
      const store = stores.get(sender);
      if (store === undefined) {
        stores.set(sender, { left: burst - 1, at });
        return true;
      }
      // A clock that was set back gives nothing, and takes nothing away.
      store.left = Math.min(burst, store.left + (Math.max(0, at - store.at) * perSecond) / 1_000);
      store.at = at;
      if (store.left < 1) return false;
      store.left -= 1;
      return true;
    },
  };
}

/** The rate of addresses: those of this network's own machines have none (see `isInside`), those of one subscriber share one. */
export function createAddressRate(options: RateOptions): Rate {
  const rate = createRate(options);
  if (rate === UNLIMITED) return rate;
  return { take: (address) => isInside(String(address)) || rate.take(subscriber(String(address))) };
}
