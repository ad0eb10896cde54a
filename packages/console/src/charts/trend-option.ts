import { escapeHtml } from '../lib/text';
import { AXIS_GRID, axisTooltip } from './axis-frame';
import type { ChartOption } from './chart';

export type PointState = 'past' | 'now' | 'future';

/** One hour or day of the chart. */
export interface TrendDatum {
  /** Start of the hour or day, milliseconds UTC: a label stands twice on a day of 25 hours. */
  readonly at: number;
  readonly label: string;
  readonly state: PointState;
  readonly now: number;
  /** The earlier period's hour or day; undefined where it had none. */
  readonly before: number | undefined;
  readonly beforeLabel: string;
}

export interface TrendChart {
  readonly points: readonly TrendDatum[];
  readonly nowName: string;
  /** undefined where nothing is compared. */
  readonly beforeName: string | undefined;
  readonly runningName: string;
  readonly colours: { readonly accent: string; readonly comparison: string; readonly text: string; readonly muted: string; readonly line: string; readonly surface: string; readonly series: readonly string[] };
  readonly count: (value: number) => string;
  readonly compact: (value: number) => string;
  /** The change of a figure against an earlier one, with sign. */
  readonly change: (now: number, before: number) => string;
  /** A smoother line over the same points, undefined where it does not reach. */
  readonly average?: { readonly name: string; readonly values: readonly (number | undefined)[] };
  /** The points that stand on another ground: days off. */
  readonly shaded?: readonly boolean[];
}

const LINE = { type: 'line', symbolSize: 5, emphasis: { disabled: true } } as const;

/** The value, or a gap: hours to come are blank, not 0. */
type Drawn = number | '-';

/**
 * Two lines over the same axis. The running hour hangs on by a dashed stroke, because it is not over; what is to
 * come is blank; the earlier period is dashed throughout.
 */
export function trendOption(chart: TrendChart): ChartOption {
  const { points, colours } = chart;
  const single = points.length === 1;
  const { average, shaded } = chart;
  const solid: Drawn[] = points.map(({ state, now }) => (state === 'past' ? now : '-'));
  const running: Drawn[] = points.map(({ state, now }, at) => (state === 'now' || points[at + 1]?.state === 'now' ? now : '-'));
  return {
    grid: AXIS_GRID,
    tooltip: {
      ...axisTooltip(colours),
      axisPointer: { lineStyle: { color: colours.muted } },
      formatter: (hovered) => {
        const first = Array.isArray(hovered) ? hovered[0] : hovered;
        const point = points[first?.dataIndex ?? -1];
        return point ? tooltip(point, chart, average?.values[first?.dataIndex ?? -1]) : '';
      },
    },
    xAxis: {
      type: 'category',
      boundaryGap: single || shaded !== undefined,
      data: points.map(({ label }) => label),
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { color: colours.muted, hideOverlap: true },
      ...(shaded ? { splitArea: { show: true, interval: 0, areaStyle: { color: shaded.map((off) => (off ? colours.line : 'transparent')), opacity: 0.35 } } } : {}),
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { color: colours.muted, formatter: chart.compact },
    },
    series: [
      { ...LINE, name: chart.nowName, data: solid, showSymbol: single, z: 4, color: colours.accent, lineStyle: { width: 2 }, areaStyle: { opacity: 0.08 } },
      { ...LINE, name: chart.runningName, data: running, symbol: 'emptyCircle', showSymbol: true, showAllSymbol: true, z: 4, color: colours.accent, lineStyle: { width: 2, type: 'dashed' }, tooltip: { show: false }, symbolSize: (_value: unknown, { dataIndex }: { dataIndex: number }) => (points[dataIndex]?.state === 'now' ? 6 : 0) },
      ...(chart.beforeName === undefined ? [] : [{ ...LINE, name: chart.beforeName, data: points.map(({ before }): Drawn => before ?? '-'), showSymbol: single, z: 3, color: colours.comparison, lineStyle: { width: 1.5, type: 'dashed' as const } }]),
      ...(average ? [{ ...LINE, name: average.name, data: average.values.map((value): Drawn => value ?? '-'), showSymbol: false, z: 2, color: colours.series[1] ?? colours.muted, lineStyle: { width: 1.5 } }] : []),
    ],
  };
}

/** Both figures and their change. The texts are the console's own, and are escaped all the same. */
function tooltip(point: TrendDatum, { count, change, runningName, colours, average }: TrendChart, smooth: number | undefined): string {
  const row = (colour: string, label: string, value: string) =>
    `<div style="display:flex;gap:16px;justify-content:space-between"><span><span style="color:${colour}">●</span> ${escapeHtml(label)}</span><b style="font-variant-numeric:tabular-nums">${escapeHtml(value)}</b></div>`;
  const running = point.state === 'now' ? ` (${runningName})` : '';
  const rows = [
    ...(point.state === 'future' ? [] : [row(colours.accent, point.label + running, count(point.now))]),
    ...(average === undefined || smooth === undefined ? [] : [row(colours.series[1] ?? colours.muted, average.name, count(smooth))]),
    ...(point.before === undefined ? [] : [row(colours.comparison, point.beforeLabel, count(point.before))]),
    ...(point.state === 'past' && point.before !== undefined ? [`<div style="text-align:right">${escapeHtml(change(point.now, point.before))}</div>`] : []),
  ];
  return rows.join('');
}
