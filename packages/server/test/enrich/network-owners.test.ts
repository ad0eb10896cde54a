import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGeo } from '../../src/enrich/geo.js';
import { GeoFileError } from '../../src/enrich/geo-files.js';
import { openNetworkOwners, ownersIn } from '../../src/enrich/network-owners.js';

const LIST = [
  '1.0.0.0\t1.0.0.255\t13335\tUS\tCLOUDFLARENET',
  '1.0.1.0\t1.0.3.255\t0\tNone\tNot routed',
  '5.0.0.0\t5.0.255.255\t64500\tDE\tOne Hosting',
  '5.0.1.0\t5.0.1.255\t64501\tDE\tTwo Hosting',
  '255.0.0.0\t255.255.255.255\t64502\tZZ\tLast',
  '2001:db8::\t2001:db8:0:ffff:ffff:ffff:ffff:ffff\t64503\tZZ\tSix',
  '2001:db8:2::\t2001:db8:2:ffff:ffff:ffff:ffff:ffff\t64504\tZZ\tSix and two',
].join('\n');
const operators = createGeo([(ip) => ({ country: '', region: '', city: '', isp: ip.startsWith('36.') ? '电信' : '' })]);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-owners-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['plain', 'packed'])('a list of networks, %s', (kind) => {
  beforeEach(() => writeFileSync(join(folder, kind === 'packed' ? 'ip2asn.tsv.gz' : 'ip2asn.tsv'), kind === 'packed' ? gzipSync(LIST) : LIST));

  it.each([
    ['1.0.0.0', 13335, 'CLOUDFLARENET'], ['1.0.0.255', 13335, 'CLOUDFLARENET'], ['0.255.255.255', 0, ''], ['1.0.1.0', 0, ''], ['4.255.255.255', 0, ''],
    ['5.0.0.9', 64500, 'One Hosting'], ['5.0.1.9', 64501, 'Two Hosting'], ['255.255.255.255', 64502, 'Last'],
    ['2001:db8::1', 64503, 'Six'], ['2001:db8:1::', 0, ''], ['2001:db8:2:ffff::', 64504, 'Six and two'], ['2001:db8:3::', 0, ''], ['::', 0, ''],
    ['36.1.2.3', 0, '电信'], ['', 0, ''], ['not an address', 0, ''],
  ])('%s is of AS%i %s', async (ip, asn, name) => {
    expect((await openNetworkOwners(folder, operators))(ip)).toEqual({ asn, name });
  });
});

it.each([
  ['1.0.0.0 1.0.0.255 13335 US X', /line 1 is no network/u],
  ['5.0.0.0\t5.0.0.9\t1\tZZ\tA\n4.0.0.0\t4.0.0.9\t2\tZZ\tB', /not in order/u],
  ['5.0.0.9\t5.0.0.0\t1\tZZ\tA', /not in order/u],
  ['5.0.0.0\t2001:db8::\t1\tZZ\tA', /line 1 is no network/u],
  ['5.0.0.0\t5.0.0.9\tAS1\tZZ\tA', /line 1 is no network/u],
])('a list that holds %j stops the start and is named', async (text, why) => {
  writeFileSync(join(folder, 'own.tsv'), text);
  const opening = openNetworkOwners(folder, operators);
  await expect(opening).rejects.toThrow(GeoFileError);
  await expect(opening).rejects.toThrow(why);
  await expect(opening).rejects.toThrow('own.tsv can not be used');
});

it('a packed list that is cut off stops the start too', async () => {
  writeFileSync(join(folder, 'own.tsv.gz'), gzipSync(LIST).subarray(0, 60));
  await expect(openNetworkOwners(folder, operators)).rejects.toThrow(GeoFileError);
});

it('without a file only operators are known', async () => {
  const owner = await openNetworkOwners(join(folder, 'none'), operators);
  expect([owner('36.1.2.3'), owner('1.0.0.1')]).toEqual([{ asn: 0, name: '电信' }, { asn: 0, name: '' }]);
});

it.each([
  [{ autonomous_system_number: 15169, autonomous_system_organization: 'Google LLC' }, 15169, 'Google LLC'],
  [{ asn: 'AS64500', name: 'Example', domain: 'example.com' }, 64500, 'Example'],
  [{ asn: 'AS64500', as_name: 'Example', country: 'DE' }, 64500, 'Example'],
  [null, 0, ''], [{ autonomous_system_number: -1 }, 0, ''], [{ autonomous_system_number: '1e99', name: 7 }, 0, ''], [{ asn: 'ASX' }, 0, ''],
])('a database that answers %j means AS%i %s', (answer, asn, name) => {
  expect(ownersIn({ get: () => answer })('8.8.8.8')).toEqual({ asn, name });
});
