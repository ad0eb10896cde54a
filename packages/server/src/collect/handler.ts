import type { IncomingMessage, ServerResponse } from 'node:http';
import { FootfallError, MAX_HIT_BYTES, MAX_URL_LENGTH, type RefusalReason } from '@footfall/contract';
import type { Logger } from 'pino';
import type { Arrival } from '../enrich/arrival.js';
import { admit, type Directory, hostOf } from './admit.js';
import { answerKept, answerPreflight, answerRefusal, answerThrown, answerWrongMethod, drain } from './answers.js';
import { readBody } from './body.js';
import { clientAddress, type TrustProxy } from './client-address.js';
import type { Intake } from './intake.js';
import type { Ledger } from './ledger.js';
import type { RecentIds } from './recent-ids.js';
import type { RecentRefusals } from './recent-refusals.js';
import type { Rate } from '../rates.js';
import { createViewIds } from './view-id.js';

/** Who may send how much; `site` is asked by its number. */
export interface CollectRates {
  readonly address: Rate;
  readonly site: Rate;
}

export interface CollectParts {
  readonly directory: Directory;
  readonly intake: Intake;
  readonly ledger: Ledger;
  readonly recent: RecentIds;
  /** Told what is refused of a page that said where it is. */
  readonly refusals: Pick<RecentRefusals, 'note'>;
  readonly rates: CollectRates;
  readonly trustProxy: TrustProxy;
  /** Milliseconds UTC. */
  readonly now: () => number;
  readonly log: Logger;
}

/** No honest agent is longer; what is cut off tells nothing more. */
const MAX_AGENT_LENGTH = 1_024;

const MALFORMED = Symbol('malformed');

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return MALFORMED;
    throw error;
  }
}

/** The host of the page that a refused beacon speaks of, '' when it names none. */
function hostIn(parsed: unknown): string {
  return typeof parsed === 'object' && parsed !== null && 'u' in parsed && typeof parsed.u === 'string' && parsed.u.length <= MAX_URL_LENGTH ? (hostOf(parsed.u) ?? '') : '';
}

/**
 * `POST /collect` on bare node:http. The answer 204 means: on disk. Every other answer is a refusal with its reason, and
 * every request is counted in the ledger, also one that never came to its end.
 * @throws TypeError when a listed proxy is neither an address nor a network.
 */
export function collectHandler(parts: CollectParts): (request: IncomingMessage, response: ServerResponse) => void {
  const { directory, intake, ledger, recent, refusals, rates, now, log } = parts;
  const addressOf = clientAddress(parts.trustProxy);
  const viewId = createViewIds();

  const refuse = (response: ServerResponse, reason: RefusalReason, siteId: number, at: number): void => {
    ledger.received(siteId, at);
    ledger.refused(siteId, at, reason);
    answerRefusal(response, reason);
  };

  const fail = (response: ServerResponse, error: unknown): void => {
    if (!(error instanceof FootfallError)) log.error({ err: error }, 'collect: a beacon failed');
    answerThrown(response, error);
  };

  /** A retry of a view that is safe, or about to be: answered like the first, once that is decided. */
  const repeat = (response: ServerResponse, arrival: Arrival, first: Promise<void>): void => {
    ledger.received(arrival.site.id, arrival.receivedAt);
    ledger.refused(arrival.site.id, arrival.receivedAt, 'duplicate');
    first.then(
      () => answerRefusal(response, 'duplicate'),
      (error: unknown) => fail(response, error),
    );
  };

  const kept = (response: ServerResponse, id: string): void => {
    recent.remember(id);
    answerKept(response);
  };

  const keep = (response: ServerResponse, arrival: Arrival): void => {
    const safe = intake.take([arrival]);
    recent.begin(arrival.id, safe);
    safe.then(
      () => kept(response, arrival.id),
      (error: unknown) => {
        recent.forget(arrival.id);
        fail(response, error);
      },
    );
  };

  const collect = (request: IncomingMessage, response: ServerResponse): void => {
    const ip = addressOf(request.socket.remoteAddress, request.headers['x-forwarded-for']);
    // Before anything of it is read: whoever floods is to cost as little as can be.
    if (!rates.address.take(ip)) {
      refuse(response, 'rate_limited', 0, now());
      return drain(request);
    }
    readBody(request, MAX_HIT_BYTES, (body) => {
      const receivedAt = now();
      if (body.kind !== 'whole') {
        refuse(response, body.kind === 'too_large' ? 'too_large' : 'malformed', 0, receivedAt);
        return drain(request);
      }
      const { headers } = request;
      const envelope = { receivedAt, ip, userAgent: (headers['user-agent'] ?? '').slice(0, MAX_AGENT_LENGTH), doNotTrack: headers['dnt'] === '1' || headers['sec-gpc'] === '1', headers };
      const parsed = parse(body.bytes);
      const admission = admit(parsed, envelope, directory, viewId);
      if (!admission.admitted) {
        refusals.note({ host: hostIn(parsed), reason: admission.reason, siteId: admission.siteId, at: receivedAt });
        return refuse(response, admission.reason, admission.siteId, receivedAt);
      }
      const first = recent.find(admission.arrival.id);
      if (first === undefined && !rates.site.take(admission.arrival.site.id)) return refuse(response, 'rate_limited', admission.arrival.site.id, receivedAt);
      if (first === undefined) keep(response, admission.arrival);
      else repeat(response, admission.arrival, first);
    });
  };

  return (request, response) => {
    if (request.method === 'POST') return collect(request, response);
    drain(request);
    if (request.method === 'OPTIONS') answerPreflight(response);
    else answerWrongMethod(response);
  };
}
