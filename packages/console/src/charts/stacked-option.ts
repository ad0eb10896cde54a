import { escapeHtml } from '../lib/text';
import { AXIS_GRID, axisTooltip } from './axis-frame';
import type { ChartOption } from './chart';

export interface StackedChart {
  /** Hours or days. */
  readonly labels: readonly string[];
  /** One layer each, the first at the bottom; as many values as labels. */
  readonly layers: readonly { readonly name: string; readonly values: readonly number[]; readonly colour: string }[];
  readonly colours: { readonly text: string; readonly muted: string; readonly line: string; readonly surface: string };
  readonly count: (value: number) => string;
  readonly compact: (value: number) => string;
}

/** Figures by time in layers that add up; the tooltip names those that are there. */
export function stackedOption({ labels, layers, colours, count, compact }: StackedChart): ChartOption {
  return {
    grid: AXIS_GRID,
    tooltip: {
      ...axisTooltip(colours),
      axisPointer: { type: 'shadow' },
      formatter: (hovered) => {
        const at = (Array.isArray(hovered) ? hovered[0] : hovered)?.dataIndex ?? -1;
        const there = layers.filter(({ values }) => (values[at] ?? 0) > 0);
        // An operator's type is any text.
        return [escapeHtml(labels[at] ?? ''), ...there.map(({ name, values }) => `${escapeHtml(name)} <b>${escapeHtml(count(values[at] ?? 0))}</b>`)].join('<br>');
      },
    },
    xAxis: { type: 'category', data: [...labels], axisLine: { lineStyle: { color: colours.line } }, axisTick: { show: false }, axisLabel: { color: colours.muted, hideOverlap: true } },
    yAxis: { type: 'value', minInterval: 1, splitLine: { lineStyle: { color: colours.line } }, axisLabel: { color: colours.muted, formatter: compact } },
    series: layers.map(({ name, values, colour }) => ({ type: 'bar', stack: 'all', name, color: colour, data: [...values], barCategoryGap: '30%', barMaxWidth: 28 })),
  };
}
