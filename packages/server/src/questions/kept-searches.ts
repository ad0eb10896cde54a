/** What search engines sent in times that run: of what is over it is kept, by engine, and who asks again has what came since counted. */
import type { Asked } from './asked.js';
import type { Row } from './counts.js';
import { courseOf, keptGroups } from './kept-groups.js';
import { valuesListing } from './kept-values.js';
import { manyCame } from './many-came.js';
import type { TimeRange } from './period.js';
import { SiteScope } from './scope.js';
import { searchPlan, type Filters, visitsOf } from './traffic.js';
import { isBusyEnough } from './worth.js';

const HOUR = 3_600_000;
/** A sixth of the visits that make a site busy: fewer are counted with the rest of the question as quickly as by a statement of their own. */
const WORTH = 6;
const COLUMN = 'referer_name';
/** Page views from searches of an hour, for which it is kept while it runs: all others of the hour are read with them. */
const MANY = 2_000;

/** Whether so many come in each of the times that what is over of them had better be kept, and it is not known to be more than is kept. */
export const mayKeepSearches = (scope: SiteScope, ranges: readonly TimeRange[], filters: Filters, { kept, rolled, now }: Asked): boolean =>
  kept !== null && rolled !== null && ranges.every((range) => {
    const course = courseOf(searchPlan(scope, [range], filters, []), COLUMN, now);
    const all = visitsOf(scope, range, filters);
    if (course === null || !(isBusyEnough(all, course.over - range.from / HOUR, WORTH, rolled) || manyCame(all, { kept, now }))) return false;
    return kept.counts.read(SiteScope.idsOf(scope), course.name).kept?.counts !== null;
  });

/**
 * @returns rows of each range, as `searchPlan` has them of it alone; null where they are to be asked for: visits came late all the while, or it is more than is kept
 * @throws as `asked.run`
 */
export async function keptSearches(scope: SiteScope, ranges: readonly TimeRange[], filters: Filters, asked: Asked): Promise<readonly (readonly Row[])[] | null> {
  const groups = await keptGroups(ranges.map((range) => searchPlan(scope, [range], filters, [])), valuesListing(COLUMN, MANY), asked);
  const lists = groups?.map(({ over, since }) => over.firstWith(since, over.sizeWith(since)));
  if (lists?.every((list) => list !== null) !== true) return null;
  return lists.map((list, at) => list.map(({ value, num }): Row => ({ c0: ranges[at]?.from ?? 0, [`k_${COLUMN}`]: value, m_pv: num })));
}
