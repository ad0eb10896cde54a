import { hash } from 'node:crypto';
import type { Hit } from '@footfall/contract';
import type { Arrival } from '../../enrich/arrival.js';
import type { CountedSite } from '../../enrich/site.js';
import { hostOf } from '../admit.js';
import { NO_FACTS } from '../no-facts.js';
import { type CheckedItem, Refused } from './check-item.js';
import { recordId } from './event-ids.js';

/** A visitor's own id in the form of a fingerprint: 64 bits of SHA-256, so that the id itself is not kept. */
function fingerprintOf({ fingerprint, visitorId }: CheckedItem): string {
  return fingerprint !== '' || visitorId === '' ? fingerprint : hash('sha256', `visitor\n${visitorId}`, 'hex').slice(0, 16);
}

function factsOf(item: CheckedItem): Hit | null {
  const fingerprint = fingerprintOf(item);
  const { language, screen } = item;
  if (fingerprint === '' && language === '' && screen === undefined) return null;
  return { ...NO_FACTS, f: fingerprint, l: language, s: screen === undefined ? undefined : [screen[0], screen[1], screen[0], screen[1]] };
}

export interface ItemContext {
  /** The site of the key. */
  readonly site: CountedSite;
  /** Milliseconds UTC. */
  readonly receivedAt: number;
  /** The site that answers for a host. */
  readonly byHost: (host: string) => CountedSite | undefined;
  readonly randomId: () => string;
}

/** A checked item as an arrival of the key's site, or why it is none. */
export function arrivalOf(item: CheckedItem, { site, receivedAt, byHost, randomId }: ItemContext): Arrival | Refused {
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
  return {
    id: id === undefined ? randomId() : recordId(site.id, id),
    site, at, receivedAt, source: 'event', ip, userAgent, url, referrer, title, method: 'GET', status: null, bytes: null,
    client: factsOf(item),
    event,
  };
}
