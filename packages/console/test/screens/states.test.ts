import { describe, expect, it } from 'vitest';
import * as home from '../../src/screens/dashboard/list-state';
import * as websites from '../../src/screens/websites/list-state';
import { PAGE_SIZES } from '../../src/widgets/paging';
import { pageNumber } from '../../src/widgets/use-url-state';

const parameters = (text: string) => new URLSearchParams(text);

describe('the list of sites in the address', () => {
  it('has the specification’s defaults', () => {
    expect(home.statisticsInput(home.readListState(parameters('')))).toEqual({ page: 1, per_page: 20, domain: '', sort: 'pv', direction: 'desc' });
  });

  it('reads what it wrote, and leaves defaults out', () => {
    const state = home.readListState(parameters('page=3&per_page=50&q=shop&sort=uv&direction=asc'));
    expect(home.listChanges(state, { page: 3 })).toEqual({ page: '3', per_page: '50', q: 'shop', sort: 'uv', direction: 'asc' });
    expect(Object.values(home.listChanges(home.readListState(parameters('')), {}))).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });

  it('starts at the first page when the order changes, and takes no nonsense', () => {
    expect(home.listChanges(home.readListState(parameters('page=3')), { sort: 'ip' })).toMatchObject({ page: undefined, sort: 'ip' });
    expect(home.readListState(parameters('page=-1&per_page=99999&sort=drop&direction=up'))).toMatchObject({ page: 1, perPage: 5_000, sort: 'pv', direction: 'desc' });
  });
});

describe('the websites in the address', () => {
  it('reset to ten on a page, while twenty is the default', () => {
    expect(websites.readListState(parameters('')).perPage).toBe(20);
    expect(websites.resetChanges()).toEqual({ page: undefined, per_page: '10', q: undefined, is_stat: undefined });
  });

  it('filter by counted, not counted, or both', () => {
    expect(websites.listInput(websites.readListState(parameters('is_stat=0')))).toEqual({ page: 1, per_page: 20, domain: '', is_stat: 0 });
    expect(websites.listInput(websites.readListState(parameters('is_stat=2')))).not.toHaveProperty('is_stat');
    expect(websites.listChanges(websites.readListState(parameters('is_stat=1&q=a&page=2')), {})).toEqual({ page: undefined, per_page: undefined, q: 'a', is_stat: '1' });
  });
});

describe('pageNumber', () => {
  it('takes whole numbers from 1', () => {
    expect([null, '', '0', '-3', '1.5', 'x', '12', '99999999'].map((text) => pageNumber(text, 1))).toEqual([1, 1, 1, 1, 1, 1, 12, 1]);
  });
});

it('lists offer the specification’s sizes of a page', () => {
  expect(PAGE_SIZES).toEqual([10, 15, 20, 30, 50, 100, 500, 1_000, 2_000, 3_000, 5_000]);
});
