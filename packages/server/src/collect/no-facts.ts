import type { Hit } from '@footfall/contract';

/** The facts of a tracker that was not there: what comes without one fills in the few that it knows. */
export const NO_FACTS: Hit = Object.freeze({
  v: 1, i: '', u: '', d: 0, e: undefined, r: '', t: '', f: '', s: undefined, p: undefined, c: undefined, m: undefined, k: undefined,
  l: '', z: '', g: undefined, o: '', n: '', b: undefined, h: undefined,
});
