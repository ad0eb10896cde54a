import { isIPv6 } from 'node:net';

/** The canonical text of an address that may carry brackets, a port or a zone; '' when it is not an address. */
export function canonicalAddress(received: string): string {
  if (ipv4Number(received) !== null) return received;
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/u.exec(received)?.[1];
  if (withPort !== undefined) return ipv4Number(withPort) === null ? '' : withPort;
  const bare = (/^\[([^\]]*)\](?::\d+)?$/u.exec(received)?.[1] ?? received).replace(/%.*$/u, '');
  if (!isIPv6(bare)) return '';
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/u.exec(canonical);
  if (mapped === null) return canonical;
  const high = Number.parseInt(mapped[1] ?? '', 16);
  const low = Number.parseInt(mapped[2] ?? '', 16);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

const DOT = 46;
const ZERO = 48;
const SHORTEST_IPV4 = 7;
const LONGEST_IPV4 = 15;

/**
 * An IPv4 address as a number below 2^32; null for anything that is not four numbers below 256 without leading zeros, between dots. Such
 * a text is the only one of its address. Written by hand over one string: this runs once per line of logs.
 */
export function ipv4Number(ip: string): number | null {
  if (ip.length < SHORTEST_IPV4 || ip.length > LONGEST_IPV4) return null;
  let [value, part, digits, dots] = [0, 0, 0, 0];
  for (let at = 0; at < ip.length; at += 1) {
    const code = ip.charCodeAt(at);
    if (code === DOT) {
      if (digits === 0) return null;
      value = value * 256 + part;
      part = 0;
      digits = 0;
      dots += 1;
    } else {
      const digit = code - ZERO;
      if (digit < 0 || digit > 9 || (digits > 0 && part === 0)) return null;
      part = part * 10 + digit;
      digits += 1;
      if (part > 255) return null;
    }
  }
  return dots === 3 && digits > 0 ? value * 256 + part : null;
}

/** The 16 bytes of a canonical IPv6 address. */
export function ipv6Bytes(ip: string): Buffer {
  const [head = '', tail] = ip.split('::', 2);
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const all = tail === undefined ? before : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
