import { escapeHtml } from '../lib/text';
import { AXIS_GRID, axisTooltip } from './axis-frame';
import type { ChartOption } from './chart';

export interface CensusChart {
  /** Hours of the day or days of the month. */
  readonly points: readonly { readonly label: string; readonly value: number; readonly details: readonly string[] }[];
  readonly kind: 'bar' | 'line';
  readonly name: string;
  readonly colours: { readonly accent: string; readonly text: string; readonly muted: string; readonly line: string; readonly surface: string };
  readonly count: (value: number) => string;
  readonly compact: (value: number) => string;
}

/** One figure by hour of the day or by day of the month; of bars the highest stand out. */
export function censusOption({ points, kind, name, colours, count, compact }: CensusChart): ChartOption {
  const top = Math.max(0, ...points.map(({ value }) => value));
  const data = points.map(({ value }) => (kind === 'bar' ? { value, itemStyle: { opacity: value === top && top > 0 ? 1 : 0.62 } } : value));
  const look = { name, color: colours.accent, data } as const;
  return {
    grid: AXIS_GRID,
    tooltip: {
      ...axisTooltip(colours),
      axisPointer: kind === 'bar' ? { type: 'shadow' } : { lineStyle: { color: colours.muted } },
      formatter: (hovered) => {
        const point = points[(Array.isArray(hovered) ? hovered[0] : hovered)?.dataIndex ?? -1];
        return point ? [`${escapeHtml(point.label)} <b>${escapeHtml(count(point.value))}</b>`, ...point.details.map(escapeHtml)].join('<br>') : '';
      },
    },
    xAxis: {
      type: 'category',
      data: points.map(({ label }) => label),
      axisLine: { lineStyle: { color: colours.line } },
      axisTick: { show: false },
      axisLabel: { color: colours.muted, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      splitLine: { lineStyle: { color: colours.line } },
      axisLabel: { color: colours.muted, formatter: compact },
    },
    series: [kind === 'bar' ? { ...look, type: 'bar', barCategoryGap: '35%', barMaxWidth: 28 } : { ...look, type: 'line', symbolSize: 5, showSymbol: false, lineStyle: { width: 2 }, areaStyle: { opacity: 0.08 } }],
  };
}
