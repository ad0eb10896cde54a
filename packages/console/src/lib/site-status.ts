/** What a site is doing: not counted, never heard of, quiet for a day, or well. */
export type SiteStatus = 'paused' | 'noData' | 'silent' | 'receiving';

const DAY_MS = 86_400_000;

/**
 * The state of a site.
 * @param lastHitAt ISO 8601 UTC of the newest visit or spider hit, `null` when none ever came
 * @param now milliseconds UTC
 */
export function siteStatus(isStat: number, lastHitAt: string | null, now: number): SiteStatus {
  if (isStat === 0) return 'paused';
  if (lastHitAt === null) return 'noData';
  return now - Date.parse(lastHitAt) > DAY_MS ? 'silent' : 'receiving';
}
