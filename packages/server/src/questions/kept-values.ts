/** Page views by value of a column: what is kept of hours that are over. */
import { KEY } from '../warehouse/rolled/counted-records.js';
import { MomentaryValues, type Texts, ValueList } from '../warehouse/rolled/value-list.js';
import { compileValues, type ValuesRow } from './compile-values.js';
import { listingOf } from './listing.js';
import { type Momentary, MOST_OF_HOUR } from './momentary.js';
import type { Listing } from './kept-groups.js';
import { CLOCK_STEP } from './period.js';

/** Values of one list that are kept; of a list with more every asking counts. */
const MOST_VALUES = 600_000;

export const NO_VALUES = new ValueList(Buffer.alloc(0), new Map());

function textsOf({ keys, texts }: ValuesRow): Texts {
  const names = Buffer.from(keys, 'base64url').toString('latin1');
  return new Map(texts.map((text, i) => [names.slice(i * KEY, (i + 1) * KEY), text]));
}

/** What a row tells. */
export function valuesIn(row: ValuesRow, byMoment: boolean): ValueList | MomentaryValues {
  const records = Buffer.from(row.records, 'base64url');
  return byMoment ? new MomentaryValues(records, textsOf(row)) : new ValueList(records, textsOf(row), Number(row.known));
}

/** What was found of the time before an instant, or of all; null where it is more than `most`, of which not all was told. */
export function listFound(found: ValueList | MomentaryValues, until: number | null, most: number): ValueList | null {
  const list = found instanceof MomentaryValues ? found.before(until === null ? Number.POSITIVE_INFINITY : until / CLOCK_STEP) : found;
  return list.size > most ? null : list;
}

const valuesOf = (column: string): Momentary<ValueList, ValueList | MomentaryValues> => ({
  name: column,
  empty: NO_VALUES,
  async rows(asking, asked) {
    const { rows } = await asked.run<ValuesRow>(compileValues(asking.map((one) => ({ ...one, most: (one.byMoment ? MOST_OF_HOUR : MOST_VALUES) + 1 })), [column]));
    return asking.map(({ byMoment }, part) => {
      const row = rows.find((one) => Number(one.part) === part);
      return row === undefined ? NO_VALUES : valuesIn(row, byMoment);
    });
  },
  sizeOf: ({ size }) => size,
  listOf: (found, until) => listFound(found, until, MOST_VALUES),
});

/** @param many page views in the list of an hour that runs, from which on it is kept; as of Counting */
export const valuesListing = (column: string, many?: number): Listing<ValueList> => listingOf(valuesOf(column), { most: MOST_VALUES, many }, ({ counts }) => counts);
