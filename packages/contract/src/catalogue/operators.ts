import { z } from 'zod';
import type { DimensionKind } from './dimensions.js';

/** What a filter rule may do with a column. `like` is "contains", whatever the case. Source: specification 1, section 9. */
export const OPERATORS = ['=', '!=', '>', '<', '>=', '<=', 'like'] as const;
export type Operator = (typeof OPERATORS)[number];
export const operator = z.enum(OPERATORS);

const ORDER = ['=', '!=', '>', '<', '>=', '<='] as const;

/** The operators that make sense for a kind of column; others are refused. */
export const OPERATORS_OF: Readonly<Record<DimensionKind, readonly Operator[]>> = {
  text: OPERATORS,
  number: OPERATORS,
  address: OPERATORS,
  time: ORDER,
  flag: ['=', '!='],
  id: ['=', '!='],
};
