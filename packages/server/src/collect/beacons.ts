import type { IncomingHttpHeaders } from 'node:http';
import { FootfallError, MAX_URL_LENGTH, type RefusalReason } from '@footfall/contract';
import type { Logger } from 'pino';
import type { Arrival } from '../enrich/arrival.js';
import { admit, type Directory, hostOf } from './admit.js';
import { type Answer, KEPT, refusalAnswer, thrownAnswer } from './answers.js';
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
  readonly intake: Pick<Intake, 'take'>;
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

/** Sends the one answer to a request. */
export type Reply = (answer: Answer) => void;

/** What is decided about beacons, whoever reads them from the network: each is counted in the ledger, and answered once. */
export interface Beacons {
  /**
   * A request begins: the address that it comes from, proxies taken into account. Undefined when that one has sent too much; it
   * is refused then, before anything of it is read, so that whoever floods costs as little as can be.
   */
  begin(remoteAddress: string | undefined, headers: IncomingHttpHeaders, reply: Reply): string | undefined;
  /** A whole body. 204 means: on disk. */
  take(from: string, headers: IncomingHttpHeaders, body: Buffer, reply: Reply): void;
  /** A body that did not come to its end, or that is too long. */
  refuse(reason: Extract<RefusalReason, 'malformed' | 'too_large'>, reply: Reply): void;
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

/** @throws TypeError when a listed proxy is neither an address nor a network. */
export function createBeacons({ directory, intake, ledger, recent, refusals, rates, trustProxy, now, log }: CollectParts): Beacons {
  const addressOf = clientAddress(trustProxy);
  const viewId = createViewIds();

  const refuseAs = (reason: RefusalReason, siteId: number, at: number, reply: Reply): void => {
    ledger.received(siteId, at);
    ledger.refused(siteId, at, reason);
    reply(refusalAnswer(reason));
  };

  /** One of several who wait: what goes wrong with an answer is no matter of the others'. */
  const answer = (reply: Reply, given: Answer): void => {
    try {
      reply(given);
    } catch (error) {
      log.error({ err: error }, 'collect: could not answer a beacon');
    }
  };

  const fail = (error: unknown, reply: Reply): void => {
    if (!(error instanceof FootfallError)) log.error({ err: error }, 'collect: a beacon failed');
    answer(reply, thrownAnswer(error));
  };

  /** A retry of a view that is safe, or about to be: answered like the first, once that is decided. */
  const repeat = ({ site, receivedAt }: Arrival, first: Promise<void>, reply: Reply): void => {
    ledger.received(site.id, receivedAt);
    ledger.refused(site.id, receivedAt, 'duplicate');
    first.then(
      () => answer(reply, refusalAnswer('duplicate')),
      (error: unknown) => fail(error, reply),
    );
  };

  let latest: { readonly safe: Promise<void>; readonly replies: Reply[] } | null = null;

  /**
   * Whoever waits for the commit that `safe` tells of. One promise for all of them: with one for each, and a map of them, what was dead already in
   * the old part of the heap kept all that came after it in the young one.
   */
  const waitingFor = (safe: Promise<void>): Reply[] => {
    if (latest?.safe === safe) return latest.replies;
    const replies: Reply[] = [];
    latest = { safe, replies };
    const giveAll = (give: (reply: Reply) => void): void => {
      if (latest?.safe === safe) latest = null;
      for (const reply of replies) give(reply);
    };
    safe.then(
      () => giveAll((reply) => answer(reply, KEPT)),
      (error: unknown) => giveAll((reply) => fail(error, reply)),
    );
    return replies;
  };

  /** Nothing but its id and its reply are held of a view while it waits for the disk. */
  const keep = (arrival: Arrival, reply: Reply): void => {
    const safe = intake.take([arrival]);
    recent.begin(arrival.id, safe);
    waitingFor(safe).push(reply);
  };

  return {
    begin(remoteAddress, headers, reply) {
      const from = addressOf(remoteAddress, headers['x-forwarded-for']);
      if (rates.address.take(from)) return from;
      refuseAs('rate_limited', 0, now(), reply);
      return undefined;
    },
    take(from, headers, body, reply) {
      const receivedAt = now();
      const envelope = { receivedAt, ip: from, userAgent: (headers['user-agent'] ?? '').slice(0, MAX_AGENT_LENGTH), doNotTrack: headers['dnt'] === '1' || headers['sec-gpc'] === '1', headers };
      const parsed = parse(body);
      const admission = admit(parsed, envelope, directory, viewId);
      if (!admission.admitted) {
        refusals.note({ host: hostIn(parsed), reason: admission.reason, siteId: admission.siteId, at: receivedAt });
        return refuseAs(admission.reason, admission.siteId, receivedAt, reply);
      }
      const { arrival } = admission;
      const first = recent.find(arrival.id);
      if (first !== undefined) return repeat(arrival, first, reply);
      if (!rates.site.take(arrival.site.id)) return refuseAs('rate_limited', arrival.site.id, receivedAt, reply);
      return keep(arrival, reply);
    },
    refuse: (reason, reply) => refuseAs(reason, 0, now(), reply),
  };
}
