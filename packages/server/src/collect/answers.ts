import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorName, type Envelope, envelopeOf, failure, REFUSALS, type RefusalReason } from '@footfall/contract';

const ORIGIN = { 'access-control-allow-origin': '*' } as const;
const JSON_TYPE = 'application/json; charset=utf-8';
/** Seconds after which a refused sender may come again: about the time the journal needs to find space. */
const RETRY_AFTER = 5;
/** A sender of too much is read on for this many bytes, so that it sees the answer instead of a reset connection. */
const DRAINED = 1024 * 1024;

/** The name in the error table that tells a sender about a refusal. */
const NAMES: Partial<Record<RefusalReason, ErrorName>> = {
  too_large: 'request.too_large',
  unknown_site: 'hit.unknown_site',
  paused_site: 'hit.paused_site',
  rate_limited: 'hit.limited',
  journal_full: 'journal.full',
};

/** Kept: no body, as browsers expect of a beacon. */
export function answerKept(response: ServerResponse): void {
  response.writeHead(204, ORIGIN).end();
}

/** A preflight: `application/json` from another origin asks first. Cookies are never wanted, so none are allowed. */
export function answerPreflight(response: ServerResponse): void {
  response
    .writeHead(204, { ...ORIGIN, 'access-control-allow-methods': 'POST, OPTIONS', 'access-control-allow-headers': 'content-type', 'access-control-max-age': '86400' })
    .end();
}

function answerEnvelope(response: ServerResponse, status: number, envelope: Envelope, headers: Record<string, string> = {}): void {
  const body = Buffer.from(JSON.stringify(envelope));
  const retry = status === 503 || status === 429 ? { 'retry-after': String(RETRY_AFTER) } : {};
  response.writeHead(status, { ...ORIGIN, ...retry, ...headers, 'content-type': JSON_TYPE, 'content-length': String(body.length) }).end(body);
}

/** Refused: the status that the list of refusals states, and an envelope with the reason. */
export function answerRefusal(response: ServerResponse, reason: RefusalReason): void {
  const { http } = REFUSALS[reason];
  if (http === 204) return answerKept(response);
  answerEnvelope(response, http, failure(NAMES[reason] ?? 'hit.malformed', { reason }), reason === 'too_large' ? { connection: 'close' } : {});
}

/** Anything thrown: by name when it has one in the error table. */
export function answerThrown(response: ServerResponse, thrown: unknown): void {
  const envelope = envelopeOf(thrown);
  answerEnvelope(response, envelope.code, envelope);
}

export function answerWrongMethod(response: ServerResponse): void {
  answerEnvelope(response, 405, failure('request.method'), { allow: 'POST, OPTIONS' });
}

/** Lets go of a request whose body is not wanted: reads a bounded rest, then hangs up. */
export function drain(request: IncomingMessage): void {
  let rest = DRAINED;
  request.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) request.destroy();
  });
  request.resume();
}
