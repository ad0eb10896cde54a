/**
 * Hosts, as sites are registered under and as addresses carry them.
 *
 * Decisions: a site is a host, all ports of it alike, so a port is never part of a domain. What is pasted as an
 * address (`https://shop.example:8443/cart`) is reduced to its host; without `http(s)://` in front, a path, port or
 * user is refused rather than silently dropped. `www.` makes no difference: `www.shop.example` and `shop.example` are
 * one host. Names without a dot (`localhost`, an intranet's `wiki`) and IPv4 addresses may be sites.
 */
import { domainToASCII } from 'node:url';

const MAX_HOST = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u;
const IPV4 = /^(?:\d{1,3}\.){3}\d{1,3}$/u;
const PLAIN = /^[a-z0-9._-]+$/u;
const PASTED = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:@]+)(?::\d*)?(?:[/?#].*)?$/iu;

/**
 * What an operator typed as a domain, alias or pasted address, as the host to keep (punycode, lower case).
 * @returns undefined when it names no host.
 */
export function parseDomain(typed: string): string | undefined {
  const trimmed = typed.trim();
  const host = trimmed.includes('://') ? PASTED.exec(trimmed)?.[1] : trimmed;
  if (host === undefined || /[\s/?#@:%\\[\]]/u.test(host)) return undefined;
  const ascii = domainToASCII(host.endsWith('.') ? host.slice(0, -1) : host).toLowerCase();
  if (ascii === '' || ascii.length > MAX_HOST) return undefined;
  // `1234` and `127.1` are addresses to a browser; only who writes one out means one.
  if (IPV4.test(ascii)) return ascii === host ? ascii : undefined;
  return ascii.split('.').every((label) => LABEL.test(label)) ? ascii : undefined;
}

/**
 * The form in which hosts are compared: punycode, lower case, without `www.`, port or final dot.
 * Takes what an address or a Host header holds; nonsense in gives nonsense out that no site has.
 */
export function comparableHost(host: string): string {
  let name = host.toLowerCase();
  const port = name.indexOf(':');
  if (port >= 0 && !name.startsWith('[')) name = name.slice(0, port);
  if (name.endsWith('.')) name = name.slice(0, -1);
  if (!PLAIN.test(name)) name = domainToASCII(name);
  // Not `www.com`: what is left must still be more than one label.
  return name.startsWith('www.') && name.includes('.', 4) ? name.slice(4) : name;
}
