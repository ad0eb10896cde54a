/** Addresses that are kept, held to a plain loop over texts. */
import { describe, expect, it } from 'vitest';
import { canonicalAddress, ipv4Number, ipv6Bytes } from '../../src/enrich/address-text.js';
import { addressText, storedAddress } from '../../src/questions/counts.js';
import { AddressList, MomentaryAddresses } from '../../src/warehouse/rolled/address-list.js';
import type { SortedRecords } from '../../src/warehouse/rolled/sorted-records.js';
import { randomFrom } from '../random.js';

const random = randomFrom(5);
const upTo = (most: number): number => Math.floor(random() * most);

function bytesOf(address: string): Buffer {
  const ipv4 = ipv4Number(address);
  return ipv6Bytes(ipv4 === null ? canonicalAddress(address) : `::ffff:${(ipv4 >>> 16).toString(16)}:${(ipv4 & 65_535).toString(16)}`);
}

/** Few enough that lists have many in common. */
function randomAddress(): string {
  const kind = upTo(4);
  if (kind === 0) return `10.${upTo(2)}.0.${upTo(250)}`;
  if (kind === 1) return canonicalAddress(`2001:db8::${upTo(3)}:${upTo(80).toString(16)}`);
  if (kind === 2) return canonicalAddress(`2409:8${upTo(9)}00:0:0:1:0:0:${upTo(20).toString(16)}`);
  return ['::', '::1', '255.255.255.255', '0.0.0.0', '::1.2.3.4', 'fe80::1'][upTo(6)] ?? '::';
}

const COUNTRIES = ['', 'CN', 'DE', 'US'];
type Plain = Map<string, { num: number; country: string }>;

function plainOf(size: number): Plain {
  return new Map(Array.from({ length: size }, () => [randomAddress(), { num: 1 + upTo(4), country: COUNTRIES[upTo(4)] ?? '' }]));
}

function recordOf([address, { num, country }]: readonly [string, { num: number; country: string }]): Buffer {
  const record = Buffer.alloc(22);
  bytesOf(address).copy(record);
  record.writeUInt32LE(num, 16);
  record.write(country, 20, 'latin1');
  return record;
}

const listOf = (plain: Plain): AddressList => AddressList.of(Buffer.concat([...plain].map(recordOf).toSorted((a, b) => Buffer.compare(a, b))));

function together(a: Plain, b: Plain): Plain {
  const all = new Map(a);
  for (const [address, { num, country }] of b) {
    const own = a.get(address) ?? { num: 0, country: '' };
    all.set(address, { num: own.num + num, country: own.country > country ? own.country : country });
  }
  return all;
}

interface Told {
  readonly address: string;
  readonly num: number;
  readonly country: string;
}

const NOTHING = AddressList.of(Buffer.alloc(0));

const firstOf = (list: AddressList, others: AddressList, most: number): Told[] =>
  list.firstWith(others, most).map(({ address, num, country }) => ({ address: addressText(storedAddress(address)) || '::', num, country }));

const ordered = (plain: Plain): Told[] =>
  [...plain].map(([address, fact]) => ({ address, ...fact })).toSorted((a, b) => b.num - a.num || Buffer.compare(bytesOf(a.address), bytesOf(b.address)));

describe('addresses that are kept', () => {
  it.each([0, 1, 30, 400])('of %i drawn are, with others, what a plain loop finds', (size) => {
    for (let i = 0; i < 20; i += 1) {
      const [over, since] = [plainOf(size), plainOf(upTo(60))];
      const [list, others, all] = [listOf(over), listOf(since), together(over, since)];
      const expected = ordered(all);
      const most = upTo(2) === 0 ? 10 : all.size;
      expect(firstOf(list, others, most)).toEqual(expected.slice(0, most));
      expect(list.sizeWith(others)).toBe(all.size);
      const joined = list.with(others);
      expect([joined.size, joined.total]).toEqual([all.size, list.total + others.total]);
      expect(firstOf(joined, NOTHING, all.size)).toEqual(expected);
      for (const { address, num } of expected) expect([address, joined.of(bytesOf(address))]).toEqual([address, num]);
      expect(joined.of(bytesOf('203.0.113.77'))).toBe(0);
    }
  });

  it('by moments are, before one, those that came until then', () => {
    for (let i = 0; i < 20; i += 1) {
      const moments = Array.from({ length: upTo(12) }, (_, at): readonly [number, Plain] => [7 * at, plainOf(upTo(40))]);
      const all = moments.flatMap(([moment, plain]) => [...plain].map((entry) => Buffer.concat([recordOf(entry), Buffer.from(Uint32Array.of(moment).buffer)]))).toSorted((a, b) => a.compare(b));
      const kept = new MomentaryAddresses(Buffer.concat(all));
      expect(kept.size).toBe(all.length);
      for (const until of [0, 1, 7, 36, 84, Number.POSITIVE_INFINITY]) {
        const plain = moments.filter(([moment]) => moment < until).reduce<Plain>((sum, [, one]) => together(sum, one), new Map());
        expect(firstOf(kept.before(until), NOTHING, plain.size + 1)).toEqual(ordered(plain));
      }
    }
  });

  it('take 10 bytes where they are IPv4, and 22 where they are not', () => {
    const plain = plainOf(200);
    const ipv4 = [...plain.keys()].filter((address) => ipv4Number(address) !== null).length;
    expect(ipv4).toBeGreaterThan(0);
    const bytes = (listOf(plain).made as readonly SortedRecords[]).map((records) => records.bytes.length);
    expect(bytes).toEqual([10 * ipv4, 22 * (plain.size - ipv4)]);
  });

  it('finds the first of many', () => {
    const plain: Plain = new Map(Array.from({ length: 5_000 }, (_, i) => [`10.7.${i >> 8}.${i & 255}`, { num: 1 + upTo(900), country: 'FR' }]));
    const list = listOf(plain);
    for (const most of [1, 20, 3_000]) expect(firstOf(list, NOTHING, most)).toEqual(ordered(plain).slice(0, most));
  });
});
