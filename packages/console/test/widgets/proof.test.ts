import type { ProvenFilter, ProvenPart } from '@footfall/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { readLogState } from '../../src/screens/spider-log/log-state';
import { readReportState } from '../../src/screens/device-report/report-state';
import { changedFigures } from '../../src/widgets/proof/changed-figures';
import { questionOf } from '../../src/widgets/proof/question-of';
import { rowsBehind } from '../../src/widgets/proof/rows-behind';

const DAY = { from: '2026-11-22 00:00:00', to: '2026-11-22 23:59:59', utc_from: '2026-11-21T16:00:00.000Z', utc_to: '2026-11-22T16:00:00.000Z' };
const filter = (column: string, operator: string, ...values: string[]): ProvenFilter => ({ column, operator, values, num: values.length });
const part = (more: Partial<ProvenPart> = {}): ProvenPart => ({ as: 'groups', table: 'visits', sites: ['shop.example'], site_count: 1, periods: [DAY], filters: [], by: [], groups: [], group_count: 0, rolled: null, counted: null, ...more });
const group = (keys: Record<string, string>, periods: ProvenPart['periods'] = null) => ({ keys, label: null, periods, figures: {} });
const zoneOf = (domain: string): string => (domain === 'berlin.example' ? 'Europe/Berlin' : 'Asia/Shanghai');
const parametersOf = (path: string | undefined): URLSearchParams => new URL(path ?? '', 'http://console').searchParams;

describe('the rows behind a figure', () => {
  it('are the visits of the report under the same filter, which its address says', () => {
    const rows = rowsBehind(part({ filters: [filter('country_code', '=', 'CN'), filter('fingerprint', 'present', ''), filter('url', 'like', "a'b&c")] }), group({ referer: '' }), zoneOf);
    expect(rows?.queryTime).toEqual(['2026-11-22 00:00:00', '2026-11-22 23:59:59']);
    const state = readReportState(parametersOf(rows?.path));
    expect([state.domain, state.range]).toEqual(['shop.example', { start: '2026-11-22 00:00:00', end: '2026-11-22 23:59:59' }]);
    expect(state.rules.map(({ column, operator, value }) => [column, operator, value])).toEqual([['country_code', '=', 'CN'], ['fingerprint', '!=', ''], ['url', 'like', "a'b&c"], ['referer', '=', '']]);
    expect(rows?.rules).toEqual(state.rules.map(({ column, operator, value }) => [column, operator, value]));
  });

  it('are cut by the clock of the list that shows them', () => {
    expect(rowsBehind(part({ site_count: 2, sites: ['berlin.example', 'shop.example'] }), group({ domain: 'berlin.example' }), zoneOf)).toMatchObject({ domain: 'berlin.example', queryTime: ['2026-11-21 17:00:00', '2026-11-22 16:59:59'] });
    expect(rowsBehind(part({ site_count: 2, sites: ['berlin.example', 'shop.example'] }), undefined, zoneOf)).toMatchObject({ domain: '' });
    expect(rowsBehind(part({ periods: null }), undefined, zoneOf)?.path).toBe('/report/device?domain=shop.example&range=all');
  });

  it('are the hits of the log under the same filter, which its address says', () => {
    const rows = rowsBehind(part({ table: 'spider_hits', filters: [filter('url', '=', 'https://shop.example/a?b=c'), filter('name', 'in', 'Googlebot')] }), group({ status: '', type: 'search_engine' }), zoneOf);
    expect(readLogState(parametersOf(rows?.path))).toMatchObject({ address: 'https://shop.example/a?b=c', name: 'Googlebot', status: 'none', type: 'search_engine' });
    expect(rows?.narrowed).toEqual({ address: 'https://shop.example/a?b=c', name: 'Googlebot', status: 'none', type: 'search_engine' });
  });

  it('are none where no list can be narrowed to just them', () => {
    const gap = { ...DAY, utc_from: '2026-11-23T16:00:00.000Z', utc_to: '2026-11-24T16:00:00.000Z' };
    const none = [
      part({ periods: [DAY, gap] }), part({ periods: [{ ...DAY, utc_to: '2026-11-22T15:00:00.001Z' }] }), part({ table: 'events' }), part({ table: 'spider_hits', periods: null }), part({ filters: [filter('url_path', '=', '/a')] }),
      part({ filters: [filter('url', 'mentions', 'a')] }), part({ filters: [filter('browser_name', 'in', 'a', 'b')] }), part({ table: 'spider_hits', filters: [filter('country_code', '=', 'CN')] }), part({ table: 'spider_hits', filters: [filter('status', '=', '')] }),
    ];
    expect(none.map((one) => rowsBehind(one, undefined, zoneOf))).toEqual(none.map(() => null));
    expect(rowsBehind(part(), undefined, () => undefined)).toBeNull();
  });
});

describe('two answers', () => {
  it('differ in their numbers alone', () => {
    const before = { list: [{ key: 'a', pv: 1 }, { key: 'b', pv: 2 }], cut: { complete_to: null }, took: 5 };
    expect(changedFigures(before, { list: [{ key: 'a', pv: 1 }, { key: 'b', pv: 2 }], cut: { complete_to: '2026' }, took: 9 })).toEqual([]);
    expect(changedFigures(before, { list: [{ key: 'a', pv: 3 }], cut: {}, took: 5 })).toEqual([{ path: 'list.0.pv', before: 1, now: 3 }, { path: 'list.1.pv', before: 2, now: undefined }]);
  });
});

describe('the question of an answer', () => {
  const queries = new QueryClient();
  const answer = { list: [] };
  queries.setQueryData(['home.trend', { domain: 'shop.example' }], answer);
  queries.setQueryData(['auth.me'], { id: 1 });
  const cache = queries.getQueryCache();

  it('is what it was asked with; of other answers there is none', () => {
    expect(questionOf(cache, answer)).toEqual({ question: 'home.trend', input: { domain: 'shop.example' } });
    expect([questionOf(cache, { list: [] }), questionOf(cache, queries.getQueryData(['auth.me'])), questionOf(cache, undefined), questionOf(cache, 5)]).toEqual([null, null, null, null]);
  });
});
