import { LRUCache } from 'lru-cache';
import { canonicalAddress, ipv4Number } from './address-text.js';
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

/** Asks one source for a canonical address; `ipv4` is the same as a number, null for IPv6. */
export type Finder = (ip: string, ipv4: number | null) => Found;

/** Where an address is, as text received from outside. Never throws. */
export type Geo = (address: string) => Place;

export const NOTHING_FOUND: Found = { country: '', region: '', city: '', isp: '' };

/** Addresses of IPv4 remembered, each in the one slot that its number leads to: the upper bits of a product. */
const SLOT_BITS = 16;
/** Other texts remembered. */
const ADDRESSES = 20_000;
/** No address is longer, not even with brackets, zone and port. */
const MAX_ADDRESS = 80;
/** Odd; the bits of the golden ratio, so that neighbours go far apart. */
const SPREAD = 0x9e3779b1;
const NOWHERE: Place = { ip: '', ...NOTHING_FOUND };

/**
 * Asks the sources in order: the first that knows the country decides it, and what another adds to it (region, city, operator)
 * counts when it does not mean another country.
 */
export function createGeo(finders: readonly Finder[]): Geo {
  const known = new LRUCache<string, Place>({ max: ADDRESSES });
  const slots: (Place | undefined)[] = Array.from({ length: 2 ** SLOT_BITS });
  const numbers = new Uint32Array(2 ** SLOT_BITS);

  function placeOf(ip: string, ipv4: number | null): Place {
    let { country, region, city, isp } = NOTHING_FOUND;
    for (const find of finders) {
      const found = find(ip, ipv4);
      if (found.country !== '' && country !== '' && found.country !== country) continue;
      country ||= found.country;
      isp ||= found.isp;
      if (region === '' && city === '') ({ region, city } = found);
    }
    return { ip, country, region, city, isp };
  }

  /** Nearly every address is one of IPv4, in its only form: its number finds it sooner than its text would. */
  function ofNumber(address: string, ipv4: number): Place {
    const slot = Math.imul(ipv4, SPREAD) >>> (32 - SLOT_BITS);
    const held = slots[slot];
    if (held !== undefined && numbers[slot] === ipv4) return held;
    const place = placeOf(detached(address), ipv4);
    slots[slot] = place;
    numbers[slot] = ipv4;
    return place;
  }

  return (address) => {
    if (address.length > MAX_ADDRESS) return NOWHERE;
    const ipv4 = ipv4Number(address);
    if (ipv4 !== null) return ofNumber(address, ipv4);
    const held = known.get(address);
    if (held !== undefined) return held;
    const ip = canonicalAddress(address);
    const place = ip === '' ? NOWHERE : placeOf(ip, ipv4Number(ip));
    known.set(detached(address), place);
    return place;
  };
}
