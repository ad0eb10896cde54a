/**
 * Forward-confirmed reverse DNS: an address has a host's name if the name, asked for its addresses, gives that address again. The first half alone proves
 * nothing: whoever owns an address chooses the name that it is said to have.
 */
import { Resolver } from 'node:dns/promises';
import type { HostState } from './metadata/crawler-hosts.js';
import { addressNumber, isHostOf } from './questions/crawler-ranges.js';

export interface HostAnswer {
  readonly state: HostState;
  readonly host: string;
}

/** Milliseconds for one answer, and how often it is asked for. */
const TIMEOUT = 2_000;
const TRIES = 2;
/** Names of one address that are asked for theirs. */
const NAMES = 5;

const NOTHING = new Set(['ENOTFOUND', 'ENODATA', 'ENOTIMP', 'EBADNAME']);

/** An answer; none at all is an empty one. @throws when nobody answered */
async function answered(asking: Promise<string[]>): Promise<string[]> {
  try {
    return await asking;
  } catch (error) {
    if (NOTHING.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** @param servers as dns.setServers takes them; null for the system's own */
export function createHostCheck(servers: readonly string[] | null): { check(ip: string, endings: readonly string[]): Promise<HostAnswer>; cancel(): void } {
  const resolver = new Resolver({ timeout: TIMEOUT, tries: TRIES });
  if (servers !== null) resolver.setServers(servers);
  const addressesOf = (host: string, ip: string): Promise<string[]> => answered(ip.includes(':') ? resolver.resolve6(host) : resolver.resolve4(host));

  return {
    /** The name of an address that ends as one of the endings and leads back to the address. Never rejects. */
    async check(ip, endings) {
      try {
        const names = (await answered(resolver.resolvePtr(reverseName(ip)))).map((name) => name.toLowerCase().replace(/\.$/u, ''));
        for (const host of names.filter((name) => isHostOf(name, endings)).slice(0, NAMES)) {
          const addresses = await addressesOf(host, ip);
          if (addresses.some((address) => sameAddress(address, ip))) return { state: 'confirmed', host };
        }
        return { state: 'none', host: '' };
      } catch {
        return { state: 'failed', host: '' };
      }
    },
    cancel: () => resolver.cancel(),
  };
}

/** The name under which an address's own name is asked for. `reverse` of node:dns would tell no silence from a no. */
function reverseName(ip: string): string {
  if (!ip.includes(':')) return `${ip.split('.').toReversed().join('.')}.in-addr.arpa`;
  const digits = (addressNumber(ip) ?? 0n).toString(16).padStart(32, '0');
  return `${digits.split('').toReversed().join('.')}.ip6.arpa`;
}

const sameAddress = (one: string, other: string): boolean => one === other || (one.includes(':') && other.includes(':') && new URL(`http://[${one}]`).hostname === new URL(`http://[${other}]`).hostname);
