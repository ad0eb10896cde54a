/** An IPv6 subscriber owns a /64: its addresses are one. Of anything else, the address itself. */
export function subscriber(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}

/** Loopback, private and link-local networks, and those between a carrier and its customers. Source: RFC 6890, RFC 4193, RFC 6598. */
const INSIDE = /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:|$)/iu;

/**
 * Whether an address is none of the internet's. Nobody out there comes from it: it is this network's own machine, and most often a proxy
 * that was not named as one, behind which all visitors look alike.
 */
export function isInside(address: string): boolean {
  return INSIDE.test(address.startsWith('::ffff:') ? address.slice(7) : address);
}
