import { type Hit, hit } from '@footfall/contract';
import type { Arrival } from '../../src/enrich/arrival.js';
import type { CountedSite } from '../../src/enrich/site.js';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
export const AT = Date.UTC(2026, 2, 14, 9, 26, 53);

export const shop: CountedSite = { id: 7, domain: 'shop.example', isStat: true, hosts: (host) => /(?:^|\.)shop\.example$/u.test(host) };

export function arrival(changes: Partial<Arrival> = {}): Arrival {
  return {
    id: '1',
    site: shop,
    at: AT,
    receivedAt: AT + 5,
    source: 'tracker',
    ip: '81.2.69.143',
    userAgent: CHROME,
    url: 'https://shop.example/',
    referrer: '',
    title: '',
    method: 'GET',
    status: null,
    bytes: null,
    client: null,
    ...changes,
  };
}

/** The tracker's facts as the contract reads them off the wire. */
export function client(changes: Partial<Hit> = {}): Hit {
  return { ...hit.parse({ v: 1, i: '0123456789abcdef', u: 'https://shop.example/' }), ...changes };
}
