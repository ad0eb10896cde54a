/**
 * Sites that many come to now, although few came before: a day that has just begun, a page that is shared everywhere. What had to be counted as a whole tells
 * so, and from then on what is counted of them is kept, as it is of sites that roll-ups tell that of (worth.ts).
 */
import type { Reading } from '../warehouse/rolled/kept-counts.js';
import type { RowList } from '../warehouse/rolled/row-list.js';
import type { Asked } from './asked.js';
import { hourOver } from './period.js';
import type { Source } from './plan.js';
import { SiteScope } from './scope.js';

/** Page views that take longer to be counted as a whole than what came since. */
const MANY = 20_000;
/** Hours after which it has to be seen again. */
const LONG = 24;

type Whose = Pick<Source, 'scope' | 'filters'>;

/** What came before does not tell, so that nothing that changes it drops this. */
const readingOf = ({ scope, filters }: Whose, { kept }: Pick<Asked, 'kept'>): Reading<RowList> | null => kept?.periods.read(SiteScope.idsOf(scope), JSON.stringify(['many came', filters])) ?? null;

/** Whether many were counted of these visits lately. */
export function manyCame(whose: Whose, asked: Pick<Asked, 'kept' | 'now'>): boolean {
  const seen = readingOf(whose, asked)?.kept?.counts?.rows[0] as number | undefined;
  return seen !== undefined && Math.abs(hourOver(asked.now) - seen) <= LONG;
}

/** Remembers that so many were counted of a time that has not ended. @param views page views */
export function counted(whose: Whose, views: number, asked: Pick<Asked, 'kept' | 'now'>): void {
  if (views >= MANY) readingOf(whose, asked)?.keep({ before: 0, counts: { rows: [hourOver(asked.now)], size: 1 } });
}
