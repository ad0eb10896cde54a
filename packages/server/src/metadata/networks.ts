import { isIP } from 'node:net';
import { groupBy } from '../group-by.js';

/** First and last address of a network; both families in one form that is compared as text. */
type Range = readonly [first: string, last: string];

/** The eight groups of a canonical IPv6 address. */
export function ipv6Groups(ip: string): string[] {
  const [head = '', tail] = ip.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return tail === undefined ? before : [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

/** Hex digits of a canonical address: 8 of IPv4, 32 of IPv6. */
function digitsOf(ip: string): string {
  const isV6 = ip.includes(':');
  const parts = isV6 ? ipv6Groups(ip).map((group) => group.padStart(4, '0')) : ip.split('.').map((part) => Number(part).toString(16).padStart(2, '0'));
  return parts.join('');
}

function rangeOf(network: string): Range {
  const [ip = '', prefix] = network.split('/');
  const digits = digitsOf(ip);
  const free = BigInt(4 * digits.length - Number(prefix));
  const first = (BigInt(`0x${digits}`) >> free) << free;
  const last = first | ((1n << free) - 1n);
  return [first.toString(16).padStart(digits.length, '0'), last.toString(16).padStart(digits.length, '0')];
}

/** Ascending and without overlap, so that the one range that could hold an address is found by halving. */
function merged(ranges: readonly Range[]): Range[] {
  const list: [string, string][] = [];
  for (const [first, last] of ranges.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const before = list.at(-1);
    if (before !== undefined && first <= before[1]) before[1] = last > before[1] ? last : before[1];
    else list.push([first, last]);
  }
  return list;
}

/**
 * Whether a canonical address lies in one of the networks (`192.0.2.0/24`, `2001:db8::/32`). Takes the same few steps for one network and
 * for a thousand; the list of node:net looks at each. A text that is no address lies in none.
 */
export function networksOf(list: readonly string[]): (ip: string) => boolean {
  const byLength = groupBy(list.map(rangeOf), ([first]) => first.length);
  const families = new Map([...byLength].map(([length, ranges]) => [length, merged(ranges)]));
  return (ip) => {
    if (isIP(ip) === 0) return false;
    const digits = digitsOf(ip);
    const ranges = families.get(digits.length);
    if (ranges === undefined) return false;
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.[0] ?? '') <= digits) low = middle + 1;
      else high = middle;
    }
    const found = ranges[low - 1];
    return found !== undefined && digits <= found[1];
  };
}
