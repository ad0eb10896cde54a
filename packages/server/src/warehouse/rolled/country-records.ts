/** Addresses of one length, in the order of their bytes, each with how often it occurs and the two letters of its country, or none. */
import { type JoinRest, KEY, NUM } from './counted-records.js';
import { SortedRecords } from './sorted-records.js';

/** Letters of a country that a record has room for. */
export const COUNTRY = 2;
/** Bytes of an IPv4 address. */
const IPV4 = 4;
/** What an IPv4 address begins with where it is written as IPv6. */
const MAPPED = Buffer.from('00000000000000000000ffff', 'hex');

const recordOf = (key: number): number => key + NUM + COUNTRY;
const recordsOf = (bytes: Buffer, key: number): SortedRecords => new SortedRecords(bytes, key, recordOf(key));

/** Bytes of a record of an address as IPv6. */
export const COUNTRY_RECORD = recordOf(KEY);

/** Of the countries of two records the later by letters, into the first one, as the store has it. @param key bytes of an address */
export const laterCountry = (key: number): JoinRest => (records, at, others, there) => {
  const [own, other] = [at + key + NUM, there + key + NUM];
  if (others.compare(records, own, own + COUNTRY, other, other + COUNTRY) > 0) others.copy(records, own, other, other + COUNTRY);
};

export const countryAt = ({ bytes, key, record }: SortedRecords, at: number): string => bytes.toString('latin1', at + key + NUM, at + record).replaceAll('\0', '');

/** The key by which an address is found: of an IPv4 address the last 4 bytes, of another one all. @param address 16 bytes */
export const keyOf = (address: Buffer): Buffer => (MAPPED.equals(address.subarray(0, MAPPED.length)) ? address.subarray(MAPPED.length) : address);

/** The address, as 16 bytes, that a record has. */
export const addressAt = ({ bytes, key }: SortedRecords, at: number): Buffer => (key === KEY ? bytes.subarray(at, at + KEY) : Buffer.concat([MAPPED, bytes.subarray(at, at + key)]));

/** How many records of longer addresses are before any IPv4 address. */
export const beforeIpv4 = (longer: SortedRecords): number => longer.placeFor(new SortedRecords(Buffer.concat([MAPPED, Buffer.alloc(IPV4)]), KEY), 0) / longer.record;

/** Apart from each other, IPv4 addresses and all others. @param bytes records of addresses as IPv6 */
export function apart(bytes: Buffer): { readonly ipv4: SortedRecords; readonly longer: SortedRecords } {
  const all = recordsOf(bytes, KEY);
  const from = beforeIpv4(all) * COUNTRY_RECORD;
  let to = from;
  while (to < bytes.length && bytes.compare(MAPPED, 0, MAPPED.length, to, to + MAPPED.length) === 0) to += COUNTRY_RECORD;
  const short = recordOf(IPV4);
  const ipv4 = Buffer.allocUnsafeSlow(((to - from) / COUNTRY_RECORD) * short);
  for (let at = from, end = 0; at < to; at += COUNTRY_RECORD) end += bytes.copy(ipv4, end, at + MAPPED.length, at + COUNTRY_RECORD);
  return { ipv4: recordsOf(ipv4, IPV4), longer: to === from ? all : recordsOf(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]), KEY) };
}
