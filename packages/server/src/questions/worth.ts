import { SiteScope } from './scope.js';
import type { Asked } from './asked.js';
import type { Source } from './plan.js';

/** A third of the visits that make a site busy: fewer are counted as quickly as it is asked for anything. */
const WORTH = 3;

/** Whether so many visits, of all sites together, come in so many hours that what is counted of them had better be kept. */
export function isWorthKeeping({ scope }: Source, hours: number, { rolled }: Pick<Asked, 'rolled'>): boolean {
  if (rolled === null) return false;
  const busy = SiteScope.idsOf(scope).map((siteId) => rolled.leastHours(siteId)).filter((least) => least > 0);
  return WORTH * busy.reduce((sum, least) => sum + hours / least, 0) >= 1;
}
