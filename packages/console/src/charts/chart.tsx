/**
 * The only place that knows the chart library; it comes as a chunk of its own. Options are made elsewhere, by pure
 * functions. Charts are vectors, sharp on every screen and on paper. A chart is drawn anew when it comes back into view, without moving: movement is for changed data.
 */
import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption, PieChart, type PieSeriesOption } from 'echarts/charts';
import { AriaComponent, type AriaComponentOption, GridComponent, type GridComponentOption, TooltipComponent, type TooltipComponentOption } from 'echarts/components';
import { type ComposeOption, type ECharts, init, registerLocale, use as register } from 'echarts/core';
import spanish from 'echarts/i18n/langES-obj.js';
import japanese from 'echarts/i18n/langJA-obj.js';
import { SVGRenderer } from 'echarts/renderers';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import type { Language } from '../i18n/languages';
import { settled } from '../lib/settled';
import styles from './chart.module.css';

register([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer]);
// It knows English and Chinese by itself.
registerLocale('ES', spanish);
registerLocale('JA', japanese);

/** Milliseconds after the last change of its place until a chart fits it for good. Source: specification 2, section 9. */
const SETTLED = 100;
/**
 * Pixels that charts are wide on paper: with axes as the upright sheet, two beside each other on the wide one (app/print.css), and round ones. They are told:
 * when printing begins their places still have the sizes of the window.
 */
const PAPER = { upright: 650, wide: 460, round: 200 } as const;
const WIDE_SHEET = ".ff-wide-print:not([style*='display: none'], [style*='display: none'] *)";

/** What the charts of the console are made of. */
export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | PieSeriesOption | GridComponentOption | TooltipComponentOption | AriaComponentOption
>;

interface Props {
  readonly option: ChartOption;
  readonly height: number;
  /** Of what the library itself has to say. */
  readonly language: Language;
  /** The chart in words. */
  readonly label: string;
  /** The data index of what was clicked; of charts with axes, wherever in its column. */
  readonly onPick?: (index: number) => void;
  /** Whether the page is being printed. */
  readonly printing: boolean;
}

/** Draws an option and follows the size of its place. */
export default function Chart({ option, height, language, label, onPick, printing }: Props): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<ECharts>(undefined);
  const pick = useRef(onPick);
  /** undefined: as its place; else the page is being printed. */
  const width = useRef<number>(undefined);

  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);

  useEffect(() => {
    if (!place.current) return undefined;
    const drawn = init(place.current, undefined, { renderer: 'svg', locale: language.toUpperCase(), ...(width.current === undefined ? {} : { width: width.current }) });
    chart.current = drawn;
    drawn.on('click', ({ dataIndex, componentSubType }) => {
      if (componentSubType === 'pie') pick.current?.(dataIndex);
    });
    drawn.getZr().on('click', ({ offsetX, offsetY }) => {
      const column = columnAt(drawn, [offsetX, offsetY]);
      if (column !== undefined) pick.current?.(column);
    });
    drawn.getZr().on('mousemove', ({ offsetX, offsetY }) => {
      if (pick.current && columnAt(drawn, [offsetX, offsetY]) !== undefined) drawn.getZr().setCursorStyle('pointer');
    });
    const fitted = settled(() => drawn.resize(), SETTLED);
    const observer = new ResizeObserver(() => {
      if (width.current === undefined) fitted.run();
    });
    observer.observe(place.current);
    return () => {
      fitted.stop();
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

  // At once: the browser takes its picture when printing has been told of.
  useLayoutEffect(() => {
    const sheet = document.querySelector(WIDE_SHEET) === null ? PAPER.upright : PAPER.wide;
    width.current = printing ? ('xAxis' in option ? sheet : PAPER.round) : undefined;
    chart.current?.resize({ width: width.current ?? 'auto' });
  }, [printing, option]);

  return <div ref={place} className={styles.chart} style={{ height }} role="img" aria-label={label} />;
}

/** The place on the axis under a pixel; undefined beside the axes, and where there are none. */
function columnAt(chart: ECharts, pixel: [number, number]): number | undefined {
  if (!('xAxis' in chart.getOption()) || !chart.containPixel({ gridIndex: 0 }, pixel)) return undefined;
  const [column] = chart.convertFromPixel({ gridIndex: 0 }, pixel);
  return column;
}
