/**
 * By what a visitor is suspicious. `sure`: no genuine device or person does that; `hint`: some do (people travel, use VPNs, share an address), so that
 * it says little by itself. What each means, and from which source: server/src/questions/device-signs.ts and suspicion-sql.ts.
 */
export const SUSPICION_SIGNS = [
  { code: 'marked', weight: 'sure' },
  { code: 'software_gpu', weight: 'sure' },
  { code: 'foreign_gpu', weight: 'sure' },
  { code: 'no_touch', weight: 'sure' },
  { code: 'pixel_ratio', weight: 'sure' },
  { code: 'screen', weight: 'sure' },
  { code: 'memory', weight: 'sure' },
  { code: 'cores', weight: 'sure' },
  { code: 'language', weight: 'sure' },
  { code: 'time_zone', weight: 'hint' },
  { code: 'regular_walk', weight: 'sure' },
  { code: 'fast_walk', weight: 'sure' },
  { code: 'many_fingerprints', weight: 'hint' },
] as const;

export type SuspicionSign = (typeof SUSPICION_SIGNS)[number]['code'];
export type SuspicionWeight = (typeof SUSPICION_SIGNS)[number]['weight'];

export const SUSPICION_CODES = SUSPICION_SIGNS.map(({ code }) => code) as [SuspicionSign, ...SuspicionSign[]];
