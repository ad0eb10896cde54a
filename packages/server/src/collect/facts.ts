import type { Hit } from '@footfall/contract';

export interface KnownFacts {
  /** 16 hex digits, '' without one. */
  readonly fingerprint: string;
  /** Preferred first, comma separated. */
  readonly languages: string;
  readonly screen: Hit['s'];
}

/** The facts of a tracker that was not there: what comes without one fills in the few that it knows. Written out: a spread costs more than all the rest of an item. */
export function facts({ fingerprint, languages, screen }: KnownFacts): Hit {
  return {
    v: 1, i: '', u: '', d: 0, e: undefined, r: '', t: '', f: fingerprint, s: screen, p: undefined, c: undefined, m: undefined, k: undefined,
    l: languages, z: '', g: undefined, o: '', n: '', b: undefined, h: undefined,
  };
}
