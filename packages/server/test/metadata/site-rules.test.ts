import { BlockList } from 'node:net';
import { describe, expect, it } from 'vitest';
import { networksOf } from '../../src/metadata/networks.js';
import { compileRules, NO_RULES, parseNetwork, parseParameter, parsePath, type SiteRules } from '../../src/metadata/site-rules.js';
import { parseWildcard } from '../../src/metadata/wildcard.js';

const NOW = Date.UTC(2026, 5, 15, 12);
const DAY = 86_400_000;
const rules = (over: Partial<SiteRules>) => compileRules({ ...NO_RULES, ...over });
const refused = (over: Partial<SiteRules>, ip: string, url = 'https://shop.example/', at = NOW) => rules(over).refuses?.(ip, url, at, NOW);

describe('what an operator types', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'], [' 10.0.0.0/8 ', '10.0.0.0/8'], ['2001:DB8::/32', '2001:db8::/32'], ['2001:db8:0:0:0:0:0:1', '2001:db8::1/128'], ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.0.2.7/33', undefined], ['::1/129', undefined], ['192.0.2', undefined], ['shop.example', undefined], ['192.0.2.0/24/1', undefined], ['fe80::1%eth0', undefined], ['1.2.3.4/', undefined], ['1.2.3.4/-1', undefined], ['', undefined],
  ])('%j is the network %j', (typed, network) => expect(parseNetwork(typed)).toBe(network));

  it.each([
    ['/admin/*', '/admin/*'], ['*.pdf', '*.pdf'], ['https://shop.example/cart?x=1', undefined], ['https://shop.example/cart', '/cart'], ['/文章/*', '/%E6%96%87%E7%AB%A0/*'], ['*/印刷', '*/%E5%8D%B0%E5%88%B7'], ['/a***b', '/a*b'], ['/a/../b', '/b'], ['*', '*'],
    ['admin', undefined], ['/a?b', undefined], ['/a b', undefined], ['', undefined], ['/\ud800', undefined],
  ])('%j is the path %j', (typed, path) => expect(parsePath(typed)).toBe(path));

  it.each([['Session_ID', 'session_id'], ['utm_*', 'utm_*'], ['*', undefined], ['**', undefined], ['a=b', undefined], ['a&b', undefined], [' ', undefined]])('%j is the parameter %j', (typed, name) => expect(parseParameter(typed)).toBe(name));
});

describe('a wildcard', () => {
  it.each([
    ['/a', '/a', true], ['/a', '/a/', false], ['/a/*', '/a/', true], ['/a/*', '/a', false], ['*.pdf', '/x/y.pdf', true], ['*.pdf', '/y.pdf?', false],
    ['/a*b', '/ab', true], ['/a*b', '/a', false], ['a*a', 'a', false], ['/x/*/y/*/z', '/x/1/y/2/z', true], ['/x/*/y/*/z', '/x/1/z', false], ['*ab*ab', 'ab', false], ['*ab*ab', 'abab', true], ['.*', '/a', false], ['*', '', true],
  ])('%j fits %j: %j', (pattern, text, fits) => expect(parseWildcard(pattern)(text)).toBe(fits));

  it('of a thousand stars is done with a long text at once', () => {
    const matches = parseWildcard('a*'.repeat(1_000));
    expect([matches('a'.repeat(50_000)), matches(`${'a'.repeat(50_000)}b`), matches('a'.repeat(999))]).toEqual([true, true, false]);
  });
});

describe('a site that sets no rule', () => {
  it('costs nothing: there is nothing to call', () => expect(compileRules(NO_RULES)).toEqual({}));
});

describe('addresses', () => {
  const list = { excludedAddresses: ['192.0.2.7/32', '10.0.0.0/8', '2001:db8::/32'] };
  it.each([['192.0.2.7', true], ['192.0.2.8', false], ['10.255.0.1', true], ['11.0.0.1', false], ['2001:db8:ffff::1', true], ['2001:db9::1', false], ['', false]])('%j is left out: %j', (ip, out) => {
    expect(refused(list, ip)).toBe(out ? 'excluded_address' : undefined);
  });
});

describe('many networks', () => {
  it('hold what the platform’s own list says, for any address near their edges', () => {
    let state = 7;
    const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    const v4 = () => [next(2) + 10, next(4), next(256), next(256)].join('.');
    const v6 = () => `2001:db8:${next(3).toString(16)}:${next(65_536).toString(16)}::${next(65_536).toString(16)}`;
    const list = Array.from({ length: 400 }, (_, n) => (n % 2 === 0 ? `${v4()}/${20 + next(13)}` : `${v6()}/${56 + next(73)}`));
    const platform = new BlockList();
    for (const network of list) platform.addSubnet(network.split('/')[0] ?? '', Number(network.split('/')[1]), network.includes(':') ? 'ipv6' : 'ipv4');
    const holds = networksOf(list.map((network) => parseNetwork(network) ?? ''));
    let held = 0;
    for (let n = 0; n < 20_000; n += 1) {
      const ip = n % 2 === 0 ? v4() : new URL(`http://[${v6()}]`).hostname.slice(1, -1);
      expect([ip, holds(ip)]).toEqual([ip, platform.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4')]);
      held += holds(ip) ? 1 : 0;
    }
    expect(held).toBeGreaterThan(500);
    expect(held).toBeLessThan(19_500);
  });
});

describe('paths', () => {
  const list = { excludedPaths: ['/admin/*', '/thanks', '/%E6%96%87/*'] };
  it.each([
    ['https://shop.example/admin/users?x=1#y', true], ['https://shop.example/admin', false], ['https://shop.example/thanks', true], ['https://shop.example/thanks/', false],
    ['https://shop.example/?next=/admin/x', false], ['https://shop.example/文/1', true], ['https://shop.example/%E6%96%87/1', true], ['https://shop.example/a/../admin/x', true], ['', false], ['nonsense', false],
  ])('%j is left out: %j', (url, out) => expect(refused(list, '192.0.2.1', url)).toBe(out ? 'excluded_path' : undefined));
});

describe('retention', () => {
  it('refuses what is surely older than the days kept, in any zone', () => {
    expect(refused({ retentionDays: 30 }, '', 'x', NOW - 30 * DAY)).toBeUndefined();
    expect(refused({ retentionDays: 30 }, '', 'x', NOW - 32 * DAY)).toBe('expired');
  });
});

describe('query parameters', () => {
  const clean = (url: string) => rules({ excludedParameters: ['session', 'utm_*'] }).cleanUrl?.(url);
  it.each([
    ['https://a/?session=1', 'https://a/'], ['https://a/?a=1&SESSION=2&b=3#s?session=4', 'https://a/?a=1&b=3#s?session=4'], ['https://a/?utm_source=x&utm_id=y&z', 'https://a/?z'],
    ['https://a/?%73ession=1', 'https://a/'], ['https://a/?sessions=1', 'https://a/?sessions=1'], ['https://a/#?session=1', 'https://a/#?session=1'], ['https://a/?%=1&session=2', 'https://a/?%=1'], ['https://a/', 'https://a/'], ['', ''],
  ])('%j becomes %j', (url, cleaned) => expect(clean(url)).toBe(cleaned));
});

describe('masking', () => {
  const mask = (ip: string) => rules({ maskAddresses: true }).maskAddress?.(ip);
  it.each([
    ['203.0.113.77', '203.0.113.0'], ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'], ['2001:db8::1', '2001:db8::'], ['::1', '::'], ['fe80::', 'fe80::'], ['a:b::', 'a:b::'], ['', ''], ['not an address', ''],
  ])('%j is kept as %j', (ip, kept) => expect(mask(ip)).toBe(kept));
});
