import type { WireHit } from '@footfall/contract/hit';
import { attempt } from './attempt.js';

/** What is known of the browser rather than of the view. */
export type Facts = Partial<Omit<WireHit, 'v' | 'i' | 'u' | 'r' | 't' | 'd' | 'e'>>;

/** What some browsers have and TypeScript's DOM library does not know. */
interface Extras {
  deviceMemory?: number;
  connection?: { type?: string; effectiveType?: string };
}

/** What the browser tells at once and for nothing. A fact that can't be read is left out alone. */
export function lightFacts(): Facts {
  const n = navigator as Navigator & Extras;
  return {
    s: attempt(() => [screen.width, screen.height, screen.availWidth, screen.availHeight].map(Math.round) as [number, number, number, number]),
    p: attempt(() => devicePixelRatio),
    c: attempt(() => n.hardwareConcurrency),
    m: attempt(() => n.deviceMemory),
    k: attempt(() => n.maxTouchPoints),
    l: attempt(() => (n.languages || [n.language]).join().slice(0, 200)),
    z: attempt(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    o: attempt(() => n.platform),
    n: attempt(() => n.connection?.type || n.connection?.effectiveType),
  };
}
