/** The order of rows, and how far back a page of the newest of them goes. */
import { columnOf } from './columns.js';
import type { RowPlan } from './plan.js';

export const DIRECTIONS = { asc: 'ASC', desc: 'DESC' } as const;

/** What is sorted by time has its ties in the same direction: that is the order, or the reverse order, in which a site's rows lie. */
export function rowOrder({ table, sort }: RowPlan): string {
  const named = new Set(sort.map(({ by }) => by));
  const last = sort.at(-1);
  const ties = DIRECTIONS[last?.by === 'created_at' ? last.direction : 'desc'];
  const rules = sort.map(({ by, direction }) => `${columnOf(table, by).sql} ${DIRECTIONS[direction]}`);
  return [...rules, ...['created_at', 'id'].filter((column) => !named.has(column)).map((column) => `${column} ${ties}`)].join(', ');
}

/** Whether a page is of the newest of all rows, with whatever is in them. */
const isOfNewest = ({ table, filters, sort, each, page, crawlers }: RowPlan): boolean => table === 'visits' && filters.length === 0 && sort.length === 0 && each === null && page !== null && crawlers === null;

/**
 * What is added to the condition of a page. The store reads whole columns of rows in pieces of thousands, of each of its parts, and more where rows were changed in
 * place: told by the times alone how far back the page goes, it reads the rest of few rows.
 * @param where the condition of all rows
 * @param page SQL of the page
 */
export function withinPage(plan: RowPlan, where: string, page: string | null): string {
  return isOfNewest(plan) ? ` AND created_at >= (SELECT min(at) FROM (SELECT created_at AS at FROM ${plan.table} WHERE ${where} ORDER BY ${rowOrder(plan)} ${page ?? ''}))` : '';
}
