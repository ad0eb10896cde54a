/** Who runs the network of an address: asked when a figure is shown, never stored, so that a newer database tells of the past as well. */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { NetworkOwner, NetworkOwners } from '@footfall/contract';
import { Reader, type Response } from 'maxmind';
import { asnOf } from './asn.js';
import type { Geo } from './geo.js';
import { GeoFileError, NETWORK_FILES, ownGeoFiles } from './geo-files.js';
import { openNetworkList } from './network-list.js';

/** Types of databases that say whose a network is: GeoLite2-ASN, GeoIP2-ISP, DBIP-ASN-Lite, ipinfo's asn files. */
const KIND = /asn|isp/iu;
const NOBODY: NetworkOwner = { asn: 0, name: '' };

/**
 * From the operator's own databases of networks in `folder` (`*.mmdb`, and lists `*.tsv`, `*.tsv.gz`), by name; where they know nothing, the operator that `geo` names.
 * @throws GeoFileError when one can not be read
 */
export async function openNetworkOwners(folder: string, geo: Geo): Promise<NetworkOwners> {
  const sources: NetworkOwners[] = [];
  for (const name of await ownGeoFiles(folder, NETWORK_FILES)) {
    const path = join(folder, name);
    try {
      const source = name.endsWith('.mmdb') ? openDatabase(await readFile(path)) : await openNetworkList(path);
      if (source !== null) sources.push(source);
    } catch (error) {
      throw new GeoFileError(path, error);
    }
  }
  return (ip) => {
    if (isIP(ip) === 0) return NOBODY;
    for (const source of sources) {
      const owner = source(ip);
      if (owner.asn !== 0 || owner.name !== '') return owner;
    }
    return { asn: 0, name: geo(ip).isp };
  };
}

function openDatabase(file: Buffer): NetworkOwners | null {
  const database = new Reader<Response>(file);
  return KIND.test(database.metadata.databaseType) ? ownersIn(database) : null;
}

/** The layouts in use: MaxMind's and DB-IP's, and ipinfo's with `AS15169` for a number. */
export function ownersIn(database: { get(ip: string): unknown }): NetworkOwners {
  return (ip) => {
    const answer = (database.get(ip) ?? {}) as Readonly<Record<string, unknown>>;
    const said = answer['autonomous_system_number'] ?? (typeof answer['asn'] === 'string' ? answer['asn'].replace(/^AS/u, '') : 0);
    const name = answer['autonomous_system_organization'] ?? answer['as_name'] ?? answer['name'];
    return { asn: asnOf(said) ?? 0, name: typeof name === 'string' ? name : '' };
  };
}
