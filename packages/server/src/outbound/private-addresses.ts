/** Addresses that what an operator types may not lead to unless it is allowed: whoever may type one is not therefore inside the network. */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

const PRIVATE = new BlockList();
for (const [network, bits] of [['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.168.0.0', 16], ['198.18.0.0', 15], ['224.0.0.0', 4], ['240.0.0.0', 4]] as const) PRIVATE.addSubnet(network, bits, 'ipv4');
// The last three hold IPv4 addresses of any kind: translated, tunnelled.
for (const [network, bits] of [['::', 96], ['fc00::', 7], ['fe80::', 9], ['ff00::', 8], ['64:ff9b::', 32], ['2002::', 16], ['2001::', 32]] as const) PRIVATE.addSubnet(network, bits, 'ipv6');

/** Whether an address is of this machine, of a network behind it, or of nobody. */
export function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** A host led, or may lead, inside. */
export class ForbiddenAddress extends Error {}

/** A name server may take longer than anybody waits, and can not be told to stop. */
async function before<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort: () => void = () => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new Error('out of time'));
  });
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, late]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * The one address of a host to connect to: looked up once, so that a second answer of its name server changes nothing.
 * @throws ForbiddenAddress when any of its addresses is private and that is not allowed; an error of node:dns; anything when the signal fires
 */
export async function addressOf(host: string, allowPrivate: boolean, signal: AbortSignal): Promise<{ readonly address: string; readonly family: 4 | 6 }> {
  const bare = host.replace(/^\[(.*)\]$/u, '$1');
  const family = isIP(bare);
  const found = family === 0 ? await before(lookup(bare, { all: true }), signal) : [{ address: bare, family }];
  const [first] = found;
  if (first === undefined || (!allowPrivate && found.some(({ address }) => isPrivate(address)))) throw new ForbiddenAddress('the host has a private address');
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}
