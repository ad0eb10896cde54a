import { existsSync, readFileSync } from 'node:fs';
import { Reader, type Response } from 'maxmind';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalAddress, createGeo, type Geo, openGeo } from '../../src/enrich/geo.js';
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
    ['2001:4860:4860::8888', 'US'],
    ['127.0.0.1', ''],
    ['10.1.2.3', ''],
    ['not an address', ''],
  ])('%s is in %j', (ip, country) => {
    expect(geo(ip).country).toBe(country);
    expect(geo(ip).country).toBe(country);
  });

  it('refuses to remember absurdly long text', () => {
    expect(geo('1'.repeat(100_000))).toEqual({ ip: '', country: '', region: '', city: '' });
  });

  it('fills the record and asks the database once per address', () => {
    const asked: string[] = [];
    const step = addressStep(createGeo({ get: (ip) => (asked.push(ip), { country_code: 'NZ' }) }));
    for (let round = 0; round < 3; round += 1) {
      const { visit } = step(startDraft(arrival({ ip: '[2001:DB8::1]:9' })));
      expect(visit).toMatchObject({ ip: '2001:db8::1', country_code: 'NZ', region: '', city: '' });
    }
    expect(asked).toEqual(['2001:db8::1']);
  });

  it.each([null, undefined, 7, 'text', {}, { country: null }, { country_code: 12 }, { subdivisions: 'x' }])('makes nothing of a database that answers %j', (answer) => {
    expect(createGeo({ get: () => answer })('8.8.8.8')).toEqual({ ip: '8.8.8.8', country: '', region: '', city: '' });
  });

  const testData = new URL('../../../../../shared/data/ip/', import.meta.url);
  it.skipIf(!existsSync(testData))("reads GeoLite2's layout (needs ../shared/data/ip)", () => {
    const lite = createGeo(new Reader<Response>(readFileSync(new URL('GeoLite2-Country-Test.mmdb', testData))));
    expect(lite('2.125.160.216').country).toBe('GB');
    expect(lite('2001:218::1').country).toBe('JP');
  });

  it('names region and city where a city database does', () => {
    const answer = { country: { iso_code: 'GB' }, subdivisions: [{ names: { en: 'England' } }], city: { names: { en: 'Boxford', de: 'x' } } };
    expect(createGeo({ get: () => answer })('2.125.160.216')).toEqual({ ip: '2.125.160.216', country: 'GB', region: 'England', city: 'Boxford' });
  });
});
