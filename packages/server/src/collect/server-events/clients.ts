import { hash } from 'node:crypto';
import type { Hit } from '@footfall/contract';
import { LRUCache } from 'lru-cache';
import { detached } from '../../enrich/text.js';
import { facts } from '../facts.js';
import type { CheckedItem } from './check-item.js';

/** Visitors whose facts are remembered: one sends many events in a row. */
const VISITORS = 20_000;
/** Longer languages are not remembered, in UTF-16 units. */
const LONGEST = 256;

/** A visitor's own id in the form of a fingerprint: 64 bits of SHA-256, so that the id itself is not kept. */
function fingerprintOf(visitorId: string): string {
  return detached(hash('sha256', `visitor\n${visitorId}`, 'hex').slice(0, 16));
}

function factsOf({ language, screen }: CheckedItem, fingerprint: string): Hit | null {
  if (fingerprint === '' && language === '' && screen === undefined) return null;
  return facts({ fingerprint, languages: detached(language), screen: screen === undefined ? undefined : [screen[0], screen[1], screen[0], screen[1]] });
}

function isOf({ l, s }: Hit, { language, screen }: CheckedItem): boolean {
  return l === language && s?.[0] === screen?.[0] && s?.[1] === screen?.[1];
}

/**
 * What items tell of a browser, null for nothing. From a visitor's second one on, one that tells the same as the one before has the same object; of who comes
 * once no more is remembered than the fingerprint.
 */
export function createClients(): (item: CheckedItem) => Hit | null {
  const known = new LRUCache<string, Hit | string>({ max: VISITORS });
  return (item) => {
    const { fingerprint, visitorId } = item;
    if (fingerprint !== '' || visitorId === '') return factsOf(item, fingerprint);
    const held = known.get(visitorId);
    if (held === undefined) {
      const made = fingerprintOf(visitorId);
      known.set(detached(visitorId), made);
      return factsOf(item, made);
    }
    if (typeof held !== 'string' && isOf(held, item)) return held;
    const made = factsOf(item, typeof held === 'string' ? held : held.f);
    if (made !== null && item.language.length <= LONGEST) known.set(detached(visitorId), made);
    return made;
  };
}
