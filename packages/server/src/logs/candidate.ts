import type { RefusalReason } from '@footfall/contract';
import type { Arrival } from '../enrich/arrival.js';
import { type CountedSite, leftOut } from '../enrich/site.js';
import type { FoundLine } from './reading/reading.js';

/** A line that is to be stored, unless it is already. */
export interface Candidate {
  readonly arrival: Arrival;
  readonly isSpider: boolean;
  /** Whether it may have been read before in the same log. */
  readonly isBehind: boolean;
}

export interface CandidateOptions {
  readonly site: CountedSite;
  /** The client's address, from who connected and what proxies say. */
  readonly client: (address: string, forwarded: string) => string;
  readonly now: () => number;
}

/** Makes of a line that was found a candidate for storing, or the reason why the site leaves it out. */
export function candidateOf(line: FoundLine, { site, client, now }: CandidateOptions): Candidate | RefusalReason {
  const { id, at, method, status, bytes, url, referrer, agent, isSpider, isBehind } = line;
  const arrival: Arrival = { id, site, at, receivedAt: now(), source: 'log', ip: client(line.ip, line.forwarded), userAgent: agent, url, referrer, title: '', method, status, bytes, client: null };
  return leftOut(site, arrival.ip, url, at, arrival.receivedAt) ?? { arrival, isSpider, isBehind };
}
