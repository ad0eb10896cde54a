import { describe, expect, it } from 'vitest';
import { censusOption } from '../../src/charts/census-option';
import { pieOption } from '../../src/charts/pie-option';
import { trendOption, type TrendDatum } from '../../src/charts/trend-option';

const colours = { accent: '#123456', comparison: '#654321', text: '#000000', muted: '#444444', line: '#cccccc', surface: '#ffffff', series: ['#123456', '#abcdef'] };
const points: TrendDatum[] = [
  { at: 0, label: '11/21 00时', state: 'past', now: 4, before: 2, beforeLabel: '11/20 00时' },
  { at: 1, label: '11/21 01时', state: 'now', now: 1, before: 5, beforeLabel: '11/20 01时' },
  { at: 2, label: '11/21 02时', state: 'future', now: 0, before: 7, beforeLabel: '11/20 02时' },
];
const build = (data: readonly TrendDatum[], more: Partial<Parameters<typeof trendOption>[0]> = {}) =>
  trendOption({
    points: data, colours, nowName: '11/21 PV', beforeName: '11/20 PV', runningName: 'running',
    count: (value) => `#${value}`, compact: String, change: (now, before) => `${now}<${before}`,
    ...more,
  });

type Series = { name: string; data: unknown[]; lineStyle: { type?: string } };
const seriesOf = (option: unknown) => (option as { series: Series[] }).series;
const tooltipOf = (option: unknown, dataIndex: number) => (option as { tooltip: { formatter: (hovered: unknown) => string } }).tooltip.formatter([{ dataIndex }]);

describe('trendOption', () => {
  it('draws the past solid, the running hour dashed, the future not at all, and the comparison dashed', () => {
    const [solid, running, before] = seriesOf(build(points));
    expect(solid).toMatchObject({ name: '11/21 PV', data: [4, '-', '-'] });
    expect(solid?.lineStyle.type).toBeUndefined();
    expect(running).toMatchObject({ data: [4, 1, '-'], lineStyle: { type: 'dashed' } });
    expect(before).toMatchObject({ name: '11/20 PV', data: [2, 5, 7], lineStyle: { type: 'dashed' } });
  });

  it('leaves a gap where the other day had no such hour', () => {
    expect(seriesOf(build([{ at: 0, label: 'a', state: 'past', now: 0, before: undefined, beforeLabel: '' }]))[2]?.data).toEqual(['-']);
  });

  it('tells both figures and, once the hour is over, their change', () => {
    const option = build(points);
    expect(tooltipOf(option, 0)).toContain('#4');
    expect(tooltipOf(option, 0)).toContain('#2');
    expect(tooltipOf(option, 0)).toContain('4&lt;2');
    expect(tooltipOf(option, 1)).toContain('(running)');
    expect(tooltipOf(option, 1)).not.toContain('1&lt;5');
    expect(tooltipOf(option, 2)).not.toContain('#0');
    expect(tooltipOf(option, 2)).toContain('#7');
    expect(tooltipOf(option, 9)).toBe('');
  });
});

describe('trendOption by day', () => {
  const option = build(points, { beforeName: undefined, average: { name: 'mean', values: [undefined, 2.5, undefined] }, shaded: [false, true, false] });

  it('draws no comparison where there is none, and the mean beside', () => {
    expect(seriesOf(option).map(({ name }) => name)).toEqual(['11/21 PV', 'running', 'mean']);
    expect(seriesOf(option)[2]?.data).toEqual(['-', 2.5, '-']);
    expect(tooltipOf(option, 1)).toContain('#2.5');
    expect(tooltipOf(option, 0)).not.toContain('mean');
  });

  it('lays days off on another ground, each under its own day', () => {
    const axis = (option as { xAxis: { boundaryGap: boolean; splitArea: { interval: number; areaStyle: { color: string[] } } } }).xAxis;
    expect(axis.boundaryGap).toBe(true);
    expect(axis.splitArea.interval).toBe(0);
    expect(axis.splitArea.areaStyle.color).toEqual(['transparent', '#cccccc', 'transparent']);
  });
});

describe('censusOption', () => {
  const hours = [{ label: '<b>', value: 2, details: ['a & b'] }, { label: '01', value: 5.5, details: [] }];
  const of = (kind: 'bar' | 'line') => censusOption({ points: hours, kind, name: 'PV', colours, count: (value) => `#${value}`, compact: String });

  it('draws every hour, the highest strongest', () => {
    expect(seriesOf(of('bar'))[0]?.data).toEqual([{ value: 2, itemStyle: { opacity: 0.62 } }, { value: 5.5, itemStyle: { opacity: 1 } }]);
    expect(seriesOf(of('line'))[0]?.data).toEqual([2, 5.5]);
  });

  it('tells the figure and what else is known of it, as text', () => {
    expect(tooltipOf(of('bar'), 0)).toBe('&lt;b&gt; <b>#2</b><br>a &amp; b');
    expect(tooltipOf(of('line'), 7)).toBe('');
  });
});

describe('pieOption', () => {
  const option = pieOption({
    slices: [{ name: '<script>alert(1)</script>', value: 3, colour: '#111111', clickable: true }, { name: 'other', value: 1, colour: '#222222', clickable: false }],
    colours, count: String, share: (value) => `${value}%`,
  });

  it('shows a name from a stranger as text', () => {
    const formatter = (option.tooltip as { formatter: (hovered: unknown) => string }).formatter;
    expect(formatter({ dataIndex: 0 })).not.toContain('<script');
    expect(formatter({ dataIndex: 0 })).toContain('&lt;script&gt;');
  });

  it('invites to click only where there is something behind', () => {
    const [series] = (option as { series: { data: { cursor: string }[] }[] }).series;
    expect(series?.data.map(({ cursor }) => cursor)).toEqual(['pointer', 'default']);
  });
});
