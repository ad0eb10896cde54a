import { type endpoints, home, type Output } from '@footfall/contract';
import { Radio } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { censusOption } from '../../charts/census-option';
import { formatCompact, formatCount, formatShare } from '../../lib/numbers';
import { spanText } from '../../lib/span-text';
import { useAppearance } from '../../widgets/appearance';
import { DownloadButton } from '../../widgets/download-button';
import { useLanguage } from '../../widgets/language';
import { LazyChart } from '../../widgets/lazy-chart';
import { MetricSwitch } from '../../widgets/metric-switch';
import { type Asked, Panel } from '../../widgets/panel';
import { parseMetric, type TrendMetric } from '../../widgets/trend-data';
import { type ScreenFilter, siteInput } from '../../widgets/use-screen-filter';
import { censusColumns } from './export-columns';
import styles from './flow-rate.module.css';
import { type Measure, parseMeasure } from './measure';
import { ShareTable } from './share-table';

type Census = Output<typeof endpoints.home.census>;

const CHART_HEIGHT = 280;
const TABLE_HEIGHT = 560;

interface Props {
  readonly filter: ScreenFilter;
  readonly asked: Asked<Census>;
  readonly by: 'hour' | 'day';
  readonly title: string;
  /** Stands between chart and table. */
  readonly between?: ReactNode;
}

/** By hour of the day or by day of the month: the chart of one figure, as a mean or in all, and the table of all with their shares. */
export function CensusPanels({ filter, asked, by, title, between }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { parameters, change } = filter;
  const metric = parseMetric(parameters.get('metric'));
  const measure = parseMeasure(parameters.get('measure'));
  const span = asked.data && spanText([asked.data.cut.from, asked.data.cut.to], locale, filter.now);
  const extra = (
    <>
      <Radio.Group
        size="small"
        aria-label={t('flow.measure')}
        optionType="button"
        value={measure}
        options={[{ value: 'mean', label: t('flow.mean') }, { value: 'sum', label: t('info.total') }]}
        onChange={({ target }) => change({ measure: target.value === 'mean' ? undefined : String(target.value) })}
      />
      <MetricSwitch />
    </>
  );
  const first = t(by === 'hour' ? 'flow.hour' : 'flow.dayOfMonth');
  const label = (key: string) => (by === 'hour' ? t('flow.hourLabel', { hour: key }) : t('flow.dayLabel', { day: Number(key) }));
  return (
    <>
      <Panel title={<>{title}<span className={styles.span}>{span}</span></>} extra={extra} asked={asked} minHeight={CHART_HEIGHT} rows={7}>
        {(census) => <CensusChart census={census} metric={metric} measure={measure} by={by} title={title} label={label} />}
      </Panel>
      {between}
      <Panel
        title={t('flow.table', { title })}
        extra={<DownloadButton endpoint={home.censusExport} input={{ ...siteInput(filter), query_type: by === 'hour' ? 'every_hour' : 'every_day' }} columns={censusColumns(t, first)} />}
        asked={asked}
        minHeight={TABLE_HEIGHT}
        rows={12}
        anyHeight
      >
        {({ list, total }) => (
          <ShareTable
            title={title}
            column={first}
            rows={list.map(({ key, mean, pv, uv, ip }) => ({ key, label: label(key), state: 'past', counts: { pv, uv, ip }, mean }))}
            total={total}
            meanTitle={t(by === 'hour' ? 'flow.meanHour' : 'flow.meanDay')}
          />
        )}
      </Panel>
    </>
  );
}

interface ChartProps {
  readonly census: Census;
  readonly metric: TrendMetric;
  readonly measure: Measure;
  readonly by: 'hour' | 'day';
  readonly title: string;
  readonly label: (key: string) => string;
}

function CensusChart({ census, metric, measure, by, title, label }: ChartProps): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const colours = useAppearance();
  const metricName = t(`metric.${metric}`);
  const option = useMemo(
    () =>
      censusOption({
        points: census.list.map((row) => ({
          label: label(row.key),
          value: measure === 'mean' ? row.mean[metric] : row[metric],
          details: [t('flow.shareOf', { share: formatShare(row[metric], census.total[metric], locale) }), t('flow.times', { times: formatCount(row.times, locale) })],
        })),
        kind: by === 'hour' ? 'bar' : 'line',
        name: metricName,
        colours,
        count: (value) => formatCount(value, locale),
        compact: (value) => formatCompact(value, locale),
      }),
    [census, metric, measure, by, metricName, colours, locale, t, label],
  );
  const peak = census.list.reduce((best, row) => (row.mean[metric] > best.mean[metric] ? row : best), census.list[0] ?? { key: '', mean: { pv: 0, uv: 0, ip: 0 } });
  const words = peak.mean[metric] === 0 ? title : t('flow.peak', { title, metric: metricName, peak: label(peak.key), mean: formatCount(peak.mean[metric], locale) });
  return <LazyChart option={option} height={CHART_HEIGHT} label={words} />;
}
