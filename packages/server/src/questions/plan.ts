/**
 * What is asked, as frozen data. A question builds a plan, pure steps give changed copies, and compile.ts alone turns it
 * into SQL. A plan can not be made without a SiteScope, and no step widens it.
 */
import type { Operator, SortDirection } from '@footfall/contract';
import type { TimeRange } from './period.js';
import type { Span } from '../warehouse/rolled/span-set.js';
import type { ValueKind } from '../warehouse/tables/rolled-values.js';
import type { CrawlerRanges } from './crawler-ranges.js';
import type { SiteScope } from './scope.js';
import type { Table } from './columns.js';

export type TimeColumn = 'created_at' | 'received_at' | 'minute';

/**
 * What a column must be. Without an operator: equal to the value. `in`: one of the values; `except`: none of them; `outside`: before the first or not
 * before the second (times); `mentions`: any of the values is in the text, or may be: see warehouse/mentions.ts; `absent` and `present`
 * take no value; `never`: nothing is.
 */
export interface Filter {
  readonly column: string;
  readonly operator?: Operator | 'in' | 'except' | 'outside' | 'mentions' | 'absent' | 'present' | 'never';
  readonly value: string | readonly string[] | readonly number[];
}

/** One rule of an order: a key or figure of groups, a column of rows. */
export interface Sort {
  readonly by: string;
  readonly direction: SortDirection;
}

/** Rows `offset` to `offset + limit` of the ordered answer. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** What a plan looks at. */
export interface Source {
  readonly table: Table;
  readonly scope: SiteScope;
  /** The column that `ranges` are ranges of. */
  readonly time: TimeColumn;
  /** Ascending, without overlap; an empty list is no time at all, null is all time. */
  readonly ranges: readonly TimeRange[] | null;
  /** All must hold. */
  readonly filters: readonly Filter[];
  /** What the column `authenticity` of hits is judged by; null where it is not asked for. */
  readonly crawlers: CrawlerRanges | null;
}

/** Members by their numbers, and those that have none: as many numbers, from one on, that nobody else has for the length of the question. */
export interface Members {
  readonly numbers: readonly number[];
  readonly unnumbered: { readonly from: number; readonly count: number };
}

/** What was counted of some visits: those of one group. */
export interface CountedGroup {
  readonly cuts: readonly number[];
  readonly pv: number;
  readonly referer_num: number;
  readonly visitors: Members;
  readonly addresses: Members;
}

/** What was counted of the visits of one value. */
export interface CountedValue {
  /** As a ValueKind has them. */
  readonly facts: readonly string[];
  readonly pv: number;
  /** Of the newest visit: when it was (milliseconds), its id as decimal text, and its agent. */
  readonly last: number;
  readonly id: string;
  readonly agent: string;
  readonly visitors: Members;
  readonly addresses: Members;
}

/** Time in spans and hours that are rolled up, and the rest: together the ranges of the plan, or all time. Ascending, without overlap. */
export interface RolledTime {
  readonly spans: readonly Span[];
  /** Whole hours. */
  readonly hours: readonly TimeRange[];
  readonly rest: readonly TimeRange[];
  /** Where the spans are such as are added up by value: by what. Then there are no hours. */
  readonly values?: ValueKind;
  /** What there is of the rest, where that is known; else it is counted. */
  readonly counted?: readonly CountedGroup[];
  readonly countedValues?: readonly CountedValue[];
}

/** Figures by group. */
export interface GroupPlan extends Source {
  readonly keys: readonly string[];
  /** Each groups by the latest of its instants (ascending) that is not after the row's time. */
  readonly cuts: readonly (readonly number[])[];
  /** Of each cut what its instants are called, where several are to be one group; null: by themselves. */
  readonly labels: readonly (readonly number[] | null)[];
  /** Adds the figures of each coarser group: all but the last cut, all but the last two, ... all. */
  readonly rollup: boolean;
  readonly figures: readonly string[];
  /** Goes before `order`. */
  readonly sort: readonly Sort[];
  /** Most of this figure first, ties by key; then `page` applies. */
  readonly order: string | null;
  /** Adds to every row the number of groups, and the sum of the ordering figure over all of them, whatever the page. */
  readonly totals: boolean;
  readonly page: Page | null;
  /** Where the figures are to be taken from roll-ups as far as there are any; see rolled.ts. */
  readonly rolled: RolledTime | null;
}

/** Rows as they are stored, newest first unless sorted otherwise. */
export interface RowPlan extends Source {
  readonly columns: readonly string[];
  /** Ties come newest first. */
  readonly sort: readonly Sort[];
  /** No more than so many rows with the same value of a column. */
  readonly each: { readonly column: string; readonly limit: number } | null;
  /** Adds to every row how many there are, whatever the page. */
  readonly totals: boolean;
  readonly page: Page | null;
}

/** Visitors by when they were first seen, and whether they were seen in two following periods. */
export interface CohortPlan extends Source {
  readonly earlier: TimeRange;
  readonly later: TimeRange;
  /** What a visit must be to show its visitor; when he was first seen is told by all of his. */
  readonly shown: readonly Filter[];
  /** As of a GroupPlan. */
  readonly rolled: RolledTime | null;
}

function frozen<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) if (Array.isArray(part)) Object.freeze(part);
  return Object.freeze(value);
}

/** A plan over everything in scope, ungrouped: the starting point of every question. */
export function everything(scope: SiteScope, table: Table = 'visits', time: TimeColumn = 'created_at'): Source {
  return frozen({ table, scope, time, ranges: null, filters: [], crawlers: null });
}

/** Only what happened within the ranges. */
export function during<P extends Source>(plan: P, ranges: readonly TimeRange[]): P {
  return frozen({ ...plan, ranges: ranges.map((range) => Object.freeze({ ...range })) });
}

/** Only what equals each value given; undefined and '' filter nothing. */
export function matching<P extends Source>(plan: P, values: Readonly<Record<string, string | undefined>>): P {
  const added = Object.entries(values).flatMap(([column, value]) => (value === undefined || value === '' ? [] : [Object.freeze({ column, value })]));
  return frozen({ ...plan, filters: [...plan.filters, ...added] });
}

/** Only what passes every filter. */
export function where<P extends Source>(plan: P, filters: readonly Filter[]): P {
  return frozen({ ...plan, filters: [...plan.filters, ...filters.map((filter) => Object.freeze({ ...filter }))] });
}

/** The same, with the column `authenticity`. */
export function judged<P extends Source>(plan: P, crawlers: CrawlerRanges): P {
  return frozen({ ...plan, crawlers });
}

/** Figures by group, with nothing asked beyond them. */
export function grouped(source: Source, figures: readonly string[], shape: Partial<Omit<GroupPlan, keyof Source | 'figures'>> = {}): GroupPlan {
  return frozen({ ...source, keys: [], cuts: [], labels: [], rollup: false, sort: [], order: null, totals: false, page: null, rolled: null, ...shape, figures: [...figures] });
}

export function listed(source: Source, columns: readonly string[], page: Page | null, shape: Partial<Pick<RowPlan, 'sort' | 'each' | 'totals'>> = {}): RowPlan {
  return frozen({ ...source, sort: [], each: null, totals: page !== null, ...shape, columns: [...columns], page });
}

export function cohorts(source: Source, earlier: TimeRange, later: TimeRange, shown: readonly Filter[] = []): CohortPlan {
  return frozen({ ...source, earlier, later, shown: [...shown], rolled: null });
}
