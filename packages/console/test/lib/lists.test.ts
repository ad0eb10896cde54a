import { describe, expect, it } from 'vitest';
import { columnsKey, moved, orderOf, readColumnOrder, shownColumns } from '../../src/lib/columns';
import { deviceReportPath, scopedPath, siteDashboardPath } from '../../src/lib/links';
import { placeName } from '../../src/lib/chinese-places';
import { countryName, weekdayName } from '../../src/lib/names';
import { siteStatus } from '../../src/lib/site-status';
import { topSlices } from '../../src/lib/slices';

describe('topSlices', () => {
  const list = [{ name: 'B', key: 'b', value: 30 }, { name: 'A', key: 'a', value: 50 }, { name: 'C', key: 'c', value: 15 }, { name: '?', key: '', value: 5 }];

  it('sorts, keeps the largest, and sums up the rest of the whole answer', () => {
    expect(topSlices(list, 110, 2, 'other')).toEqual([
      { name: 'A', key: 'a', value: 50 }, { name: 'B', key: 'b', value: 30 }, { name: 'other', key: undefined, value: 30 },
    ]);
  });

  it('sets each beside what it was, the rest too', () => {
    const compared = list.map((slice, at) => ({ ...slice, before: at * 10 }));
    expect(topSlices(compared, 110, 2, 'other', 75).map(({ name, before }) => [name, before])).toEqual([['A', 10], ['B', 0], ['other', 65]]);
    expect(topSlices([{ name: 'A', key: 'a', value: 1 }], 1, 2, 'other', 0)[0]?.before).toBe(0);
  });

  it('offers no filter for what has no key, and no slice for no rest', () => {
    expect(topSlices(list, 100, 8, 'other').at(-1)).toEqual({ name: '?', key: undefined, value: 5 });
  });
});

describe('columns', () => {
  const columns = [{ key: 'a', hidden: false }, { key: 'b', hidden: true }, { key: 'c', hidden: false }];

  it('follow the defaults until somebody chooses', () => {
    expect(shownColumns(columns, undefined)).toEqual(['a', 'c']);
    expect(columnsKey('device_full')).toBe('columns:device_full');
  });

  it('follow the choice and its order, and later columns their own default, behind the column that they follow', () => {
    const choice = { order: ['c', 'b', 'a'], hidden: ['a'] };
    expect(shownColumns(columns, choice)).toEqual(['c', 'b']);
    const later = [{ key: 'z', hidden: false }, ...columns.slice(0, 2), { key: 'd', hidden: false }, { key: 'e', hidden: true }, ...columns.slice(2)];
    expect(shownColumns(later, choice)).toEqual(['z', 'c', 'b', 'd']);
    expect(shownColumns(columns.slice(1), choice)).toEqual(['c', 'b']);
  });

  it('survive what is stored, also as it was stored before there was an order', () => {
    const kept = orderOf([{ key: 'c', hidden: true }, { key: 'a', hidden: false }]);
    expect(kept).toEqual({ order: ['c', 'a'], hidden: ['c'] });
    expect(readColumnOrder(JSON.stringify(kept))).toEqual(kept);
    expect(shownColumns(columns, readColumnOrder('{"hidden":["a"],"known":["a","b","c"]}'))).toEqual(['b', 'c']);
    for (const broken of [null, '', '{', '[]', '{"hidden":1}']) expect(readColumnOrder(broken)).toBeUndefined();
  });

  it('move within their list, and no further than its ends', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 0, Infinity)).toEqual(['b', 'c', 'a']);
    expect(moved(['a'], 5, 0)).toEqual(['a']);
  });
});

describe('siteStatus', () => {
  const now = Date.UTC(2026, 10, 21, 12);

  it.each([
    [0, '2026-11-21T11:59:00.000Z', 'paused'], [0, null, 'paused'], [1, null, 'noData'],
    [1, '2026-11-20T12:00:00.000Z', 'receiving'], [1, '2026-11-20T11:59:59.999Z', 'silent'],
  ] as const)('counted %i, last hit %s: %s', (isStat, lastHit, expected) => {
    expect(siteStatus(isStat, lastHit, now)).toBe(expected);
  });
});

describe('links', () => {
  it('carry the site, the range and the country on, so that the figures agree', () => {
    const scope = { domain: 'a.example', range: { token: 'recently' as const }, country: 'CN' };
    expect(deviceReportPath(scope, { browser_name: 'Chrome & Co' })).toBe('/report/device?domain=a.example&range=recently&country_code=CN&browser_name=Chrome+%26+Co');
    expect(deviceReportPath({ ...scope, domain: '' }, { country_code: 'JP' })).toBe('/report/device?range=recently&country_code=JP');
    expect(deviceReportPath({ ...scope, device: 'tablet' }, { url: '/' })).toBe('/report/device?domain=a.example&range=recently&country_code=CN&device_type=tablet&url=%2F');
    expect(scopedPath('/flowRate/hour', { domain: 'a.example', country: '' }, { metric: undefined })).toBe('/flowRate/hour?domain=a.example');
    expect(siteDashboardPath('a.example')).toBe('/dashboard_info/index?domain=a.example');
  });
});

describe('names', () => {
  it('of countries are the reader’s', () => {
    expect(countryName('JP', 'zh-CN', 'x')).toBe('日本');
    expect(countryName('DE', 'es-ES', 'x')).toBe('Alemania');
    expect(countryName('', 'en-US', 'Unknown')).toBe('Unknown');
    expect(countryName('QQ', 'en-US', 'QQ')).toBe('QQ');
    expect(countryName('<b>', 'en-US', 'text')).toBe('text');
  });

  it('of weekdays belong to the date, whatever the zone of the machine', () => {
    expect(weekdayName('2026-11-21 00:00:00', 'en-US')).toBe('Sat');
    expect(weekdayName('2026-11-21', 'zh-CN')).toBe('周六');
  });
});

describe('Chinese names of places and operators', () => {
  it.each([
    ['广东省', 'en', '广东省 (Guangdong)'],
    ['北京', 'es', '北京 (Beijing)'],
    ['北京市', 'en', '北京市 (Beijing)'],
    ['电信', 'en', '电信 (China Telecom)'],
    ['深圳市', 'en', '深圳市'],
    ['广东省', 'zh', '广东省'],
    ['广东省', 'ja', '广东省'],
    ['California', 'en', 'California'],
    ['', 'en', ''],
  ])('%s in %s: %s', (text, locale, expected) => {
    expect(placeName(text, locale)).toBe(expected);
  });
});
