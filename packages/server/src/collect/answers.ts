import { type ErrorName, type Envelope, envelopeOf, failure, REFUSALS, type RefusalReason } from '@footfall/contract';

/** What a sender is told, before it is known how that is sent. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** '' for none. */
  readonly body: string;
}

const ORIGIN = { 'access-control-allow-origin': '*' } as const;
const JSON_TYPE = 'application/json; charset=utf-8';
/** Seconds after which a refused sender may come again: about the time the journal needs to find space. */
const RETRY_AFTER = 5;

/** The name in the error table that tells a sender about a refusal. */
const NAMES: Partial<Record<RefusalReason, ErrorName>> = {
  too_large: 'request.too_large',
  unknown_site: 'hit.unknown_site',
  paused_site: 'hit.paused_site',
  rate_limited: 'hit.limited',
  journal_full: 'journal.full',
};

function inEnvelope(status: number, envelope: Envelope, more: Readonly<Record<string, string>> = {}): Answer {
  const body = JSON.stringify(envelope);
  const retry = status === 503 || status === 429 ? { 'retry-after': String(RETRY_AFTER) } : {};
  return { status, headers: { ...ORIGIN, ...retry, ...more, 'content-type': JSON_TYPE, 'content-length': String(Buffer.byteLength(body)) }, body };
}

/** Kept: no body, as browsers expect of a beacon. */
export const KEPT: Answer = { status: 204, headers: ORIGIN, body: '' };

/** A preflight: `application/json` from another origin asks first. Cookies are never wanted, so none are allowed. */
export const PREFLIGHT: Answer = {
  status: 204,
  headers: { ...ORIGIN, 'access-control-allow-methods': 'POST, OPTIONS', 'access-control-allow-headers': 'content-type', 'access-control-max-age': '86400' },
  body: '',
};

export const WRONG_METHOD: Answer = inEnvelope(405, failure('request.method'), { allow: 'POST, OPTIONS' });

/** Refused: the status that the list of refusals states, and an envelope with the reason. */
export function refusalAnswer(reason: RefusalReason): Answer {
  const { http } = REFUSALS[reason];
  if (http === 204) return KEPT;
  return inEnvelope(http, failure(NAMES[reason] ?? 'hit.malformed', { reason }), reason === 'too_large' ? { connection: 'close' } : {});
}

/** Anything thrown: by name when it has one in the error table. */
export function thrownAnswer(thrown: unknown): Answer {
  const envelope = envelopeOf(thrown);
  return inEnvelope(envelope.code, envelope);
}
