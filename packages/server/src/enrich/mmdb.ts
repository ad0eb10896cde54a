import { Reader, type Response } from 'maxmind';
import { type Finder, type Found, NOTHING_FOUND } from './geo.js';
import { ipv4Walk } from './mmdb-ipv4.js';

/** Answers remembered by their place in the file; a database of countries has a few hundred. */
const MAX_ANSWERS = 20_000;

/**
 * A database in MaxMind's format, whole in memory: countries, cities, operators, or several of these. Many networks share one answer, which
 * is read once: of an IPv4 address only the tree is walked.
 * @throws Error when the file is not one
 */
export function openMmdb(file: Buffer): Finder {
  const reader = new Reader<Response>(file);
  const find = findIn(reader);
  const recordOf = ipv4Walk(file, reader.metadata);
  const answers = new Map<number, Found>();

  return (ip, ipv4) => {
    if (ipv4 === null) return find(ip, ipv4);
    const record = recordOf(ipv4);
    if (record === 0) return NOTHING_FOUND;
    const held = answers.get(record);
    if (held !== undefined) return held;
    const found = find(ip, ipv4);
    if (answers.size >= MAX_ANSWERS) answers.clear();
    answers.set(record, found);
    return found;
  };
}

/**
 * The layouts in use are read: flat (`country_code`, ip-location-db) and nested with English names (`country.iso_code`, GeoLite2 and DB-IP).
 */
export function findIn(database: { get(ip: string): unknown }): Finder {
  return (ip) => {
    const answer = database.get(ip);
    const subdivisions = member(answer, 'subdivisions');
    return {
      country: text(member(answer, 'country_code')) || text(member(member(answer, 'country'), 'iso_code')),
      region: englishName(Array.isArray(subdivisions) ? subdivisions[0] : undefined) || text(member(answer, 'state1')),
      city: englishName(member(answer, 'city')) || text(member(answer, 'city')),
      isp: text(member(answer, 'isp')) || text(member(member(answer, 'traits'), 'isp')) || text(member(answer, 'autonomous_system_organization')),
    };
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
