import type { QueryTime } from './range';
import { isWallTime, type WallTime } from './zone';

/** By the word that stands in the address: the period of the same length just before, the same days last week, nothing. */
export const COMPARE_TOKENS = ['previous', 'week', 'off'] as const;
export type CompareToken = (typeof COMPARE_TOKENS)[number];

/** What a range is compared with: by a word, or two fixed times in the site's zone. */
export type Compare = { readonly token: CompareToken } | { readonly start: WallTime; readonly end: WallTime };

export const DEFAULT_COMPARE: Compare = { token: 'previous' };

/** Reads the address's `compare`; what is absent or can not be read is `fallback`. */
export function parseCompare(text: string | null, fallback: Compare = DEFAULT_COMPARE): Compare {
  const token = COMPARE_TOKENS.find((known) => known === text);
  if (token) return { token };
  const [start = '', end = '', ...more] = (text ?? '').replaceAll('T', ' ').split('~');
  return more.length === 0 && isWallTime(start) && isWallTime(end) && start <= end ? { start, end } : fallback;
}

/** The address's `compare`: the inverse of `parseCompare`. */
export function compareText(compare: Compare): string {
  return 'token' in compare ? compare.token : `${compare.start.replace(' ', 'T')}~${compare.end.replace(' ', 'T')}`;
}

/** What a call takes: nothing where nothing is compared. */
export function compareInput(compare: Compare): { compare?: 'previous' | 'week' | 'range'; compare_time?: QueryTime } {
  if (!('token' in compare)) return { compare: 'range', compare_time: [compare.start, compare.end] };
  return compare.token === 'off' ? {} : { compare: compare.token };
}

/** Whether anything is compared. */
export function isComparing(compare: Compare): boolean {
  return !('token' in compare) || compare.token !== 'off';
}

/** Whether it is with the period just before. */
export function isPrevious(compare: Compare): boolean {
  return 'token' in compare && compare.token === 'previous';
}
