/** A ranking by page views alone from counts that are kept, in the order and with the totals that the store would give it. */
import type { SortDirection } from '@footfall/contract';
import type { Counts } from '../warehouse/rolled/kept-counts.js';
import type { Asked } from './asked.js';
import { compileGroups } from './compile.js';
import type { Row } from './counts.js';
import { keptGroups } from './kept-groups.js';
import type { GroupPlan } from './plan.js';

type Group = readonly [value: string, num: number];
type Order = (a: Group, b: Group) => number;

const SIGNS: Readonly<Record<SortDirection, number>> = { asc: 1, desc: -1 };
/** As the store compares texts: by their bytes. */
const byValue: Order = ([a], [b]) => (a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b)));
const byNum: Order = ([, a], [, b]) => a - b;

/** As `groupOrder` in compile.ts says it of a plan with one key, ordered by page views. */
function orderOf({ sort }: GroupPlan): Order {
  const rules = [...sort.map(({ by, direction }): [Order, number] => [by === 'pv' ? byNum : byValue, SIGNS[direction]]), [byNum, -1] as const, [byValue, 1] as const];
  return (a, b) => {
    for (const [order, sign] of rules) {
      const difference = order(a, b);
      if (difference !== 0) return sign * difference;
    }
    return 0;
  };
}

/** Page views of all values. */
export function totalOf(counts: Counts): number {
  let total = 0;
  for (const num of counts.values()) total += num;
  return total;
}

/** Without those that can not be on the page, where the most page views come first: to compare all of many with each other takes long. */
function leading(groups: readonly Group[], { sort: [first], page }: GroupPlan): readonly Group[] {
  const most = page === null ? groups.length : page.offset + page.limit;
  if (most >= groups.length || (first !== undefined && !(first.by === 'pv' && first.direction === 'desc'))) return groups;
  const least = Float64Array.from(groups, ([, num]) => num).toSorted()[groups.length - most] ?? 0;
  return groups.filter(([, num]) => num >= least);
}

function rowsOf(counts: Counts, plan: GroupPlan): Row[] {
  const [column = ''] = plan.keys;
  const all = [...counts];
  const totals = { total: totalOf(counts), groups: all.length };
  const groups = leading(all, plan).toSorted(orderOf(plan));
  const { limit, offset } = plan.page ?? { limit: groups.length, offset: 0 };
  return groups.slice(offset, offset + limit).map(([value, num]) => ({ [`k_${column}`]: value, m_pv: num, ...totals }));
}

/** Lists of which every day brings other values are kept for nobody; nor is what is searched for, which is another list with every letter. */
const NEVER_ALIKE: ReadonlySet<string> = new Set(['ip']);

/** Whether page views by value, and nothing else, are asked for, and had better be kept. */
export function isKept({ keys: [column = '', ...others], cuts, figures, filters }: GroupPlan): boolean {
  return others.length === 0 && cuts.length === 0 && figures.length === 1 && figures[0] === 'pv' && !NEVER_ALIKE.has(column) && !filters.some(({ operator }) => operator === 'like');
}

/** The rows of a ranking. @throws as `asked.run` */
export async function rankedRows(plan: GroupPlan, asked: Asked): Promise<readonly Row[]> {
  const counts = isKept(plan) && plan.totals && plan.order === 'pv' ? await keptGroups(plan, plan.keys[0] ?? '', asked) : null;
  return counts === null ? (await asked.run<Row>(compileGroups(plan))).rows : rowsOf(counts, plan);
}
