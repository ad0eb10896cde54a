import { LRUCache } from 'lru-cache';
import { canonicalAddress } from './address-text.js';
import { detached } from './text.js';

/** What one source knows of an address; '' where it knows nothing. */
export interface Found {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly region: string;
  readonly city: string;
  /** The network's operator. */
  readonly isp: string;
}

export interface Place extends Found {
  /** Canonical text of the address: IPv4 dotted, IPv6 as RFC 5952 writes it, IPv4 inside IPv6 as IPv4. '' when it is none. */
  readonly ip: string;
}

/** Asks one source for a canonical address. */
export type Finder = (ip: string) => Found;

/** Where an address is, as text received from outside. Never throws. */
export type Geo = (address: string) => Place;

export const NOTHING_FOUND: Found = { country: '', region: '', city: '', isp: '' };

const ADDRESSES = 50_000;
/** No address is longer, not even with brackets, zone and port. */
const MAX_ADDRESS = 80;
const NOWHERE: Place = { ip: '', ...NOTHING_FOUND };

/**
 * Asks the sources in order: the first that knows the country decides it, and what another adds to it (region, city, operator)
 * counts when it does not mean another country.
 */
export function createGeo(finders: readonly Finder[]): Geo {
  const known = new LRUCache<string, Place>({ max: ADDRESSES });

  function placeOf(ip: string): Place {
    let { country, region, city, isp } = NOTHING_FOUND;
    for (const find of finders) {
      const found = find(ip);
      if (found.country !== '' && country !== '' && found.country !== country) continue;
      country ||= found.country;
      isp ||= found.isp;
      if (region === '' && city === '') ({ region, city } = found);
    }
    return { ip, country, region, city, isp };
  }

  return (address) => {
    if (address.length > MAX_ADDRESS) return NOWHERE;
    const held = known.get(address);
    if (held !== undefined) return held;
    const ip = canonicalAddress(address);
    const place = ip === '' ? NOWHERE : placeOf(ip);
    known.set(detached(address), place);
    return place;
  };
}
