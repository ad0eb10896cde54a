/** What is kept of hours that are over, by address: page views and countries. */
import { AddressList, COUNTRY } from '../warehouse/rolled/address-list.js';
import type { Asked } from './asked.js';
import { compileAddresses, type AddressRow } from './compile-addresses.js';
import type { Listing, Stretch } from './kept-groups.js';
import { during, type Source } from './plan.js';

/** Addresses of one list that are kept; of a list with more every asking counts. */
const MOST_ADDRESSES = 300_000;

/** A stretch that is some time, and its place among all. */
interface Asking {
  readonly at: number;
  readonly source: Source;
}

const askingOf = (stretches: readonly Stretch[]): Asking[] => stretches.flatMap(([source, range], at) => (range.from < range.to ? [{ at, source: during(source, [range]) }] : []));

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
  rest: async (stretches, asked) => ({ lists: await countAddresses(stretches, asked), isTrue: () => true }),
  joined(list, added) {
    const all = list.with(added);
    return all.size > MOST_ADDRESSES ? null : all;
  },
};
