import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Envelope, envelopeOf, FootfallError, MAX_BATCH_BYTES, type RefusalReason, success } from '@footfall/contract';
import type { Logger } from 'pino';
import type { CountedSite } from '../../enrich/site.js';
import { type Body, drain, readBody } from '../body.js';
import type { Ledger } from '../ledger.js';
import { type BatchParts, createBatchTaker } from './batch.js';
import { itemsOf } from './items-of.js';

export interface ServerEventsParts extends BatchParts {
  readonly ledger: Ledger;
  /** The site that a key is for; undefined for one that is unknown or revoked. */
  readonly siteOfKey: (key: string) => CountedSite | undefined;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly log: Logger;
}

const BEARER = /^bearer +(\S{1,200}) *$/iu;
/** Bytes of bodies that are read or worked on at the same time: more than that would be memory that strangers decide about. */
const MAX_UNDER_WAY = 64 * 1_048_576;
const RETRY_AFTER: Readonly<Record<number, string>> = { 429: '1', 503: '5' };

function answer(response: ServerResponse, envelope: Envelope, headers: Record<string, string> = {}): void {
  const body = Buffer.from(JSON.stringify(envelope));
  const retry = RETRY_AFTER[envelope.code];
  response
    .writeHead(envelope.code, { ...(retry === undefined ? {} : { 'retry-after': retry }), ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'content-length': String(body.length) })
    .end(body);
}

/**
 * `POST /api/v1/events` on bare node:http, for servers: no CORS, since a key has no place in a page. Answers 200 when all that
 * is accepted is on disk; what is wrong with a single item is in the answer, what is wrong with the whole batch is an error
 * and nothing of it is kept. A request without a valid key, or whose body can not be read, counts as one thing received.
 */
export function serverEventsHandler(parts: ServerEventsParts): (request: IncomingMessage, response: ServerResponse) => void {
  const { ledger, siteOfKey, now, log } = parts;
  const take = createBatchTaker(parts);
  let underWay = 0;

  const refuse = (request: IncomingMessage, response: ServerResponse, error: FootfallError, reason: RefusalReason, siteId: number): void => {
    ledger.received(siteId, now());
    ledger.refused(siteId, now(), reason);
    answer(response, envelopeOf(error), error.status === 413 ? { connection: 'close' } : {});
    drain(request);
  };

  const work = async (request: IncomingMessage, response: ServerResponse, site: CountedSite, body: Body): Promise<void> => {
    if (body.kind === 'aborted') return refuse(request, response, new FootfallError('events.malformed'), 'malformed', site.id);
    if (body.kind === 'too_large') return refuse(request, response, new FootfallError('events.too_many', { max_bytes: MAX_BATCH_BYTES }), 'too_large', site.id);
    const receivedAt = now();
    let unread: FootfallError | undefined;
    const read = (): readonly unknown[] => {
      try {
        return itemsOf(body.bytes);
      } catch (error) {
        if (error instanceof FootfallError) unread = error;
        throw error;
      }
    };
    try {
      answer(response, success(await take(read, site, receivedAt)));
    } catch (error) {
      if (unread === undefined) throw error;
      refuse(request, response, unread, unread.errorName === 'events.too_many' ? 'too_large' : 'malformed', site.id);
    }
  };

  return (request, response) => {
    if (request.method !== 'POST') {
      answer(response, envelopeOf(new FootfallError('request.method')), { allow: 'POST' });
      return drain(request);
    }
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const site = key === undefined ? undefined : siteOfKey(key);
    if (site === undefined) return refuse(request, response, new FootfallError('events.key'), 'bad_key', 0);
    const bytes = Math.min(Number(request.headers['content-length'] ?? MAX_BATCH_BYTES) || 0, MAX_BATCH_BYTES);
    if (underWay + bytes > MAX_UNDER_WAY) return refuse(request, response, new FootfallError('events.busy', { retry_after: 1 }), 'journal_full', site.id);
    underWay += bytes;
    readBody(request, MAX_BATCH_BYTES, (body) => {
      work(request, response, site, body)
        .catch((error: unknown) => {
          if (!(error instanceof FootfallError)) log.error({ err: error }, 'server events: a batch failed');
          answer(response, envelopeOf(error));
        })
        .finally(() => {
          underWay -= bytes;
        });
    });
  };
}
