import type { KeptCounts } from './kept-counts.js';
import type { KeptNumbers } from './kept-numbers.js';

/** What a question asks before and after. */
export interface KnownHours {
  has(siteId: number, hour: number): boolean;
  /** Lengths of the spans that begin with the hour, the longest first. */
  spansAt(siteId: number, hour: number): readonly number[];
  /** The first hour that may be rolled up; null where it is not known. */
  first(siteId: number): number | null;
  /** Fewer hours of the site than so many are better counted: there are not enough visits in them. */
  leastHours(siteId: number): number;
  /** Another number whenever hours of the site, or numbers of its members, may have been taken away. */
  version(siteId: number): number;
  /** What was counted of hours that are over. */
  readonly counts: KeptCounts;
  readonly numbers: KeptNumbers;
}
