import { type endpoints, home, type Output, type TrendPoint } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isComparing, isPrevious } from '../../lib/compare';
import { deviceReportPath } from '../../lib/links';
import { formatCount } from '../../lib/numbers';
import { spanText } from '../../lib/span-text';
import { useLanguage } from '../../widgets/language';
import { DownloadButton } from '../../widgets/download-button';
import { MetricSwitch } from '../../widgets/metric-switch';
import { type Asked, Panel } from '../../widgets/panel';
import { TREND_HEIGHT, TrendChart } from '../../widgets/trend-chart';
import { extremes, logSeries, parseMetric, pointLabel, rangeOfPoint, type Series, trendData, type TrendMetric } from '../../widgets/trend-data';
import { useMayOpen } from '../../widgets/session';
import { comparedInput, type ScreenFilter } from '../../widgets/use-screen-filter';
import { pointColumns } from './export-columns';
import styles from './flow-rate.module.css';
import { type ShareRow, ShareTable } from './share-table';

const LINE_HEIGHT = 24;
const TABLE_HEIGHT = 560;

interface Props {
  readonly filter: ScreenFilter;
  readonly asked: Asked<Output<typeof endpoints.home.log>>;
  readonly grain: 'hour' | 'day';
  readonly title: string;
}

/** The range of the screen by hour or by day: the chart of one figure, and the table of all with their shares. */
export function LogPanels({ filter, asked, grain, title }: Props): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayOpenReport = useMayOpen('reportDevice');
  const { locale } = useLanguage();
  const metric = parseMetric(filter.parameters.get('metric'));
  const hourLabel = (day: string, hour: string) => t('info.hourLabel', { day, hour });
  const linkOf = (point: { readonly key: string }) => deviceReportPath({ ...filter, range: rangeOfPoint(point, grain) }, {});
  const open = (point: TrendPoint | undefined) => {
    if (point && point.state !== 'future') void navigate(linkOf(point));
  };
  const rowsOf = (answer: Output<typeof endpoints.home.log>): ShareRow[] =>
    answer.list.map((point) => ({ key: String(point.at), label: pointLabel(point, grain, hourLabel), state: point.state, to: linkOf(point), counts: point }));
  const span = spanText(filter.queryTime, locale, filter.now);
  return (
    <>
      <Panel title={<>{title}<span className={styles.span}>{span}</span></>} extra={<MetricSwitch />} asked={asked} minHeight={TREND_HEIGHT + LINE_HEIGHT} rows={7}>
        {(answer) => {
          const series = logSeries(answer, grain);
          return (
            <>
              <TrendChart
                series={series}
                metric={metric}
                title={title}
                previous={isPrevious(filter.compare)}
                daily={grain === 'day'}
                {...(mayOpenReport ? { onPick: (index: number) => open(answer.list[index]) } : {})}
              />
              <Extremes series={series} metric={metric} />
            </>
          );
        }}
      </Panel>
      <Panel
        title={t('flow.table', { title })}
        extra={<DownloadButton endpoint={home.logExport} input={{ ...comparedInput(filter), query_type: grain }} columns={pointColumns(t, isComparing(filter.compare))} />}
        asked={asked}
        minHeight={TABLE_HEIGHT}
        rows={12}
        anyHeight
      >
        {(answer) => <ShareTable title={title} column={t(grain === 'hour' ? 'flow.hour' : 'flow.day')} rows={rowsOf(answer)} total={answer.total} />}
      </Panel>
    </>
  );
}

/** When there was most and when least, in words. */
function Extremes({ series, metric }: { readonly series: Series; readonly metric: TrendMetric }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const found = extremes(trendData(series, metric, (day, hour) => t('info.hourLabel', { day, hour })));
  const text = found && t('flow.extremes', { high: found.high.label, most: formatCount(found.high.now, locale), low: found.low.label, least: formatCount(found.low.now, locale) });
  return <p className={styles.note} style={{ minHeight: LINE_HEIGHT }}>{text}</p>;
}
