import type { IncomingHttpHeaders } from 'node:http';
import type { Hit, RefusalReason } from '@footfall/contract';
import type { Arrival } from '../enrich/arrival.js';
import { type CountedSite, leftOut } from '../enrich/site.js';
import { checkHit } from './check-hit.js';
import { headerHints } from './header-hints.js';

/** What the request tells beside its body. Times are milliseconds UTC. */
export interface Envelope {
  readonly receivedAt: number;
  readonly ip: string;
  readonly userAgent: string;
  /** The browser sent `DNT: 1` or `Sec-GPC: 1`. */
  readonly doNotTrack: boolean;
  /** For the client hints in them. */
  readonly headers?: IncomingHttpHeaders;
}

export interface Directory {
  byHost(host: string): CountedSite | undefined;
}

export type Admission = { readonly admitted: true; readonly arrival: Arrival } | { readonly admitted: false; readonly reason: RefusalReason; readonly siteId: number };

const refusal = (reason: RefusalReason, siteId = 0): Admission => ({ admitted: false, reason, siteId });

/** An address that says its host as it is compared: plain lower-case labels of which the last is no number, no user, no port. */
const PLAIN_ORIGIN = /^https?:\/\/((?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*)(?:[/?#]|$)/u;

/** The host of an absolute http or https url, lower case and in punycode, or null. */
export function hostOf(url: string): string | null {
  // Nearly every beacon; reading the whole address costs more than everything else that is checked here.
  const plain = PLAIN_ORIGIN.exec(url)?.[1];
  if (plain !== undefined && !plain.includes('xn--')) return plain;
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? hostname : null;
}

/** Nothing in front of the host, nothing that a browser would leave out of it, and the slash behind. */
const PLAIN_START = /^https?:\/\/[a-z0-9.-]+(?::\d+)?\//u;

/** What addresses of the same host, scheme and port begin with; null for one whose beginning may be read in several ways. */
export function originOf(url: string): string | null {
  return PLAIN_START.exec(url)?.[0] ?? null;
}

function arrivalOf(hit: Hit, site: CountedSite, envelope: Envelope, viewId: (siteId: number, beaconId: string) => string): Arrival {
  return {
    id: viewId(site.id, hit.i),
    site,
    at: envelope.receivedAt - hit.d,
    receivedAt: envelope.receivedAt,
    source: 'tracker',
    ip: envelope.ip,
    userAgent: envelope.userAgent,
    url: hit.u,
    referrer: hit.r,
    title: hit.t,
    method: 'GET',
    status: null,
    bytes: null,
    client: hit,
    hints: hit.h === undefined && envelope.headers !== undefined ? headerHints(envelope.headers) : undefined,
    event: hit.e,
  };
}

/**
 * Decides about one beacon: the agreed shape, an absolute http(s) url, a registered site, counting switched on,
 * a visitor who did not ask to be left alone where the site respects that, nothing that the site leaves out. A
 * refusal is a value with its reason, and with the site as soon as that is known.
 */
export function admit(body: unknown, envelope: Envelope, directory: Directory, viewId: (siteId: number, beaconId: string) => string): Admission {
  const hit = checkHit(body);
  if (hit === null) return refusal('malformed');
  const host = hostOf(hit.u);
  if (host === null) return refusal('bad_url');
  const site = directory.byHost(host);
  if (site === undefined) return refusal('unknown_site');
  if (!site.isStat) return refusal('paused_site', site.id);
  if (envelope.doNotTrack && site.respectDnt === true) return refusal('do_not_track', site.id);
  const excluded = leftOut(site, envelope.ip, hit.u, envelope.receivedAt - hit.d, envelope.receivedAt);
  if (excluded !== undefined) return refusal(excluded, site.id);
  return { admitted: true, arrival: arrivalOf(hit, site, envelope, viewId) };
}
