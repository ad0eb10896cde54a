import { clientAddress, type TrustProxy } from '../collect/client-address.js';

/** Networks that a proxy in front of a server is in when nobody says otherwise. */
const OWN_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * The client of a log's line, by the rules that hold for beacons: from who connected back through the list for as long as the nearer
 * one is a trusted proxy. A log that has such a list was set up to have it, so without a setting the proxies of private networks are believed;
 * what a stranger writes in front of his own address is not.
 */
export function logClient(trust: TrustProxy): (address: string, forwarded: string) => string {
  const walk = clientAddress(trust === false ? OWN_NETWORKS : trust);
  return (address, forwarded) => (forwarded === '' ? address : walk(address, forwarded));
}
