import { escapeHtml } from '../lib/text';
import type { ChartOption } from './chart';

export interface PieChart {
  readonly slices: readonly { readonly name: string; readonly value: number; readonly colour: string; readonly clickable: boolean }[];
  readonly colours: { readonly text: string; readonly line: string; readonly surface: string };
  readonly count: (value: number) => string;
  readonly share: (value: number) => string;
}

/** A ring of slices. Names and figures stand in the list beside it, which can be read and reached by keyboard. */
export function pieOption({ slices, colours, count, share }: PieChart): ChartOption {
  return {
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: colours.surface,
      borderColor: colours.line,
      textStyle: { color: colours.text, fontSize: 13 },
      formatter: (hovered) => {
        const slice = slices[(Array.isArray(hovered) ? hovered[0] : hovered)?.dataIndex ?? -1];
        // Browser names come from strangers.
        return slice ? `${escapeHtml(slice.name)}<br><b>${escapeHtml(count(slice.value))}</b> · ${escapeHtml(share(slice.value))}` : '';
      },
    },
    series: [
      {
        type: 'pie',
        radius: ['52%', '92%'],
        label: { show: false },
        labelLine: { show: false },
        itemStyle: { borderColor: colours.surface, borderWidth: 1.5 },
        emphasis: { scaleSize: 4 },
        data: slices.map(({ name, value, colour, clickable }) => ({ name, value, itemStyle: { color: colour }, cursor: clickable ? 'pointer' : 'default' })),
      },
    ],
  };
}
