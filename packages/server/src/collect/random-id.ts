import { randomFillSync } from 'node:crypto';
import { decimal64 } from '../enrich/hash64.js';

const POOLED = 512;

/** Ids (UInt64 as decimal text, never '0') for what comes without one; each is drawn anew. */
export function createRandomIds(): () => string {
  const pool = new Uint32Array(POOLED);
  let at = POOLED;
  return () => {
    if (at >= POOLED) {
      randomFillSync(pool);
      at = 0;
    }
    const id = decimal64(pool[at] ?? 0, pool[at + 1] ?? 0);
    at += 2;
    return id === '0' ? '1' : id;
  };
}
