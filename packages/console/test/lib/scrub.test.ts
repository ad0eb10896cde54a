import { describe, expect, it } from 'vitest';
import { browserName } from '../../src/lib/browser-name';
import { scrub } from '../../src/lib/scrub';

const HERE = 'https://console.example';

describe('scrub', () => {
  it.each([
    ['at a (https://console.example/assets/index-B4xZ.js:12:345)', 'at a (/assets/index-B4xZ.js:12:345)'],
    ['load@https://console.example/assets/dashboard-info-long-name-DMOf8TPm1.js:1:2', 'load@/assets/dashboard-info-long-name-DMOf8TPm1.js:1:2'],
    ['https://console.example/dashboard_info/index?domain=a.example&ip=1.2.3.4#x', '/dashboard_info/index'],
    ['https://console.example/assets/x.js?v=17:10:20', '/assets/x.js:10:20'],
    ['https://ann:secret@other.example/p?card=4111111111111111', 'https://other.example/p'],
    ['no user ann.b+x@mail.example here', 'no user …@… here'],
    ['GET /api/audit/list?address=203.0.113.9&user=ann failed', 'GET /api/audit/list?… failed'],
    ['203.0.113.9 and 2001:db8:0:0::1 and fe80::1:2:3', '… and … and …'],
    ['Bearer dGhpcyBpcyBhIHRva2VuIDEyMzQ1Njc4OTA', 'Bearer …'],
    ['ffk_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z_0123456789-A', '…'],
    ['Cannot read properties of undefined (reading "name")', 'Cannot read properties of undefined (reading "name")'],
    ['what? x is undefined at 12:30:05', 'what? x is undefined at 12:30:05'],
    ['anExtremelyLongFunctionNameWithoutDigits failed', 'anExtremelyLongFunctionNameWithoutDigits failed'],
  ])('%s', (text, clean) => {
    expect(scrub(text, HERE)).toBe(clean);
  });

  it('takes a long text in its stride', () => {
    expect(scrub('a1:'.repeat(20_000), HERE).length).toBeGreaterThan(0);
    expect(scrub('?'.repeat(50_000), HERE)).toHaveLength(50_000);
  });
});

describe('browserName', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36', 'Chrome 145'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36 Edg/145.0.0.0', 'Edge 145'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox 144'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1', 'Safari 18'],
    ['curl/8.0', 'Other'],
  ])('%s is %s', (agent, name) => {
    expect(browserName(agent)).toBe(name);
  });
});
