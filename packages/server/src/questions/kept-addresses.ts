/** Page views and countries by address: what is kept of hours that are over. */
import { AddressList, MomentaryAddresses } from '../warehouse/rolled/address-list.js';
import { COUNTRY } from '../warehouse/rolled/country-records.js';
import { compileAddresses, type AddressRow } from './compile-addresses.js';
import { listingOf } from './listing.js';
import { type Momentary, MOST_OF_HOUR } from './momentary.js';
import type { Listing } from './kept-groups.js';
import { CLOCK_STEP } from './period.js';

/** Addresses of one list that are kept; of a list with more every asking counts. */
const MOST_ADDRESSES = 1_000_000;

const NO_ADDRESSES = AddressList.of(Buffer.alloc(0));

/** Addresses, by moments or not, or that a record has no room for a country of theirs. */
type Found = AddressList | MomentaryAddresses | 'no room';

const addressesOf: Momentary<AddressList, Found> = {
  name: 'ip',
  empty: NO_ADDRESSES,
  async rows(asking, asked) {
    const { rows } = await asked.run<AddressRow>(compileAddresses(asking.map((one) => ({ ...one, most: (one.byMoment ? MOST_OF_HOUR : MOST_ADDRESSES) + 1 }))));
    return asking.map(({ byMoment }, part): Found => {
      const row = rows.find((one) => Number(one.part) === part);
      if (row === undefined) return NO_ADDRESSES;
      const records = Buffer.from(row.records, 'base64url');
      if (Number(row.letters) > COUNTRY) return 'no room';
      return byMoment ? new MomentaryAddresses(records) : AddressList.of(records);
    });
  },
  sizeOf: (found) => (found === 'no room' ? Number.POSITIVE_INFINITY : found.size),
  listOf(found, until) {
    if (found === 'no room') return null;
    const list = found instanceof MomentaryAddresses ? found.before(until === null ? Number.POSITIVE_INFINITY : until / CLOCK_STEP) : found;
    return list.size > MOST_ADDRESSES ? null : list;
  },
};

export const addressListing: Listing<AddressList> = listingOf(addressesOf, { most: MOST_ADDRESSES }, ({ addresses }) => addresses);
