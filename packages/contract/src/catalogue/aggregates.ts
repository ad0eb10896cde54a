import type { DimensionKind } from './dimensions.js';

/**
 * The functions of the report's aggregates. `count` counts rows where the column is not absent, `count(*)` all rows;
 * `distinct` is exact. Absent values (an empty text, an unknown number) are left out by every function.
 */
export const AGGREGATES = ['count', 'distinct', 'min', 'max', 'sum', 'avg', 'median'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

const ANY: readonly Aggregate[] = ['count', 'distinct'];
const ORDERED: readonly Aggregate[] = [...ANY, 'min', 'max'];

/** The functions that make sense for a kind of column; others are refused. */
export const AGGREGATES_OF: Readonly<Record<DimensionKind, readonly Aggregate[]>> = {
  text: ANY,
  id: ANY,
  address: ANY,
  time: ORDERED,
  number: AGGREGATES,
  flag: ['count', 'sum', 'avg'],
};

/** What `distinct` may count although no row shows it: visitors, and sessions. */
export const COUNTED_ONLY = ['visitor', 'session_id'] as const;
