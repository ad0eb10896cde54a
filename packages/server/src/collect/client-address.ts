import { BlockList, isIP, isIPv6 } from 'node:net';

/** Which proxies are believed: all, none, this many nearest ones, or these addresses and networks (`10.0.0.0/8`). */
export type TrustProxy = boolean | number | readonly string[];

const MAPPED = '::ffff:';
/** Names for the usual networks, as Express has them. Source: RFC 1918, 3927, 4193, 4291, 1122. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** `::ffff:192.0.2.1`, which a socket open for both families gives, is 192.0.2.1. */
export function unwrapMapped(address: string): string {
  return address.startsWith(MAPPED) && address.includes('.') ? address.slice(MAPPED.length) : address;
}

/** One entry of X-Forwarded-For as an address: without port and brackets; '' when it is none. */
function parseForwarded(entry: string): string {
  const text = entry.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/u.exec(text)?.[1];
  const withPort = /^([\d.]+):\d+$/u.exec(text)?.[1];
  const address = unwrapMapped((bracketed ?? withPort ?? text).toLowerCase());
  return isIP(address) === 0 ? '' : address;
}

function networks(list: readonly string[]): BlockList {
  const known = new BlockList();
  for (const item of list.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', bits] = item.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) throw new TypeError(`not an address or network: ${JSON.stringify(item)}`);
    if (bits === undefined) known.addAddress(address, family);
    else known.addSubnet(address, Number(bits), family);
  }
  return known;
}

/** @throws TypeError when a listed proxy is neither an address nor a network. */
function trustOf(trust: TrustProxy): (address: string, hop: number) => boolean {
  if (typeof trust === 'boolean') return () => trust;
  if (typeof trust === 'number') return (_, hop) => hop < trust;
  const known = networks(trust);
  return (address) => isIP(address) !== 0 && known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/**
 * Who sent a request: walks back from the socket's end through X-Forwarded-For for as long as the nearer address is a
 * trusted proxy. An entry that is no address ends the walk at the address that named it, so a forged header never
 * yields anything but an address.
 * @throws TypeError when a listed proxy is neither an address nor a network.
 */
export function clientAddress(trust: TrustProxy): (socketAddress: string | undefined, forwardedFor: string | string[] | undefined) => string {
  const trusted = trustOf(trust);
  return (socketAddress, forwardedFor) => {
    let address = unwrapMapped(socketAddress ?? '');
    if (forwardedFor === undefined || trust === false) return address;
    const entries = (typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',')).split(',');
    for (let hop = 0; entries.length > 0 && trusted(address, hop); hop += 1) {
      const before = parseForwarded(entries.pop() ?? '');
      if (before === '') break;
      address = before;
    }
    return address;
  };
}
