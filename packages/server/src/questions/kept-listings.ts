/** What is kept of hours that are over, by value: page views of a column's values, and of addresses with their countries. */
import { AddressList, COUNTRY } from '../warehouse/rolled/address-list.js';
import { CountList } from '../warehouse/rolled/count-list.js';
import type { Asked } from './asked.js';
import { compileAddresses, type AddressRow } from './compile-addresses.js';
import { compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import type { Listing, Stretch } from './kept-groups.js';
import { during, grouped, type Source } from './plan.js';

/** Values of one list that are kept; of a list with more every asking counts. */
const MOST_VALUES = 60_000;
const MOST_ADDRESSES = 300_000;

/** A stretch that is some time, and its place among all. */
interface Asking {
  readonly at: number;
  readonly source: Source;
}

const askingOf = (stretches: readonly Stretch[]): Asking[] => stretches.flatMap(([source, range], at) => (range.from < range.to ? [{ at, source: during(source, [range]) }] : []));

async function countValues(stretches: readonly Stretch[], column: string, asked: Asked): Promise<(CountList | null)[]> {
  const asking = askingOf(stretches);
  const found = stretches.map(() => new Map<string, number>());
  if (asking.length > 0) {
    const page = { limit: MOST_VALUES + 1, offset: 0 };
    const { rows } = await asked.run<Row>(compileUnion(asking.map(({ source }) => grouped(source, ['pv'], { keys: [column], page }))));
    for (const row of rows) found[asking[countIn(row, 'part')]?.at ?? 0]?.set(String(row[`k_${column}`]), countIn(row, 'm_pv'));
  }
  return found.map((counts) => (counts.size > MOST_VALUES ? null : new CountList(counts)));
}

export const valuesListing = (column: string): Listing<CountList> => ({
  column,
  empty: new CountList(new Map()),
  kept: ({ counts }) => counts,
  count: (stretches, asked) => countValues(stretches, column, asked),
  joined(list, added) {
    const all = list.with(added);
    return all.size > MOST_VALUES ? null : all;
  },
});

const NO_ADDRESSES = new AddressList(Buffer.alloc(0));

async function countAddresses(stretches: readonly Stretch[], asked: Asked): Promise<(AddressList | null)[]> {
  const asking = askingOf(stretches);
  const found: (AddressList | null)[] = stretches.map(() => NO_ADDRESSES);
  if (asking.length === 0) return found;
  const { rows } = await asked.run<AddressRow>(compileAddresses(asking.map(({ source }) => source), MOST_ADDRESSES + 1));
  for (const { part, records, letters } of rows) {
    const list = new AddressList(Buffer.from(records, 'base64url'));
    found[asking[Number(part)]?.at ?? 0] = list.size > MOST_ADDRESSES || Number(letters) > COUNTRY ? null : list;
  }
  return found;
}

export const addressListing: Listing<AddressList> = {
  column: 'ip',
  empty: NO_ADDRESSES,
  kept: ({ addresses }) => addresses,
  count: countAddresses,
  joined(list, added) {
    const all = list.with(added);
    return all.size > MOST_ADDRESSES ? null : all;
  },
};
