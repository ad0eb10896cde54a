import { Reader, type Response } from 'maxmind';
import type { Finder } from './geo.js';

/**
 * A database in MaxMind's format, whole in memory: countries, cities, operators, or several of these. The layouts in use are read: flat
 * (`country_code`, ip-location-db) and nested with English names (`country.iso_code`, GeoLite2 and DB-IP).
 * @throws Error when the file is not one
 */
export function openMmdb(file: Buffer): Finder {
  return findIn(new Reader<Response>(file));
}

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
