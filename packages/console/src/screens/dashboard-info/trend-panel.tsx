import type { endpoints, Output } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { isComparing, isPrevious } from '../../lib/compare';
import { deviceReportPath, PATHS, scopedPath } from '../../lib/links';
import { MetricSwitch } from '../../widgets/metric-switch';
import { type Asked, Panel } from '../../widgets/panel';
import { TREND_HEIGHT, TrendChart } from '../../widgets/trend-chart';
import { parseMetric, rangeOfPoint, trendSeries } from '../../widgets/trend-data';
import { useMayOpen } from '../../widgets/session';
import { useAsTable } from '../../widgets/use-as-table';
import type { ScreenFilter } from '../../widgets/use-screen-filter';
import { ViewSwitch } from '../../widgets/view-switch';

type Trend = Output<typeof endpoints.home.trend>;

/** One figure over time, beside another period. An hour or day opens its visits. */
export function TrendPanel({ asked, scope }: { readonly asked: Asked<Trend>; readonly scope: ScreenFilter }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayOpenFlow = useMayOpen('flowTendency');
  const mayOpenReport = useMayOpen('reportDevice');
  const [asTable, setAsTable] = useAsTable('trend');
  const { compare, parameters } = scope;
  const metric = parseMetric(parameters.get('metric'));
  const open = (trend: Trend, index: number) => {
    const point = trend.now[index];
    if (point && point.state !== 'future') void navigate(deviceReportPath({ ...scope, range: rangeOfPoint(point, trend.grain) }, {}));
  };
  const extra = (
    <>
      {mayOpenFlow ? <Link className="ff-no-print" to={scopedPath(PATHS.flowTendency, scope, { compare: parameters.get('compare') ?? undefined, metric: parameters.get('metric') ?? undefined })}>{t('info.toFlow')}</Link> : null}
      <MetricSwitch />
      <ViewSwitch asTable={asTable} onChange={setAsTable} />
    </>
  );
  return (
    <Panel title={t('info.trend')} extra={extra} asked={asked} minHeight={TREND_HEIGHT} rows={7}>
      {(trend) => (
        <TrendChart
          series={trendSeries(trend, isComparing(compare))}
          metric={metric}
          title={t('info.trend')}
          previous={isPrevious(compare)}
          asTable={asTable}
          {...(mayOpenReport ? { onPick: (index: number) => open(trend, index) } : {})}
        />
      )}
    </Panel>
  );
}
