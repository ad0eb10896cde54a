/** A ranking by page views from counts that are kept, in the order and with the totals that the store would give it. */
import type { SortDirection } from '@footfall/contract';
import type { AddressList, CountedAddress } from '../warehouse/rolled/address-list.js';
import type { CountedValue, ValueList } from '../warehouse/rolled/value-list.js';
import type { Asked } from './asked.js';
import { type Row, storedAddress } from './counts.js';
import { type KeptGroups, keptGroups } from './kept-groups.js';
import { addressListing } from './kept-addresses.js';
import { panelListing } from './kept-panels.js';
import { valuesListing } from './kept-values.js';
import type { GroupPlan, Source } from './plan.js';

/** Rows with their totals, and how much they are of what is compared with. */
export interface Found {
  readonly rows: readonly Row[];
  /** A row that carries the totals; undefined where there is none. */
  readonly carrier: Row | undefined;
  readonly before: { readonly of: (value: string) => number; readonly total: number } | null;
}

const SIGNS: Readonly<Record<SortDirection, number>> = { asc: 1, desc: -1 };

/** Values that are put into an order of their own, or leafed through, here, where requests are answered: more had better be so in the store. */
const MOST_ORDERED = 20_000;

/** Rows that a dashboard lists: who asks for more looks at one list alone. */
const PANEL_ROWS = 10;
const isOfPanel = ({ page }: GroupPlan): boolean => page === null || (page.offset === 0 && page.limit <= PANEL_ROWS);

const isUsual = ({ sort: [first] }: GroupPlan): boolean => first === undefined || (first.by === 'pv' && first.direction === 'desc');

/** Page views by one column and nothing else but these figures; what is searched for is another list with every letter, and kept for nobody. */
const asksFor = ({ keys: [column = '', ...others], cuts, figures, filters }: GroupPlan, ...wanted: readonly string[]): boolean =>
  others.length === 0 && cuts.length === 0 && figures.length === wanted.length && wanted.every((figure) => figures.includes(figure)) && !filters.some(({ operator }) => operator === 'like') && (column === 'ip') === wanted.includes('country_code');

interface Kept {
  readonly total: number;
  readonly size: number;
  sizeWith(others: this): number;
}

/** How groups are told. */
interface Telling<List, Group> {
  /** The first of them; null where not all can be told. */
  readonly first: (groups: KeptGroups<List>, most: number) => readonly Group[] | null;
  readonly row: (group: Group) => Row;
  /** How often a value that was told of occurs. */
  readonly numIn: (list: List, value: string) => number;
}

/** Page `plan.page` of the groups, with what they are compared with. */
function foundOf<List extends Kept, Group>([groups, before]: readonly KeptGroups<List>[], plan: GroupPlan, { first, row, numIn }: Telling<List, Group>): Found | null {
  if (groups === undefined) return null;
  const { over, since } = groups;
  const totals = { total: over.total + since.total, groups: over.sizeWith(since) };
  const { limit, offset } = plan.page ?? { limit: totals.groups, offset: 0 };
  const told = first(groups, offset + limit);
  if (told === null) return null;
  return {
    rows: told.slice(offset).map((group): Row => ({ ...row(group), ...totals })),
    carrier: totals.groups === 0 ? undefined : totals,
    before: before === undefined ? null : { of: (value) => numIn(before.over, value) + numIn(before.since, value), total: before.over.total + before.since.total },
  };
}

/** The answer to a plan with totals, from what is kept; null where nothing can be. @param other what it is compared with */
export async function findKept(plan: GroupPlan, other: Source | null, asked: Asked): Promise<Found | null> {
  const [column = ''] = plan.keys;
  const sources = [plan, ...(other === null ? [] : [other])];
  if (plan.page !== null && plan.page.offset + plan.page.limit > MOST_ORDERED) return null;
  if (asksFor(plan, 'pv', 'country_code') && isUsual(plan) && plan.page !== null) {
    const groups = await keptGroups(sources, addressListing, asked);
    const bytes = new Map<string, Buffer>();
    return groups === null ? null : foundOf<AddressList, CountedAddress>(groups, plan, {
      first: ({ over, since }, most) => over.firstWith(since, most),
      row({ address, num, country }) {
        const text = storedAddress(address);
        bytes.set(text, address);
        return { k_ip: text, m_pv: num, m_country_code: country };
      },
      numIn: (list, text) => {
        const told = bytes.get(text);
        return told === undefined ? 0 : list.of(told);
      },
    });
  }
  if (!asksFor(plan, 'pv')) return null;
  const listing = isOfPanel(plan) ? panelListing(column) : null;
  // One list that is too long for being kept with the others does not take the others with it.
  const groups = (listing === null ? null : await keptGroups(sources, listing, asked)) ?? (await keptGroups(sources, valuesListing(column), asked));
  if (groups === null || (!isUsual(plan) && (groups[0]?.over.size ?? 0) > MOST_ORDERED)) return null;
  // As `groupOrder` in compile.ts says it of a plan with one key, ordered by page views.
  const rules = plan.sort.map(({ by, direction }) => ({ by, sign: SIGNS[direction] }));
  const keys = new Map<string, Buffer>();
  return foundOf<ValueList, CountedValue>(groups, plan, {
    first: ({ over, since }, most) => (isUsual(plan) ? over.firstWith(since, most) : (over.orderedWith(since, rules)?.slice(0, most) ?? null)),
    row({ key, value, num }) {
      keys.set(value, key);
      return { [`k_${column}`]: value, m_pv: num };
    },
    numIn(list, value) {
      const key = keys.get(value);
      return key === undefined ? 0 : list.of(key);
    },
  });
}
