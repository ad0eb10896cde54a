/** Values of a column by page views: the one question behind rankings, addresses and pies, with what it is compared with. */
import type { Compared as ComparedAnswer, SortDirection } from '@footfall/contract';
import { cutOf, type Asked, type Cut } from './asked.js';
import { compileGroups, compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import { findKept, type Found } from './kept-ranking.js';
import { pageOf, paginationOf, type PageInput } from './paging.js';
import { comparedOf, comparedPeriod, instantsOf, mergeRanges, type CompareInput, type LocalRange } from './period.js';
import { during, everything, grouped, matching, where, type Filter, type GroupPlan, type Source } from './plan.js';
import type { Filters } from './traffic.js';

export interface RankingInput extends CompareInput {
  readonly column: string;
  /** Figures beside the page views. */
  readonly figures?: readonly string[];
  readonly local: LocalRange;
  readonly filters: Filters;
  /** Contained in the value; '' lets all through. */
  readonly search?: string;
  /** The first one counts: `key`, `num`, or one of the figures. */
  readonly sort?: Readonly<Record<string, SortDirection | undefined>>;
  /** null: all of it. */
  readonly page: PageInput | null;
}

export interface Ranked {
  readonly row: Row;
  /** As the store has it; '' is absent. */
  readonly key: string;
  readonly num: number;
  /** In the range compared with; undefined where nothing is compared. */
  readonly before: number | undefined;
}

export interface Ranking {
  readonly list: readonly Ranked[];
  /** Page views, and values, whatever the page. */
  readonly total: number;
  readonly count: number;
  readonly totalBefore: number | null;
  readonly compared: ComparedAnswer | null;
  readonly cut: Cut;
}

function sourceOf({ column, filters, search = '' }: RankingInput, ranges: readonly { from: number; to: number }[], asked: Asked): Source {
  const contains: Filter[] = search === '' ? [] : [{ column, operator: 'like', value: search }];
  return where(matching(during(everything(asked.scope), mergeRanges(ranges)), filters), contains);
}

/** The plan of a ranking, before its page is chosen. */
export function rankingPlan(input: RankingInput, asked: Asked): GroupPlan {
  const { column, figures = [], sort = {} } = input;
  const [rule] = Object.entries(sort);
  const by = rule?.[0] === 'key' ? column : rule?.[0] === 'num' ? 'pv' : rule?.[0];
  const rules = by === undefined ? [] : [{ by, direction: rule?.[1] ?? 'desc' }];
  return grouped(sourceOf(input, [instantsOf(input.local, asked.zone)], asked), ['pv', ...figures], { keys: [column], sort: rules, totals: true, order: 'pv' });
}

/** Page views of the given values in the range compared with, and of all values; null where nothing is compared. */
export async function beforeOf(input: RankingInput, keys: readonly string[], asked: Asked): Promise<{ byKey: ReadonlyMap<string, number>; total: number } | null> {
  const other = comparedPeriod(input.local, input, asked.zone, asked.now, null);
  if (other === null) return null;
  const source = sourceOf(input, [other.soFar], asked);
  const plans = [grouped(source, ['pv']), ...(keys.length === 0 ? [] : [grouped(where(source, [{ column: input.column, operator: 'in', value: keys }]), ['pv'], { keys: [input.column] })])];
  const { rows } = await asked.run<Row>(compileUnion(plans));
  const total = rows.find((row) => countIn(row, 'part') === 0);
  return { byKey: new Map(rows.filter((row) => countIn(row, 'part') === 1).map((row) => [String(row[`k_${input.column}`]), countIn(row, 'm_pv')])), total: countIn(total, 'm_pv') };
}

async function findCounted(plan: GroupPlan, input: RankingInput, asked: Asked): Promise<Found> {
  const { rows } = await asked.run<Row>(compileGroups(plan));
  // Each row carries the totals; a page behind the last has none to carry them.
  const isBehind = rows.length === 0 && (input.page?.page ?? 1) > 1;
  const [carrier] = isBehind ? (await asked.run<Row>(compileGroups({ ...plan, page: { limit: 1, offset: 0 } }))).rows : rows;
  const before = await beforeOf(input, rows.map((row) => String(row[`k_${input.column}`])), asked);
  return { rows, carrier, before: before === null ? null : { of: (value) => before.byKey.get(value) ?? 0, total: before.total } };
}

/** Asks for a page of a ranking. @throws FootfallError `request.invalid` */
export async function ranking(input: RankingInput, asked: Asked): Promise<Ranking> {
  const { column, local, page } = input;
  const { zone } = asked;
  const plan: GroupPlan = { ...rankingPlan(input, asked), page: page === null ? null : pageOf(page) };
  const other = comparedPeriod(local, input, zone, asked.now, null);
  const { rows, carrier, before } = (await findKept(plan, other === null ? null : sourceOf(input, [other.soFar], asked), asked)) ?? (await findCounted(plan, input, asked));
  return {
    list: rows.map((row) => {
      const key = String(row[`k_${column}`]);
      return { row, key, num: countIn(row, 'm_pv'), before: before?.of(key) };
    }),
    total: countIn(carrier, 'total'),
    count: countIn(carrier, 'groups'),
    totalBefore: before?.total ?? null,
    compared: other === null ? null : comparedOf(other, zone),
    cut: cutOf(asked, local),
  };
}

/** What every ranked answer holds besides its rows. */
export function rankingMeta({ total, totalBefore, compared, count, cut }: Ranking, page: PageInput) {
  return { total, total_before: totalBefore, compared, meta: paginationOf(page, count), cut };
}
