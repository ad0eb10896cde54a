import { FootfallError, type Output, REFUSALS, type RefusalReason, type sendEvents } from '@footfall/contract';
import type { Arrival } from '../../enrich/arrival.js';
import type { CountedSite } from '../../enrich/site.js';
import type { SpiderVerdict } from '../../enrich/spider-classifier.js';
import { encodeEventId } from '../../journal/event-row.js';
import type { Intake, Prepared } from '../intake.js';
import type { Ledger } from '../ledger.js';
import { createRandomIds } from '../random-id.js';
import { arrivalOf, createFingerprints } from './arrival-of.js';
import { checkItem, Refused } from './check-item.js';
import type { Claim, EventIds } from './event-ids.js';

export type BatchAnswer = Output<typeof sendEvents>;
type Unaccepted = BatchAnswer['items'][number];

export interface BatchParts {
  readonly intake: Pick<Intake, 'prepare' | 'keep'>;
  readonly ledger: Pick<Ledger, 'received' | 'refused'>;
  readonly eventIds: Pick<EventIds, 'claim'>;
  readonly byHost: (host: string) => CountedSite | undefined;
  /** The spider step's verdict on an agent. */
  readonly classify: (agent: string | null) => SpiderVerdict | null;
}

/** An item that may be kept, with its place in the batch and the sender's id for it. */
interface Candidate {
  readonly index: number;
  readonly sent: string | undefined;
  readonly arrival: Arrival;
}

/** Items enriched at a stretch; others are served in between. 100 take about a millisecond. */
const PIECE = 100;

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An item's id as it was sent, so that a sender finds the item; undefined when it can not be read. */
function sentId(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('id' in item) || typeof item.id !== 'string') return undefined;
  return item.id.slice(0, 128);
}

/**
 * Takes a batch of one site: every item ends as accepted, duplicate or refused, and is counted so in the ledger. Resolves
 * when all that is accepted is safe on disk, in one frame with its ids.
 */
export function createBatchTaker({ intake, ledger, eventIds, byHost, classify }: BatchParts): (items: readonly unknown[], site: CountedSite, receivedAt: number) => Promise<BatchAnswer> {
  const randomId = createRandomIds();
  const fingerprintOf = createFingerprints();

  return async (items, site, receivedAt) => {
    const unaccepted: Unaccepted[] = [];
    const count = (reason: RefusalReason, num = 1): void => {
      ledger.received(site.id, receivedAt, num);
      ledger.refused(site.id, receivedAt, reason, num);
    };
    const list = (index: number, id: string | undefined, reason: RefusalReason, message: string): void => {
      unaccepted.push({ index, ...(id === undefined ? {} : { id }), outcome: reason === 'duplicate' ? 'duplicate' : 'refused', reason, message });
    };
    const turnAway = (index: number, id: string | undefined, reason: RefusalReason, message: string = REFUSALS[reason].meaning): void => {
      count(reason);
      list(index, id, reason, message);
    };

    const named = new Map<string, Candidate>();
    const unnamed: Candidate[] = [];
    for (const [index, item] of items.entries()) {
      const checked = checkItem(item, receivedAt);
      const arrival = checked instanceof Refused ? checked : arrivalOf(checked, { site, receivedAt, byHost, randomId, fingerprintOf });
      const sent = sentId(item);
      if (arrival instanceof Refused) turnAway(index, sent, arrival.reason, arrival.message);
      else if (arrival.event !== undefined && classify(arrival.userAgent) !== null) turnAway(index, sent, 'crawler');
      else if (sent === undefined) unnamed.push({ index, sent, arrival });
      else if (named.has(arrival.id)) turnAway(index, sent, 'duplicate', 'the same id stands earlier in this batch');
      else named.set(arrival.id, { index, sent, arrival });
    }

    let claim: Claim | null = null;
    try {
      if (named.size > 0) claim = await eventIds.claim(site.id, [...named.keys()]);
    } catch (error) {
      count('undecided', named.size + unnamed.length);
      throw new FootfallError('events.undecided', {}, { cause: error });
    }

    const fresh = [...named.values()].filter(({ arrival }) => claim?.fresh.has(arrival.id) === true);
    const candidates = [...unnamed, ...fresh];
    const kept = await keep(candidates, fresh).then(
      (pieces) => (claim?.settle(true), pieces),
      (error: unknown) => {
        claim?.settle(false);
        throw error;
      },
    );
    for (const candidate of named.values()) if (claim?.fresh.has(candidate.arrival.id) === false) turnAway(candidate.index, candidate.sent, 'duplicate', 'sent before');
    // What another batch held counts as a duplicate here, and must then be kept there.
    if ((await claim?.othersKept()) === false) throw new FootfallError('events.undecided');

    const reasons = new Map(kept.flatMap(({ refused }) => refused.map(({ arrival, reason }) => [arrival, reason] as const)));
    for (const { index, sent, arrival } of candidates) {
      const reason = reasons.get(arrival);
      if (reason !== undefined) list(index, sent, reason, REFUSALS[reason].meaning);
    }
    const duplicates = unaccepted.filter(({ outcome }) => outcome === 'duplicate').length;
    return {
      received: items.length,
      accepted: items.length - unaccepted.length,
      duplicates,
      refused: unaccepted.length - duplicates,
      items: unaccepted.toSorted((a, b) => a.index - b.index),
    };
  };

  async function keep(candidates: readonly Candidate[], fresh: readonly Candidate[]): Promise<Prepared[]> {
    const pieces: Prepared[] = [];
    for (let at = 0; at < candidates.length; at += PIECE) {
      if (at > 0) await pause();
      pieces.push(intake.prepare(candidates.slice(at, at + PIECE).map(({ arrival }) => arrival)));
    }
    const refused = new Set(pieces.flatMap((piece) => piece.refused.map(({ arrival }) => arrival)));
    const ids = fresh.filter(({ arrival }) => !refused.has(arrival)).map(({ arrival }) => encodeEventId(arrival.site.id, arrival.id));
    await intake.keep(pieces, ids);
    return pieces;
  }
}
