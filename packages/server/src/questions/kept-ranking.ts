/** A ranking by page views alone from counts that are kept, in the order and with the totals that the store would give it. */
import type { SortDirection } from '@footfall/contract';
import { byBytes, type Counted, type CountList, mostFirst } from '../warehouse/rolled/count-list.js';
import type { Row } from './counts.js';
import type { KeptGroups } from './kept-groups.js';
import type { GroupPlan } from './plan.js';

const SIGNS: Readonly<Record<SortDirection, number>> = { asc: 1, desc: -1 };

/** As `groupOrder` in compile.ts says it of a plan with one key, ordered by page views. */
function ordered(all: CountList, { sort }: GroupPlan): Counted[] {
  return [...all].toSorted((a, b) => {
    for (const { by, direction } of sort) {
      const difference = by === 'pv' ? a[1] - b[1] : byBytes(a[0], b[0]);
      if (difference !== 0) return SIGNS[direction] * difference;
    }
    return mostFirst(a, b);
  });
}

/** Lists of which every day brings other values are kept for nobody; nor is what is searched for, which is another list with every letter. */
const NEVER_ALIKE: ReadonlySet<string> = new Set(['ip']);

/** Whether page views by value, and nothing else, are asked for, and had better be kept. */
export function isKept({ keys: [column = '', ...others], cuts, figures, filters }: GroupPlan): boolean {
  return others.length === 0 && cuts.length === 0 && figures.length === 1 && figures[0] === 'pv' && !NEVER_ALIKE.has(column) && !filters.some(({ operator }) => operator === 'like');
}

/** The rows of a plan that `isKept`, with totals. */
export function rankedRows({ over, since }: KeptGroups, plan: GroupPlan): Row[] {
  const [column = ''] = plan.keys;
  const [first] = plan.sort;
  const { limit, offset } = plan.page ?? { limit: over.sizeWith(since), offset: 0 };
  const isUsual = first === undefined || (first.by === 'pv' && first.direction === 'desc');
  const groups = isUsual ? over.firstWith(since, offset + limit) : ordered(over.with(since), plan).slice(0, offset + limit);
  const totals = { total: totalOf({ over, since }), groups: over.sizeWith(since) };
  return groups.slice(offset).map(([value, num]) => ({ [`k_${column}`]: value, m_pv: num, ...totals }));
}

/** Page views of all values. */
export function totalOf({ over, since }: KeptGroups): number {
  let { total } = over;
  for (const num of since.values()) total += num;
  return total;
}

export function numOf({ over, since }: KeptGroups, value: string): number {
  return over.of(value) + (since.get(value) ?? 0);
}
