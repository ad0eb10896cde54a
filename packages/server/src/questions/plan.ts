/**
 * What is asked, as frozen data. A question builds a plan, pure steps give changed copies, and compile.ts alone turns it
 * into SQL. A plan can not be made without a SiteScope, and no step widens it.
 */
import type { TimeRange } from './period.js';
import type { SiteScope } from './scope.js';
import type { Table } from './columns.js';

export type TimeColumn = 'created_at' | 'received_at' | 'minute';

/** A column must equal a value. */
export interface Filter {
  readonly column: string;
  readonly value: string;
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
}

/** Figures by group. */
export interface GroupPlan extends Source {
  readonly keys: readonly string[];
  /** Each groups by the latest of its instants (ascending) that is not after the row's time. */
  readonly cuts: readonly (readonly number[])[];
  /** Adds the figures of each coarser group: all but the last cut, all but the last two, ... all. */
  readonly rollup: boolean;
  readonly figures: readonly string[];
  /** Most of this figure first, ties by key; then `page` applies. */
  readonly order: string | null;
  /** Adds to every row the sum of the ordering figure over all groups and their number, whatever the page. */
  readonly totals: boolean;
  readonly page: Page | null;
}

/** Rows as they are stored, newest first. */
export interface RowPlan extends Source {
  readonly columns: readonly string[];
  readonly page: Page;
}

/** Visitors by when they were first seen, and whether they were seen in two following periods. */
export interface CohortPlan extends Source {
  readonly earlier: TimeRange;
  readonly later: TimeRange;
}

function frozen<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value)) if (Array.isArray(part)) Object.freeze(part);
  return Object.freeze(value);
}

/** A plan over everything in scope, ungrouped: the starting point of every question. */
export function everything(scope: SiteScope, table: Table = 'visits', time: TimeColumn = 'created_at'): Source {
  return frozen({ table, scope, time, ranges: null, filters: [] });
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

/** Figures by group, with nothing asked beyond them. */
export function grouped(source: Source, figures: readonly string[], shape: Partial<Omit<GroupPlan, keyof Source | 'figures'>> = {}): GroupPlan {
  return frozen({ ...source, keys: [], cuts: [], rollup: false, order: null, totals: false, page: null, ...shape, figures: [...figures] });
}

export function listed(source: Source, columns: readonly string[], page: Page): RowPlan {
  return frozen({ ...source, columns: [...columns], page });
}

export function cohorts(source: Source, earlier: TimeRange, later: TimeRange): CohortPlan {
  return frozen({ ...source, earlier, later });
}
