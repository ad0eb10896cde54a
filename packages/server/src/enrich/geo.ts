import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIPv4, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { Reader, type Response } from 'maxmind';
import { detached } from './text.js';

export interface Place {
  /** Canonical text of the address: IPv4 dotted, IPv6 as RFC 5952 writes it, IPv4 inside IPv6 as IPv4. '' when it is none. */
  readonly ip: string;
  /** ISO 3166-1 alpha-2, upper case; '' when unknown. */
  readonly country: string;
  readonly region: string;
  readonly city: string;
}

/** Where an address is, as text received from outside. Never throws. */
export type Geo = (address: string) => Place;

const ADDRESSES = 50_000;
/** No address is longer, not even with brackets, zone and port. */
const MAX_ADDRESS = 80;
const NOWHERE: Place = { ip: '', country: '', region: '', city: '' };

/**
 * Reads a country or city database in MaxMind's format into memory. Without `file` it is the one that comes with the product:
 * country only, by registration of the address (ip-location-db, geo-whois-asn-country, CC0). GeoLite2 and DB-IP files work as well.
 * Rejects when the file can not be read.
 */
export async function openGeo(file?: string): Promise<Geo> {
  const path = file ?? createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
  return createGeo(new Reader<Response>(await readFile(path)));
}

export function createGeo(database: { get(ip: string): unknown }): Geo {
  const known = new LRUCache<string, Place>({ max: ADDRESSES });
  return (address) => {
    if (address.length > MAX_ADDRESS) return NOWHERE;
    const held = known.get(address);
    if (held !== undefined) return held;
    const ip = canonicalAddress(address);
    const place = ip === '' ? NOWHERE : placeOf(ip, database.get(ip));
    known.set(detached(address), place);
    return place;
  };
}

/** The canonical text of an address that may carry brackets, a port or a zone; '' when it is not an address. */
export function canonicalAddress(received: string): string {
  if (isIPv4(received)) return received;
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/u.exec(received)?.[1];
  if (withPort !== undefined) return isIPv4(withPort) ? withPort : '';
  const bare = (/^\[([^\]]*)\](?::\d+)?$/u.exec(received)?.[1] ?? received).replace(/%.*$/u, '');
  if (!isIPv6(bare)) return '';
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/u.exec(canonical);
  if (mapped === null) return canonical;
  const high = Number.parseInt(mapped[1] ?? '', 16);
  const low = Number.parseInt(mapped[2] ?? '', 16);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** Both layouts in use: flat `country_code` (ip-location-db) and nested `country.iso_code` with English names (GeoLite2, DB-IP). */
function placeOf(ip: string, answer: unknown): Place {
  const subdivisions = member(answer, 'subdivisions');
  return {
    ip,
    country: text(member(answer, 'country_code')) || text(member(member(answer, 'country'), 'iso_code')),
    region: englishName(Array.isArray(subdivisions) ? subdivisions[0] : undefined),
    city: englishName(member(answer, 'city')),
  };
}

function englishName(place: unknown): string {
  return text(member(member(place, 'names'), 'en'));
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
