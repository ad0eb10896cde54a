const GOLDEN = 0x9e3779b97f4a7c15n;
const MASK = 0xffffffffffffffffn;

/** splitmix64's finisher: spreads a small number over 64 bits. Source: Steele, Lea, Flood 2014 (public domain code by Vigna). */
function spread(value: bigint): bigint {
  let x = (value * GOLDEN) & MASK;
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return x ^ (x >> 31n);
}

/**
 * Makes the id of a view (UInt64 as decimal text) from the beacon's own (16 hex digits) and the site. For one site the
 * mapping is one to one, so two views differ exactly when the browser says so; across sites the same beacon id differs.
 */
export function createViewIds(): (siteId: number, beaconId: string) => string {
  const masks = new Map<number, bigint>();
  return (siteId, beaconId) => {
    let mask = masks.get(siteId);
    if (mask === undefined) {
      mask = spread(BigInt(siteId));
      masks.set(siteId, mask);
    }
    return (BigInt(`0x${beaconId}`) ^ mask).toString();
  };
}
