import type { WireHit } from '@footfall/contract/hit';
import { attempt } from './attempt.js';

/**
 * Beacons that could not be sent, oldest first, in the browser's storage of the page's own site.
 *
 * Bounded: the oldest go when there are more than 40 or when all together are longer than 60,000 characters; whoever
 * sends them drops what is older than a day, which the server would refuse. What else the page or its visitor put
 * under the key is taken for an empty box.
 */
const KEY = 'footfall.outbox';
const MAX_COUNT = 40;
const MAX_LENGTH = 60_000;

/** A beacon and when its view happened, milliseconds UTC of the visitor's clock. */
export type Kept = [at: number, beacon: WireHit];

/** What waits. Storage that can't be read holds nothing. */
export function readOutbox(): Kept[] {
  const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? ''));
  return Array.isArray(kept) ? kept.filter((one): one is Kept => Array.isArray(one)) : [];
}

/** Puts back what waits, within the bounds. Storage that can't be written loses it: nothing else is left to try. */
export function writeOutbox(kept: Kept[]): void {
  attempt(() => {
    while (kept.length > MAX_COUNT || JSON.stringify(kept).length > MAX_LENGTH) kept.shift();
    if (kept[0]) localStorage.setItem(KEY, JSON.stringify(kept));
    else localStorage.removeItem(KEY);
  });
}
