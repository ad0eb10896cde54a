import type { RefusalReason } from '@footfall/contract';
import { LRUCache } from 'lru-cache';

/** What was lately refused from the pages of a host, for one reason. */
export interface RecentRefusal {
  /** As the page told it, lower case; '' when it told none. */
  readonly host: string;
  readonly reason: RefusalReason;
  /** 0: it is not known of which site. */
  readonly siteId: number;
  readonly num: number;
  /** The last time, milliseconds UTC. */
  readonly at: number;
}

export interface RecentRefusals {
  note(refusal: Omit<RecentRefusal, 'num'>): void;
  /** Those of the last minutes, the newest first. */
  list(): RecentRefusal[];
}

/** Strangers can name any host, so only so many are remembered. */
const MOST = 500;
const REMEMBERED_MS = 15 * 60_000;
const LONGEST_HOST = 253;

/** What this process refused lately, so that whoever sets up a site sees why nothing arrives. Costs only what is refused. */
export function createRecentRefusals(now: () => number): RecentRefusals {
  const known = new LRUCache<string, RecentRefusal>({ max: MOST });
  return {
    note({ host, reason, siteId, at }) {
      const short = host.slice(0, LONGEST_HOST);
      const key = `${siteId} ${reason} ${short}`;
      known.set(key, { host: short, reason, siteId, at, num: (known.get(key)?.num ?? 0) + 1 });
    },
    list: () => [...known.values()].filter(({ at }) => now() - at < REMEMBERED_MS).toSorted((a, b) => b.at - a.at),
  };
}
