import type { KnownHours } from '../warehouse/rolled/known-hours.js';
import type { Asked } from './asked.js';
import type { Source } from './plan.js';
import { SiteScope } from './scope.js';

/** A third of the visits that make a site busy: fewer are counted as quickly as it is asked for anything. */
const WORTH = 3;

/** Whether so many visits, of all sites together, come in so many hours that what is counted of them had better be kept. */
export function isWorthKeeping({ scope }: Source, hours: number, { rolled }: Pick<Asked, 'rolled'>): boolean {
  if (rolled === null) return false;
  const busy = SiteScope.idsOf(scope).map((siteId) => rolled.leastHours(siteId)).filter((least) => least > 0);
  return WORTH * busy.reduce((sum, least) => sum + hours / least, 0) >= 1;
}

/**
 * Whether so many hours of sites have as many visits, of all of them together, as a busy site has, divided by `worth`. Sites that nothing is known of have none.
 */
export function isBusyEnough({ scope }: Source, hours: number, worth: number, rolled: Pick<KnownHours, 'first' | 'leastHours'>): boolean {
  const known = SiteScope.idsOf(scope).filter((siteId) => rolled.first(siteId) !== null);
  return known.reduce((sum, siteId) => sum + (worth * hours) / rolled.leastHours(siteId), 0) >= 1;
}
