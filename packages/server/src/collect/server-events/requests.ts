import { envelopeOf, type Envelope, FootfallError, MAX_BATCH_BYTES, type RefusalReason, success } from '@footfall/contract';
import type { Logger } from 'pino';
import type { CountedSite } from '../../enrich/site.js';
import type { Answer } from '../answers.js';
import type { Ledger } from '../ledger.js';
import { type BatchParts, createBatchTaker } from './batch.js';
import { itemsOf } from './items-of.js';

export interface EventRequestsParts extends BatchParts {
  readonly ledger: Ledger;
  /** The site that a key is for; undefined for one that is unknown or revoked. */
  readonly siteOfKey: (key: string) => CountedSite | undefined;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly log: Logger;
}

/** Why a request is refused before anything of its body is looked at. */
export type Refusal = 'no_key' | 'busy' | 'too_large' | 'broken_off';

/** What is decided about batches of server events, whoever reads them from the network. */
export interface EventRequests {
  /** The site that an `Authorization` header has the key of. */
  siteOf(authorization: string | undefined): CountedSite | undefined;
  /** Takes room for a body of so many bytes; false, and nothing taken, while too much is under way. What is taken is given back by `leave`. */
  enter(bytes: number): boolean;
  leave(bytes: number): void;
  /** Takes a whole body. 200 means: all that is accepted is on disk. Never rejects. */
  take(site: CountedSite, body: Buffer): Promise<Answer>;
  /** Counts a request as one thing received and refused. @param siteId 0 for one without a key */
  refuse(why: Refusal, siteId: number): Answer;
}

const BEARER = /^bearer +(\S{1,200}) *$/iu;
/** Bytes of bodies that are read or worked on at the same time: more than that would be memory that strangers decide about. */
const MAX_UNDER_WAY = 64 * 1_048_576;
const RETRY_AFTER: Readonly<Record<number, string>> = { 429: '1', 503: '5' };

export function eventsAnswer(envelope: Envelope, more: Readonly<Record<string, string>> = {}): Answer {
  const body = JSON.stringify(envelope);
  const retry = RETRY_AFTER[envelope.code];
  return {
    status: envelope.code,
    headers: { ...(retry === undefined ? {} : { 'retry-after': retry }), ...more, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'content-length': String(Buffer.byteLength(body)) },
    body,
  };
}

const REFUSED: Readonly<Record<Refusal, { readonly reason: RefusalReason; readonly error: () => FootfallError }>> = {
  no_key: { reason: 'bad_key', error: () => new FootfallError('events.key') },
  busy: { reason: 'journal_full', error: () => new FootfallError('events.busy', { retry_after: 1 }) },
  too_large: { reason: 'too_large', error: () => new FootfallError('events.too_many', { max_bytes: MAX_BATCH_BYTES }) },
  broken_off: { reason: 'malformed', error: () => new FootfallError('events.malformed') },
};

/**
 * Answers are for servers: no CORS, since a key has no place in a page. What is wrong with a single item is in the answer, what is wrong with the whole batch
 * is an error and nothing of it is kept. A request without a valid key, or whose body can not be read, counts as one thing received.
 */
export function createEventRequests(parts: EventRequestsParts): EventRequests {
  const { ledger, siteOfKey, now, log } = parts;
  const takeBatch = createBatchTaker(parts);
  let underWay = 0;

  const refused = (error: FootfallError, reason: RefusalReason, siteId: number, more: Readonly<Record<string, string>> = {}): Answer => {
    ledger.received(siteId, now());
    ledger.refused(siteId, now(), reason);
    return eventsAnswer(envelopeOf(error), more);
  };

  return {
    siteOf(authorization) {
      const key = BEARER.exec(authorization ?? '')?.[1];
      return key === undefined ? undefined : siteOfKey(key);
    },

    enter(bytes) {
      if (underWay + bytes > MAX_UNDER_WAY) return false;
      underWay += bytes;
      return true;
    },

    leave(bytes) {
      underWay -= bytes;
    },

    async take(site, body) {
      let unread: FootfallError | undefined;
      const read = (): readonly unknown[] => {
        try {
          return itemsOf(body);
        } catch (error) {
          if (error instanceof FootfallError) unread = error;
          throw error;
        }
      };
      try {
        return eventsAnswer(success(await takeBatch(read, site, now())));
      } catch (error) {
        if (unread !== undefined) return refused(unread, unread.errorName === 'events.too_many' ? 'too_large' : 'malformed', site.id);
        if (!(error instanceof FootfallError)) log.error({ err: error }, 'server events: a batch failed');
        return eventsAnswer(envelopeOf(error));
      }
    },

    // What still comes of a body that is too large is not read.
    refuse: (why, siteId) => refused(REFUSED[why].error(), REFUSED[why].reason, siteId, why === 'too_large' ? { connection: 'close' } : {}),
  };
}
