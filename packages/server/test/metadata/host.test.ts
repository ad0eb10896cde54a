import { describe, expect, it } from 'vitest';
import { comparableHost, parseDomain } from '../../src/metadata/host.js';

describe('a typed domain', () => {
  it.each([
    ['shop.example', 'shop.example'],
    ['  Shop.Example  ', 'shop.example'],
    ['www.shop.example', 'www.shop.example'],
    ['shop.example.', 'shop.example'],
    ['例子.中国', 'xn--fsqu00a.xn--fiqs8s'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['localhost', 'localhost'],
    ['wiki', 'wiki'],
    ['my_host.example', 'my_host.example'],
    ['192.168.1.5', '192.168.1.5'],
    ['https://shop.example', 'shop.example'],
    ['HTTP://Shop.Example:8443/cart?x=1#y', 'shop.example'],
    ['https://user:pass@shop.example/', 'shop.example'],
    ['http://localhost:3000', 'localhost'],
  ])('%j is the host %j', (typed, host) => {
    expect(parseDomain(typed)).toBe(host);
  });

  it.each([
    '', ' ', '.', '..', 'a..b', '-a.example', 'a-.example', 'shop.example/', 'shop.example/path', 'shop.example:8080', 'user@shop.example',
    'ftp://shop.example', 'javascript://x', '//shop.example', 'https://', 'https:///x', 'https://[::1]/', '[::1]', '::1', '*.shop.example', 'a b.example', 'a\tb', 'a\u0000b',
    '1234', '127.1', '0x7f.1', '999.1.1.1', `${'a'.repeat(64)}.example`, Array.from({ length: 64 }, () => 'abcd').join('.'), '<script>', 'a%00b', 'a\\b', '\ud800.example',
  ])('%j is none', (typed) => {
    expect(parseDomain(typed)).toBeUndefined();
  });
});

describe('hosts as they are compared', () => {
  it.each([
    ['Shop.Example', 'shop.example'],
    ['www.shop.example', 'shop.example'],
    ['WWW.shop.example:443', 'shop.example'],
    ['shop.example.', 'shop.example'],
    ['www.com', 'www.com'],
    ['www2.shop.example', 'www2.shop.example'],
    ['例子.中国', 'xn--fsqu00a.xn--fiqs8s'],
    ['www.例子.中国:8080', 'xn--fsqu00a.xn--fiqs8s'],
    ['localhost:3000', 'localhost'],
    ['', ''],
  ])('%j is %j', (host, compared) => {
    expect(comparableHost(host)).toBe(compared);
  });
});
