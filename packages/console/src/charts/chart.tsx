/**
 * The only place that knows the chart library; it comes as a chunk of its own. Options are made elsewhere, by pure
 * functions. A chart is drawn anew when it comes back into view, without moving: movement is for changed data.
 */
import { LineChart, type LineSeriesOption, PieChart, type PieSeriesOption } from 'echarts/charts';
import { AriaComponent, type AriaComponentOption, GridComponent, type GridComponentOption, TooltipComponent, type TooltipComponentOption } from 'echarts/components';
import { type ComposeOption, type ECharts, init, registerLocale, use as register } from 'echarts/core';
import spanish from 'echarts/i18n/langES-obj.js';
import japanese from 'echarts/i18n/langJA-obj.js';
import { CanvasRenderer } from 'echarts/renderers';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Language } from '../i18n/languages';

register([LineChart, PieChart, GridComponent, TooltipComponent, AriaComponent, CanvasRenderer]);
// It knows English and Chinese by itself.
registerLocale('ES', spanish);
registerLocale('JA', japanese);

/** What the charts of the console are made of. */
export type ChartOption = ComposeOption<
  LineSeriesOption | PieSeriesOption | GridComponentOption | TooltipComponentOption | AriaComponentOption
>;

interface Props {
  readonly option: ChartOption;
  readonly height: number;
  /** Of what the library itself has to say. */
  readonly language: Language;
  /** The chart in words. */
  readonly label: string;
  /** The data index of what was clicked. */
  readonly onPick?: (index: number) => void;
}

/** Draws an option and follows the size of its place. */
export default function Chart({ option, height, language, label, onPick }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);
  const pick = useRef(onPick);

  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);

  useEffect(() => {
    if (!place.current) return undefined;
    const drawn = init(place.current, undefined, { locale: language.toUpperCase() });
    chart.current = drawn;
    drawn.on('click', ({ dataIndex }) => pick.current?.(dataIndex));
    const observer = new ResizeObserver(() => drawn.resize());
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      drawn.dispose();
      chart.current = undefined;
    };
    // The description changes with the language, so that what was begun anew is drawn anew.
  }, [language]);

  useEffect(() => {
    const fontFamily = place.current ? getComputedStyle(place.current).fontFamily : '';
    chart.current?.setOption({ ...option, textStyle: { fontFamily }, animation: false, aria: { enabled: true, label: { description: label } } }, { notMerge: true });
  }, [option, label]);

  return <div ref={place} style={{ height }} role="img" aria-label={label} />;
}
