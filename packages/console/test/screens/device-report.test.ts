import { AGGREGATES, OPERATORS, report, type ReportRow } from '@footfall/contract';
import { describe, expect, it } from 'vitest';
import { deviceReportPath } from '../../src/lib/links';
import { factText, VISIT_FIELDS } from '../../src/widgets/visit-record/visit-fields';
import { type Draft, draftOf, nextKey, wholeOf } from '../../src/screens/device-report/draft';
import { behindGroup, excluded, picked } from '../../src/screens/device-report/pick';
import { callColumns, callText, ownName, parseCall } from '../../src/screens/device-report/report-columns';
import { NO_WISHES, pageChange, queryOf, rangeChange, readReportState, resetChanges, searchInput, totalsInput, wishChanges } from '../../src/screens/device-report/report-state';
import type { UrlChanges } from '../../src/widgets/use-url-state';

const TODAY: [string, string] = ['2026-11-21 00:00:00', '2026-11-21 23:59:59'];
const read = (text: string) => readReportState(new URLSearchParams(text));
const textOf = (changes: UrlChanges) => new URLSearchParams(Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))).toString();

describe('the device report in the address', () => {
  it('is the last three days and thirty rows when it says nothing', () => {
    expect(read('domain=a.example')).toEqual({ domain: 'a.example', range: { token: '3d' }, ...NO_WISHES, page: 1, perPage: 30 });
    expect(read('range=all').range).toBeUndefined();
    expect([rangeChange({ token: '3d' }).range, rangeChange(undefined).range, rangeChange({ token: 'today' }).range]).toEqual([undefined, 'all', 'today']);
  });

  it('becomes the question, in the words of the specification', () => {
    const state = read('domain=a.example&browser_name=Chrome&country_code=CN&url=https%3A%2F%2Fa.example%2F&page=2&per_page=50&rules=[["ram",">=","8"],["url","like","a,b"]]&sort=created_at.desc,ip.asc');
    expect(searchInput(state, TODAY)).toEqual({
      domain: 'a.example', browser_name: 'Chrome', country_code: 'CN', url: 'https://a.example/', created_at: TODAY, page: 2, page_size: 50, group_by: [], aggregates: {},
      custom_filters: [{ column: 'ram', operator: '>=', value: '8' }, { column: 'url', operator: 'like', value: 'a,b' }],
      sort: [{ column: 'created_at', direction: 'desc' }, { column: 'ip', direction: 'asc' }],
    });
    expect(queryOf(state, undefined)).not.toHaveProperty('page');
  });

  it('reads what it wrote: every part of the builder', () => {
    const wishes = {
      basic: { ip: '::1', referer: 'https://x.example/?a=1&b=2' },
      rules: [{ column: 'title', operator: 'like' as const, value: '"]],[" 中文 %2C' }, { column: 'is_bot', operator: '=' as const, value: '1' }],
      sorts: [{ column: 'Ø ram', direction: 'asc' as const }, { column: 'day', direction: 'desc' as const }],
      groups: ['day', 'country_code'],
      aggregates: [{ alias: 'Ø ram', call: 'avg(ram)' }, { alias: 'n', call: 'count(*)' }],
    };
    const back = read(textOf(wishChanges(wishes)));
    expect(back).toMatchObject(wishes);
    expect(report.search.input.safeParse(searchInput(back, TODAY)).success).toBe(true);
    expect(wishChanges(wishes).page).toBeUndefined();
  });

  it('drops what the call would refuse', () => {
    expect(read('country_code=china&ip=&rules={}')).toMatchObject(NO_WISHES);
    expect(read('rules=[["nope","=","1"],["ip","drop","1"],["is_bot","like","1"],["ip","like",""],["created_at","=",""],["domain","=",""],["ip","="],7,["ip","=",["x"]]]').rules).toEqual([]);
    expect(read('rules=[[').rules).toEqual([]);
    expect(read('sort=ip,ip.up,.desc&group=nope,ip,ip&agg=x:sum(ip),1x:count(*),__x:count(*),ok:count(*),y:count(drop)')).toMatchObject({ sorts: [], groups: ['ip'], aggregates: [{ alias: 'ok', call: 'count(*)' }] });
    expect(read(`rules=${JSON.stringify(Array.from({ length: 80 }, () => ['ip', '=', '1']))}&per_page=99999&page=-1`)).toMatchObject({ perPage: 5_000, page: 1 });
    expect(read(`rules=${JSON.stringify(Array.from({ length: 80 }, () => ['ip', '=', '1']))}`).rules).toHaveLength(50);
  });

  it('asks for the totals of the same rows: as one group, by the same figures', () => {
    expect(totalsInput(read('ip=1.2.3.4&sort=ip.asc&page=3'), TODAY)).toEqual({ domain: '', ip: '1.2.3.4', created_at: TODAY, custom_filters: [], group_by: [], sort: [], aggregates: { pv: 'count(*)', uv: 'distinct(visitor)', ip: 'distinct(ip)' }, page: 1, page_size: 1 });
    expect(totalsInput(read('group=ip&agg=n:count(*)'), TODAY)).toMatchObject({ group_by: [], aggregates: { n: 'count(*)' } });
  });

  it('sorts only by what its rows have', () => {
    expect(queryOf(read('sort=browser_name.asc,pv.desc,ip.asc&group=browser_name'), TODAY).sort).toEqual([{ column: 'browser_name', direction: 'asc' }, { column: 'pv', direction: 'desc' }, { column: 'ip', direction: 'asc' }]);
    expect(queryOf(read('sort=pv.desc,ip.asc&group=browser_name&agg=n:count(*)'), TODAY).sort).toEqual([]);
    expect(queryOf(read('sort=pv.desc,ip.asc'), TODAY).sort).toEqual([{ column: 'ip', direction: 'asc' }]);
  });

  it('goes from page to page, and starts anew with another size', () => {
    expect(pageChange({ perPage: 30 }, 3, 30)).toEqual({ page: '3', per_page: undefined });
    expect(pageChange({ perPage: 30 }, 3, 5_000)).toEqual({ page: undefined, per_page: '5000' });
    expect(Object.values(resetChanges()).every((value) => value === undefined)).toBe(true);
    expect(resetChanges()).not.toHaveProperty('domain');
  });
});

describe('the form', () => {
  const draft: Draft = {
    basic: { ip: ' 1.2.3.4 ', country_code: 'china', referer: '  ' },
    rules: [
      { key: 0, column: 'url', operator: 'like', value: ' /a ' }, { key: 1, column: 'url', operator: 'like', value: ' ' }, { key: 2, operator: '=', value: 'x' },
      { key: 3, column: 'ip', value: 'x' }, { key: 4, column: 'ram', operator: '>', value: 'much' }, { key: 5, column: 'created_at', operator: '>', value: 'today' },
    ],
    sorts: [{ key: 0, column: 'ip', direction: 'asc' }, { key: 1, column: 'url' }, { key: 2, direction: 'asc' }, { key: 3, column: 'ip', direction: 'desc' }],
    groups: [],
    aggregates: [],
  };

  it('sends whole rows only', () => {
    expect(wholeOf(draft)).toEqual({ basic: { ip: '1.2.3.4' }, rules: [{ column: 'url', operator: 'like', value: '/a' }], sorts: [{ column: 'ip', direction: 'asc' }], groups: [], aggregates: [] });
  });

  it('names figures by themselves, each name once, and none like a group', () => {
    const whole = wholeOf({
      ...draft,
      groups: ['day', 'n'].slice(0, 1),
      aggregates: [{ key: 0, fn: 'avg', column: 'ram', alias: '' }, { key: 1, fn: 'count', column: '*', alias: '' }, { key: 2, fn: 'count', column: 'ip', alias: 'count_all' }, { key: 3, fn: 'sum', column: 'url', alias: '' }, { key: 4, fn: 'count', column: '*', alias: 'day' }, { key: 5, alias: 'x' }],
      sorts: [{ key: 0, column: 'avg_ram', direction: 'desc' }, { key: 1, column: 'ip', direction: 'asc' }],
    });
    expect(whole).toMatchObject({ aggregates: [{ alias: 'avg_ram', call: 'avg(ram)' }, { alias: 'count_all', call: 'count(*)' }], sorts: [{ column: 'avg_ram', direction: 'desc' }] });
  });

  it('is filled by what was asked, and asks the same again', () => {
    const asked = wholeOf({ ...draft, groups: ['day'], aggregates: [{ key: 0, fn: 'max', column: 'ram', alias: 'most' }, { key: 1, fn: 'distinct', column: 'visitor', alias: '' }], sorts: [{ key: 0, column: 'most', direction: 'asc' }] });
    expect(wholeOf(draftOf(asked))).toEqual(asked);
    expect(draftOf(asked).aggregates.map(({ alias }) => alias)).toEqual(['most', '']);
    expect([nextKey([]), nextKey([{ key: 4 }, { key: 1 }])]).toEqual([0, 5]);
  });

  it('offers of each function only columns that the call takes', () => {
    for (const fn of AGGREGATES) {
      for (const column of callColumns(fn)) {
        const call = { fn, column };
        expect(parseCall(callText(call))).toEqual(call);
        expect(report.search.input.safeParse({ aggregates: { [ownName(call)]: callText(call) } }).success).toBe(true);
      }
    }
    expect(OPERATORS).toContain('like');
    expect([parseCall('sum(ip)'), parseCall('sum(*)'), parseCall('count(*); drop'), parseCall('count(nope)')]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a value that is picked', () => {
  it('narrows the report, in the form where it has a field, else by a rule that replaces the one before', () => {
    expect(picked(NO_WISHES, 'ip', '1.2.3.4').basic).toEqual({ ip: '1.2.3.4' });
    const once = picked(NO_WISHES, 'os_name', 'Windows');
    expect(picked(once, 'os_name', 'iOS').rules).toEqual([{ column: 'os_name', operator: '=', value: 'iOS' }]);
    expect([picked(NO_WISHES, 'domain', ''), picked(NO_WISHES, 'nope', 'x'), picked(NO_WISHES, 'country_code', 'china')]).toEqual([NO_WISHES, NO_WISHES, NO_WISHES]);
  });

  it('is excluded by a rule of its own, and nothing stays that asks for it alone', () => {
    const rule = { column: 'os_name', operator: '!=', value: 'Windows' } as const;
    expect(excluded(NO_WISHES, 'os_name', 'Windows').rules).toEqual([rule]);
    expect(excluded(excluded(NO_WISHES, 'os_name', 'Windows'), 'os_name', 'Windows').rules).toEqual([rule]);
    expect(excluded(picked(NO_WISHES, 'os_name', 'Windows'), 'os_name', 'Windows').rules).toEqual([rule]);
    expect(excluded(picked(NO_WISHES, 'ip', '1.2.3.4'), 'ip', '1.2.3.4')).toEqual({ ...NO_WISHES, rules: [{ column: 'ip', operator: '!=', value: '1.2.3.4' }] });
    expect(excluded(picked(NO_WISHES, 'ip', '1.2.3.4'), 'ip', '5.6.7.8').basic).toEqual({ ip: '1.2.3.4' });
    expect([excluded(NO_WISHES, 'created_at', ''), excluded(NO_WISHES, 'nope', 'x')]).toEqual([NO_WISHES, NO_WISHES]);
  });

  it('may be that there is none: visits without a referrer, and all others', () => {
    const direct = picked(picked(NO_WISHES, 'referer', 'https://x.example/'), 'referer', '');
    expect([direct.basic.referer, direct.rules]).toEqual([undefined, [{ column: 'referer', operator: '=', value: '' }]]);
    expect(picked(direct, 'referer', 'https://x.example/')).toEqual(picked(NO_WISHES, 'referer', 'https://x.example/'));
    expect(excluded(direct, 'referer', '').rules).toEqual([{ column: 'referer', operator: '!=', value: '' }]);
    // Through the address, the form and the question.
    const state = read(textOf(wishChanges(direct)));
    expect(queryOf(state, undefined).custom_filters).toEqual([{ column: 'referer', operator: '=', value: '' }]);
    expect(report.search.input.safeParse(searchInput(state, undefined)).success).toBe(true);
    expect(wholeOf(draftOf(state)).rules).toEqual(direct.rules);
    expect(draftOf(excluded(direct, 'referer', '')).rules.map(({ operator }) => operator)).toEqual(['present']);
    expect(new URL(deviceReportPath({ domain: 'a.example' }, { referer: '' }), 'http://x').searchParams.get('rules')).toBe('[["referer","=",""]]');
  });

  it('of a group shows the visits behind it, in its day or hour', () => {
    const state = read('group=day,browser_name,hour&agg=n:count(*)&sort=n.asc&ip=1.2.3.4');
    const row: ReportRow = { day: '2026-11-20', browser_name: 'Chrome', hour: '2026-11-20 07:00:00', n: 3 };
    expect(behindGroup(state, row)).toEqual({
      wishes: { basic: { ip: '1.2.3.4', browser_name: 'Chrome' }, rules: [], sorts: [], groups: [], aggregates: [], domain: '', page: 1, perPage: 30, range: { token: '3d' } },
      range: { start: '2026-11-20 07:00:00', end: '2026-11-20 07:59:59' },
    });
    expect(behindGroup(read('group=day'), { day: '2026-11-20', pv: 1 })?.range).toEqual({ start: '2026-11-20 00:00:00', end: '2026-11-20 23:59:59' });
    expect(behindGroup(state, { ...row, browser_name: '' })?.wishes.rules).toEqual([{ column: 'browser_name', operator: '=', value: '' }]);
    expect(behindGroup(read('group=domain'), { domain: '', pv: 1 })).toBeUndefined();
  });
});

describe('the facts of a visit', () => {
  it('are hidden by default as the specification says', () => {
    const hidden = VISIT_FIELDS.filter((field) => field.hidden).map(({ key }) => key);
    for (const key of ['country_code', 'user_agent', 'gpu_renderer', 'uap_result', 'is_bot', 'is_charging', 'battery_level']) expect(hidden).toContain(key);
    expect(hidden).not.toContain('fingerprint');
    expect(new Set(VISIT_FIELDS.map(({ key }) => key)).size).toBe(VISIT_FIELDS.length);
  });

  it('are text, whatever they are', () => {
    expect([null, undefined, '', 0, false, 'a', ['b']].map(factText)).toEqual(['', '', '', '0', 'false', 'a', '["b"]']);
  });
});
