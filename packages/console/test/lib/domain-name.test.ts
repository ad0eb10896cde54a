import { domainToASCII, domainToUnicode } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shownDomain } from '../../src/lib/domain-name';

const NAMES = ['例子.中国', 'münchen.example', 'shop.例え.jp', 'пример.рф', 'مثال.إختبار', '☃.example', '𠮷野家.example', 'a-ü-b.example', 'faß.example', 'ドメイン名例.jp', '日本語。ｊｐ', 'öäüöäüöäüöäüöäüöäü.example'];

describe('a domain', () => {
  it.each(NAMES)('%s is shown as the platform would', (name) => {
    const ascii = domainToASCII(name);
    expect(ascii).toContain('xn--');
    expect(shownDomain(ascii)).toBe(domainToUnicode(ascii));
  });

  it.each(['shop.example', '', 'xn--', 'xn--a b.example', 'xn--\u0080', 'xn--99999999.example', 'xn---.example'])('%j, which is no Punycode, stays as it is', (domain) => {
    expect(shownDomain(domain)).toBe(domain);
  });
});
