import { hash } from 'node:crypto';
import { type Hit, REFUSALS } from '@footfall/contract';
import { LRUCache } from 'lru-cache';
import type { Arrival } from '../../enrich/arrival.js';
import { type CountedSite, leftOut } from '../../enrich/site.js';
import { detached } from '../../enrich/text.js';
import { hostOf } from '../admit.js';
import { facts } from '../facts.js';
import { type CheckedItem, Refused } from './check-item.js';
import { recordId } from './event-ids.js';

/** Visitors whose hash is remembered: one sends many events in a row. */
const VISITORS = 20_000;

/** A visitor's own id in the form of a fingerprint: 64 bits of SHA-256, so that the id itself is not kept. */
export function createFingerprints(): (item: CheckedItem) => string {
  const known = new LRUCache<string, string>({ max: VISITORS });
  return ({ fingerprint, visitorId }) => {
    if (fingerprint !== '' || visitorId === '') return fingerprint;
    const held = known.get(visitorId);
    if (held !== undefined) return held;
    const hashed = hash('sha256', `visitor\n${visitorId}`, 'hex').slice(0, 16);
    known.set(detached(visitorId), hashed);
    return hashed;
  };
}

function factsOf({ language, screen }: CheckedItem, fingerprint: string): Hit | null {
  if (fingerprint === '' && language === '' && screen === undefined) return null;
  return facts({ fingerprint, languages: language, screen: screen === undefined ? undefined : [screen[0], screen[1], screen[0], screen[1]] });
}

export interface ItemContext {
  /** The site of the key. */
  readonly site: CountedSite;
  /** Milliseconds UTC. */
  readonly receivedAt: number;
  /** The site that answers for a host. */
  readonly byHost: (host: string) => CountedSite | undefined;
  readonly randomId: () => string;
  readonly fingerprintOf: (item: CheckedItem) => string;
}

/** A checked item as an arrival of the key's site, or why it is none. */
export function arrivalOf(item: CheckedItem, { site, receivedAt, byHost, randomId, fingerprintOf }: ItemContext): Arrival | Refused {
  if (!site.isStat) return new Refused('paused_site', 'counting is switched off for this site');
  if (item.url !== '') {
    const host = hostOf(item.url);
    if (host === null) return new Refused('bad_url', 'url: must be an absolute http or https address');
    if (!site.hosts(host)) {
      return byHost(host) === undefined
        ? new Refused('unknown_site', `url: no site is registered for ${host.slice(0, 253)}`)
        : new Refused('other_site', `url: ${host.slice(0, 253)} belongs to another site than the key`);
    }
  } else if (item.event === undefined) return new Refused('bad_url', 'url: must be an absolute http or https address');
  const { id, at, ip, userAgent, url, referrer, title, event } = item;
  const excluded = leftOut(site, ip, url, at, receivedAt);
  if (excluded !== undefined) return new Refused(excluded, REFUSALS[excluded].meaning);
  return {
    id: id === undefined ? randomId() : recordId(site.id, id),
    site, at, receivedAt, source: 'event', ip, userAgent, url, referrer, title, method: 'GET', status: null, bytes: null,
    client: factsOf(item, fingerprintOf(item)),
    event,
  };
}
