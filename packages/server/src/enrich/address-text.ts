import { isIPv4, isIPv6 } from 'node:net';

/** The canonical text of an address that may carry brackets, a port or a zone; '' when it is not an address. */
export function canonicalAddress(received: string): string {
  if (isIPv4(received)) return received;
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/u.exec(received)?.[1];
  if (withPort !== undefined) return isIPv4(withPort) ? withPort : '';
  const bare = (/^\[([^\]]*)\](?::\d+)?$/u.exec(received)?.[1] ?? received).replace(/%.*$/u, '');
  if (!isIPv6(bare)) return '';
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/u.exec(canonical);
  if (mapped === null) return canonical;
  const high = Number.parseInt(mapped[1] ?? '', 16);
  const low = Number.parseInt(mapped[2] ?? '', 16);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** A canonical IPv4 address as a number below 2^32; null for IPv6. */
export function ipv4Number(ip: string): number | null {
  if (ip.includes(':')) return null;
  let value = 0;
  for (const part of ip.split('.')) value = value * 256 + Number(part);
  return value;
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
