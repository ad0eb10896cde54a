import { describe, expect, it } from 'vitest';
import { tablesOf, tablesText } from '../../src/widgets/use-as-table';

describe('the charts that are shown as tables', () => {
  it('are a list in the address, whichever was switched first', () => {
    const one = tablesText([], 'trend', true);
    expect([one, tablesText(['trend'], 'browser', true), tablesText(['browser', 'trend'], 'trend', true)]).toEqual(['trend', 'browser,trend', 'browser,trend']);
    expect([tablesText(['browser', 'trend'], 'browser', false), tablesText(['trend'], 'trend', false)]).toEqual(['trend', undefined]);
    expect([tablesOf(new URLSearchParams('tables=browser,trend')), tablesOf(new URLSearchParams('tables=')), tablesOf(new URLSearchParams())]).toEqual([['browser', 'trend'], [], []]);
  });
});
