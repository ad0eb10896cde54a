import type { ClientHints } from '@footfall/contract/hit';
import { gpuModel } from './gpu-name.js';
import { hash64 } from './hash.js';
import type { Traits } from './traits.js';

export interface Known extends Traits {
  /** [vendor, renderer] */
  readonly gpu?: readonly [string, string] | undefined;
  readonly hints?: ClientHints | undefined;
  /** Hash of how the browser draws, where the site lets that be read. */
  readonly drawing?: string | undefined;
}

/** 16 hex digits for a device and its browser. Two of the same make, set up alike, get the same: see docs/tracker.md. */
export function fingerprint({ platform, vendor, products, model, screen, depth, cores, memory, touch, locale, gpu, hints, drawing }: Known): string {
  return hash64(
    [platform, vendor, products, model || hints?.model, hints?.architecture, screen, depth, cores, memory, touch, locale, gpu && gpuModel(gpu[1]), drawing].join('|'),
  );
}
