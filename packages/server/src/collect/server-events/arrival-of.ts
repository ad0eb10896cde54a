import { type Hit, REFUSALS } from '@footfall/contract';
import type { Arrival } from '../../enrich/arrival.js';
import { type CountedSite, leftOut } from '../../enrich/site.js';
import { detached } from '../../enrich/text.js';
import { hostOf, originOf } from '../admit.js';
import { type CheckedItem, Refused } from './check-item.js';

/** What the addresses of one site's pages begin with, as the last of them did: most of a batch are of one host. */
export class LastOrigin {
  #site: CountedSite | null = null;
  #start = '';

  /** Whether an address is surely one of the site's. */
  isOf(site: CountedSite, url: string): boolean {
    return this.#site === site && url.startsWith(this.#start);
  }

  /** An address of the site. */
  note(site: CountedSite, url: string): void {
    const start = originOf(url);
    if (start === null) return;
    this.#site = site;
    this.#start = detached(start);
  }
}

export interface ItemContext {
  /** The site of the key. */
  readonly site: CountedSite;
  /** Milliseconds UTC. */
  readonly receivedAt: number;
  /** The site that answers for a host. */
  readonly byHost: (host: string) => CountedSite | undefined;
  readonly randomId: () => string;
  /** The id under which a record is kept that a server gave one to. */
  readonly recordId: (id: string) => string;
  readonly clientOf: (item: CheckedItem) => Hit | null;
  readonly lastOrigin: LastOrigin;
}

/** Why no page of the site has this address; undefined for one that it has. */
function notOfSite(url: string, { site, byHost }: Pick<ItemContext, 'site' | 'byHost'>): Refused | undefined {
  const host = hostOf(url);
  if (host === null) return new Refused('bad_url', 'url: must be an absolute http or https address');
  if (site.hosts(host)) return undefined;
  return byHost(host) === undefined
    ? new Refused('unknown_site', `url: no site is registered for ${host.slice(0, 253)}`)
    : new Refused('other_site', `url: ${host.slice(0, 253)} belongs to another site than the key`);
}

/** A checked item as an arrival of the key's site, or why it is none. */
export function arrivalOf(item: CheckedItem, context: ItemContext): Arrival | Refused {
  const { site, receivedAt, randomId, recordId, clientOf, lastOrigin } = context;
  if (!site.isStat) return new Refused('paused_site', 'counting is switched off for this site');
  if (item.url !== '') {
    if (!lastOrigin.isOf(site, item.url)) {
      const refused = notOfSite(item.url, context);
      if (refused !== undefined) return refused;
      lastOrigin.note(site, item.url);
    }
  } else if (item.event === undefined) return new Refused('bad_url', 'url: must be an absolute http or https address');
  const { id, at, ip, userAgent, url, referrer, title, event } = item;
  const excluded = leftOut(site, ip, url, at, receivedAt);
  if (excluded !== undefined) return new Refused(excluded, REFUSALS[excluded].meaning);
  return {
    id: id === undefined ? randomId() : recordId(id),
    site, at, receivedAt, source: 'event', ip, userAgent, url, referrer, title, method: 'GET', status: null, bytes: null,
    client: clientOf(item),
    event,
  };
}
