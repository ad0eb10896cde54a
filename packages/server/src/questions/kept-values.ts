/** Page views by value of a column: what is kept of hours that are over. */
import { CountList } from '../warehouse/rolled/count-list.js';
import { compileValues, type ValuesRow } from './compile-values.js';
import { listingOf, MOST_OF_HOUR, type Momentary } from './kept-beginnings.js';
import type { Listing } from './kept-groups.js';
import { CLOCK_STEP } from './period.js';

/** Values of one list that are kept; of a list with more every asking counts. */
const MOST_VALUES = 60_000;

const NOTHING: ValuesRow = { part: 0, values: [], nums: [], moments: [] };
const EMPTY = new CountList(new Map());

function listOf({ values, nums, moments }: ValuesRow, until: number | null): CountList | null {
  if (values.length > MOST_VALUES) return null;
  const counts = new Map<string, number>();
  for (const [i, value] of values.entries()) {
    if (until === null || (moments[i] ?? 0) * CLOCK_STEP < until) counts.set(value, (counts.get(value) ?? 0) + (nums[i] ?? 0));
  }
  return new CountList(counts);
}

const valuesOf = (column: string): Momentary<CountList, ValuesRow> => ({
  name: column,
  empty: EMPTY,
  async rows(asking, asked) {
    const { rows } = await asked.run<ValuesRow>(compileValues(asking.map((one) => ({ ...one, most: (one.byMoment ? MOST_OF_HOUR : MOST_VALUES) + 1 })), column));
    return asking.map((_, part) => rows.find((row) => Number(row.part) === part) ?? NOTHING);
  },
  sizeOf: ({ values }) => values.length,
  listOf,
});

export const valuesListing = (column: string): Listing<CountList> => listingOf(valuesOf(column), MOST_VALUES, ({ counts }) => counts);
