/** The room that charts over time leave around their axes. */
export const AXIS_GRID = { left: 8, right: 16, top: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' } as const;

interface Colours {
  readonly text: string;
  readonly line: string;
  readonly surface: string;
}

/** How such a chart tells what stands at a place of its axis, but for its words. */
export function axisTooltip({ text, line, surface }: Colours) {
  return { trigger: 'axis', confine: true, backgroundColor: surface, borderColor: line, textStyle: { color: text, fontSize: 13 } } as const;
}
