import { FootfallError, type Output, REFUSALS, type RefusalReason, type sendEvents } from '@footfall/contract';
import type { Arrival } from '../../enrich/arrival.js';
import type { CountedSite } from '../../enrich/site.js';
import type { SpiderVerdict } from '../../enrich/spider-classifier.js';
import { writeEventId } from '../../journal/event-row.js';
import type { Intake, Prepared } from '../intake.js';
import type { Ledger } from '../ledger.js';
import { createRandomIds } from '../random-id.js';
import { arrivalOf, type ItemContext, LastOrigin } from './arrival-of.js';
import { checkItem, Refused } from './check-item.js';
import { createClients } from './clients.js';
import { type Claim, type EventIds, recordIds } from './event-ids.js';
import { Lane } from './lane.js';

export type BatchAnswer = Output<typeof sendEvents>;
type Unaccepted = BatchAnswer['items'][number];

export interface BatchParts {
  readonly intake: Pick<Intake, 'begin' | 'prepare' | 'keep'>;
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
  /** Its record's id. */
  readonly id: string;
  /** Let go when its row is made: what waits for the disk is moved about by the collector of garbage. */
  arrival: Arrival | undefined;
  /** Why enriching refused it. */
  refused: RefusalReason | undefined;
}

/** A batch taken apart. */
interface Sorted {
  readonly received: number;
  /** Those that their sender gave an id to, and the others. */
  readonly named: readonly Candidate[];
  readonly unnamed: readonly Candidate[];
  /** Of the ids of the named, the unsigned 32-bit halves, high and low by turns. */
  readonly halves: Uint32Array;
  readonly unaccepted: Unaccepted[];
}

/** A batch as it waits for the disk. */
interface Encoded {
  readonly received: number;
  readonly claim: Claim | null;
  readonly prepared: Prepared;
  /** What will not be kept if the rest is. */
  readonly unaccepted: readonly Unaccepted[];
}

/** Items enriched at a stretch; others are served in between. So many take about a millisecond. */
const PIECE = 250;

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An item's id as it was sent, so that a sender finds the item; undefined when it can not be read. */
function sentId(item: unknown): string | undefined {
  if (typeof item !== 'object' || item === null || !('id' in item) || typeof item.id !== 'string') return undefined;
  return item.id.slice(0, 128);
}

function unacceptedItem(index: number, sent: string | undefined, reason: RefusalReason, message: string): Unaccepted {
  return { index, ...(sent === undefined ? {} : { id: sent }), outcome: reason === 'duplicate' ? 'duplicate' : 'refused', reason, message };
}

/**
 * Takes a batch of one site: every item ends as accepted, duplicate or refused, and is counted so in the ledger. Resolves
 * when all that is accepted is safe on disk, in one frame with its ids.
 * @param read gives the items, when it is this batch's turn
 * @throws what `read` throws: nothing is counted then. FootfallError 'events.undecided', 'journal.full', 'server.stopping': nothing is kept.
 */
export function createBatchTaker({ intake, ledger, eventIds, byHost, classify }: BatchParts): (read: () => readonly unknown[], site: CountedSite, receivedAt: number) => Promise<BatchAnswer> {
  const randomId = createRandomIds();
  const clientOf = createClients();
  const lastOrigin = new LastOrigin();
  const lane = new Lane();

  const count = (site: CountedSite, receivedAt: number, reason: RefusalReason, num = 1): void => {
    ledger.received(site.id, receivedAt, num);
    ledger.refused(site.id, receivedAt, reason, num);
  };

  /** A crawler's custom event is refused before its id is taken. */
  const isOfCrawler = ({ event, userAgent }: Arrival): boolean => event !== undefined && classify(userAgent) !== null;

  /** Not part of what waits, so that the items are gone when it returns. */
  function sortOut(items: readonly unknown[], site: CountedSite, receivedAt: number): Sorted {
    const unaccepted: Unaccepted[] = [];
    const named: Candidate[] = [];
    const unnamed: Candidate[] = [];
    const halves = new Uint32Array(2 * items.length);
    /** Those of the id that was made last. */
    const last = new Uint32Array(2);
    const idOf = recordIds(site.id);
    const context: ItemContext = { site, receivedAt, byHost, randomId, recordId: (id) => idOf(id, last), clientOf, lastOrigin };
    let index = -1;
    for (const item of items) {
      index += 1;
      const checked = checkItem(item, receivedAt);
      const arrival = checked instanceof Refused ? checked : arrivalOf(checked, context);
      const decided = !(arrival instanceof Refused) && isOfCrawler(arrival) ? new Refused('crawler', REFUSALS.crawler.meaning) : arrival;
      const sent = checked instanceof Refused ? sentId(item) : checked.id;
      if (decided instanceof Refused) {
        count(site, receivedAt, decided.reason);
        unaccepted.push(unacceptedItem(index, sent, decided.reason, decided.message));
        continue;
      }
      const candidate: Candidate = { index, sent, id: decided.id, arrival: decided, refused: undefined };
      if (sent === undefined) unnamed.push(candidate);
      else {
        halves.set(last, 2 * named.length);
        named.push(candidate);
      }
    }
    return { received: items.length, named, unnamed, halves: halves.subarray(0, 2 * named.length), unaccepted };
  }

  async function claimOf({ named, unnamed, halves }: Sorted, site: CountedSite, receivedAt: number): Promise<Claim | null> {
    if (named.length === 0) return null;
    try {
      const claim = eventIds.claim(site.id, named.map(({ id }) => id), halves);
      return claim instanceof Promise ? await lane.beside(claim) : claim;
    } catch (error) {
      count(site, receivedAt, 'undecided', named.length + unnamed.length);
      throw new FootfallError('events.undecided', {}, { cause: error });
    }
  }

  /** Those whose ids are the batch's; what becomes of the others is added to what is not accepted. */
  function freshOf({ named, unaccepted }: Sorted, claim: Claim | null, site: CountedSite, receivedAt: number): readonly Candidate[] {
    if (claim === null || (claim.taken.size === 0 && claim.repeated.size === 0)) return named;
    const { taken, repeated } = claim;
    if (repeated.size > 0) count(site, receivedAt, 'duplicate', repeated.size);
    return named.filter(({ index, sent, id }, place) => {
      const isRepeated = repeated.has(place);
      if (!isRepeated && !taken.has(id)) return true;
      unaccepted.push(unacceptedItem(index, sent, 'duplicate', isRepeated ? 'the same id stands earlier in this batch' : 'sent before'));
      return false;
    });
  }

  async function rowsOf(sorted: Sorted, claim: Claim | null, site: CountedSite, receivedAt: number): Promise<Encoded> {
    const { received, unnamed, unaccepted } = sorted;
    const fresh = freshOf(sorted, claim, site, receivedAt);
    const candidates = unnamed.length === 0 ? fresh : [...unnamed, ...fresh];
    const prepared = intake.begin();
    for (let at = 0; at < candidates.length; at += PIECE) {
      if (at > 0) await pause();
      prepare(candidates.slice(at, at + PIECE), prepared);
    }
    for (const { id, refused } of fresh) if (refused === undefined) prepared.block.write('event_ids', writeEventId, { siteId: site.id, id });
    for (const { index, sent, refused } of candidates) {
      if (refused !== undefined) unaccepted.push(unacceptedItem(index, sent, refused, REFUSALS[refused].meaning));
    }
    return { received, claim, prepared, unaccepted };
  }

  /**
   * All that comes before the disk, of one batch after the other: worked on at once they would be done no sooner, and the collector of garbage
   * would move what there is of all of them.
   */
  async function encode(read: () => readonly unknown[], site: CountedSite, receivedAt: number): Promise<Encoded> {
    await lane.enter();
    try {
      const sorted = sortOut(read(), site, receivedAt);
      const claim = await claimOf(sorted, site, receivedAt);
      try {
        return await rowsOf(sorted, claim, site, receivedAt);
      } catch (error) {
        claim?.settle(false);
        throw error;
      }
    } finally {
      lane.leave();
    }
  }

  function prepare(candidates: readonly Candidate[], into: Prepared): void {
    const arrivals: Arrival[] = [];
    for (const { arrival } of candidates) if (arrival !== undefined) arrivals.push(arrival);
    const refused = intake.prepare(arrivals, into);
    for (const { arrival, reason } of refused) {
      const candidate = candidates.find((other) => other.arrival === arrival);
      if (candidate !== undefined) candidate.refused = reason;
    }
    for (const candidate of candidates) candidate.arrival = undefined;
  }

  /** Nothing of the items is there any more while it waits for the disk. */
  async function keep({ received, claim, prepared, unaccepted }: Encoded, site: CountedSite, receivedAt: number): Promise<BatchAnswer> {
    await intake.keep(prepared).then(
      () => claim?.settle(true),
      (error: unknown) => {
        claim?.settle(false);
        throw error;
      },
    );
    const sentBefore = claim?.taken.size ?? 0;
    if (sentBefore > 0) count(site, receivedAt, 'duplicate', sentBefore);
    // What another batch held counts as a duplicate here, and must then be kept there.
    if ((await claim?.othersKept()) === false) throw new FootfallError('events.undecided');

    const duplicates = unaccepted.filter(({ outcome }) => outcome === 'duplicate').length;
    return {
      received,
      accepted: received - unaccepted.length,
      duplicates,
      refused: unaccepted.length - duplicates,
      items: unaccepted.toSorted((a, b) => a.index - b.index),
    };
  }

  return (read, site, receivedAt) => encode(read, site, receivedAt).then((encoded) => keep(encoded, site, receivedAt));
}
