import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalAddress, ipv6Bytes } from '../../src/enrich/address-text.js';
import { createGeo, type Geo } from '../../src/enrich/geo.js';
import { openGeo, shipped } from '../../src/enrich/geo-files.js';
import { findIn, openMmdb } from '../../src/enrich/mmdb.js';
import { openXdb } from '../../src/enrich/xdb.js';
import { startDraft } from '../../src/enrich/draft.js';
import { addressStep } from '../../src/enrich/steps/address.js';
import { arrival } from './arrivals.js';

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

  const testData = new URL('../../../../../shared/data/ip/', import.meta.url);
  it.skipIf(!existsSync(testData))("reads GeoLite2's layout (needs ../shared/data/ip)", () => {
    const lite = createGeo([openMmdb(readFileSync(new URL('GeoLite2-Country-Test.mmdb', testData)))]);
    expect(lite('2.125.160.216').country).toBe('GB');
    expect(lite('2001:218::1').country).toBe('JP');
  });

  it('names region and city where a city database does', () => {
    const answer = { country: { iso_code: 'GB' }, subdivisions: [{ names: { en: 'England' } }], city: { names: { en: 'Boxford', de: 'x' } } };
    expect(createGeo([findIn({ get: () => answer })])('2.125.160.216')).toEqual({ ip: '2.125.160.216', country: 'GB', region: 'England', city: 'Boxford', isp: '' });
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
    expect(shipped({ registries: says(registries), dbip: says(dbip), ranges: says(ranges) })('192.0.2.1').country).toBe(country);
  });

  it('over IPv6: DB-IP, else the registries', () => {
    expect(shipped({ registries: says('AU'), dbip: says('JP'), ranges: says('') })('2001:db8::1').country).toBe('JP');
    expect(shipped({ registries: says('AU'), dbip: says(''), ranges: says('') })('2001:db8::1').country).toBe('AU');
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
    expect(openXdb(four)(ip).country).toBe(country);
  });

  it('of layout 3 reads IPv6, newer texts and their codes', () => {
    expect(openXdb(six)('240e::1')).toEqual({ country: 'CN', region: '广东省', city: '深圳市', isp: '电信' });
    expect(openXdb(six)('2001:db8::ff')).toEqual({ country: 'US', region: 'California', city: '', isp: 'Google' });
    expect(openXdb(six)('2001:db8::1:0').country).toBe('');
    expect(openXdb(six)('1.0.1.0').country).toBe('');
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
