import type { AddressOf } from './views.js';
import type { Random } from './random.js';

/**
 * Addresses for a country: made up at random and kept when the country table places them there, so that the demo's
 * map is one that the real enrichment draws.
 */
export function createAddresses(countryOf: (ip: string) => string): AddressOf {
  const pools = new Map<string, string[]>();
  const TRIES = 4_000;
  return (country, random) => {
    const pool = pools.get(country) ?? [];
    pools.set(country, pool);
    // Once a country has some networks, neighbours of those serve as well: small countries are rarely hit at random.
    if (pool.length > 12 && random.chance(0.9)) return neighbour(random.pick(pool), random);
    for (let tries = 0; tries < TRIES; tries++) {
      const ip = `${random.whole(1, 223)}.${random.whole(0, 255)}.${random.whole(0, 255)}.${random.whole(1, 254)}`;
      const found = countryOf(ip);
      if (found === '') continue;
      const list = pools.get(found) ?? [];
      pools.set(found, list);
      if (list.length < 400) list.push(ip);
      if (found === country) return ip;
    }
    return pool.length > 0 ? neighbour(random.pick(pool), random) : '192.0.2.1';
  };
}

function neighbour(ip: string, random: Random): string {
  return `${ip.slice(0, ip.lastIndexOf('.'))}.${random.whole(1, 254)}`;
}
