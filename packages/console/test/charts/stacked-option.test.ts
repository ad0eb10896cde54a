import { describe, expect, it } from 'vitest';
import { stackedOption } from '../../src/charts/stacked-option';

const option = stackedOption({
  labels: ['00:00', '01:00'],
  layers: [{ name: 'Search', values: [3, 0], colour: '#111111' }, { name: '<b>own</b>', values: [1, 2], colour: '#222222' }],
  colours: { text: '#000000', muted: '#777777', line: '#dddddd', surface: '#ffffff' },
  count: (value) => `${value} hits`,
  compact: String,
});

function tooltip(dataIndex: number): unknown {
  const { formatter } = option.tooltip as { formatter: (hovered: unknown) => unknown };
  return formatter([{ dataIndex }]);
}

describe('layers over time', () => {
  it('stand one above the other, each with its values', () => {
    expect(option.series).toMatchObject([{ type: 'bar', stack: 'all', color: '#111111', data: [3, 0] }, { type: 'bar', stack: 'all', color: '#222222', data: [1, 2] }]);
    expect(option.xAxis).toMatchObject({ data: ['00:00', '01:00'] });
  });

  it('name in the tooltip what is there, and nothing of a name is markup', () => {
    expect(tooltip(0)).toBe('00:00<br>Search <b>3 hits</b><br>&lt;b&gt;own&lt;/b&gt; <b>1 hits</b>');
    expect(tooltip(1)).toBe('01:00<br>&lt;b&gt;own&lt;/b&gt; <b>2 hits</b>');
  });
});
