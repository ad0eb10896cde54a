import { home } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient } from '../../api/client-context';
import { summaryQuery, trendQuery } from '../../api/home';
import { isComparing, isPrevious } from '../../lib/compare';
import { deviceReportPath } from '../../lib/links';
import { grainOf, type RangeToken } from '../../lib/range';
import { DownloadButton } from '../../widgets/download-button';
import { MetricSwitch } from '../../widgets/metric-switch';
import { Panel } from '../../widgets/panel';
import { TrafficTable, type TrafficColumn } from '../../widgets/traffic-table';
import { TREND_HEIGHT, TrendChart } from '../../widgets/trend-chart';
import { parseMetric, rangeOfPoint, trendSeries } from '../../widgets/trend-data';
import { useMayOpen } from '../../widgets/session';
import { comparedInput, siteInput, useScreenFilter } from '../../widgets/use-screen-filter';
import { ComparisonTable } from './comparison-table';
import { pointColumns } from './export-columns';
import { FlowFrame } from './flow-frame';

const QUICK: readonly RangeToken[] = ['today', 'yesterday', 'recently'];
const COLUMNS: readonly TrafficColumn[] = ['pv', 'uv', 'ip'];
const OVERVIEW_HEIGHT = 148;
const TABLE_HEIGHT = 560;

/** Trend analysis: today over yesterday, the chart of one figure, and all figures by hour or day beside another period. */
export default function FlowTendency(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const mayOpenReport = useMayOpen('reportDevice');
  const filter = useScreenFilter();
  const known = filter.scope.zone !== undefined && !filter.scope.unknown;
  const grain = grainOf(filter.range, filter.queryTime);
  const summary = useQuery({ ...summaryQuery(client, siteInput(filter)), enabled: known });
  const trend = useQuery({ ...trendQuery(client, { ...comparedInput(filter), query_type: grain }), enabled: known });
  const comparing = isComparing(filter.compare);
  const title = t(grain === 'hour' ? 'flow.byHour' : 'flow.byDay');
  return (
    <FlowFrame title={t('route.flowTendency')} filter={filter} quick={QUICK} compared={comparing ? trend.data?.compared : null} completeTo={trend.data?.cut.complete_to}>
      <Panel title={t('flow.overview')} asked={summary} minHeight={OVERVIEW_HEIGHT}>
        {({ list, yesterday_same_time: sameTime }) => {
          const [yesterday, today] = list.slice(-2);
          return today && yesterday ? <TrafficTable columns={COLUMNS} today={today} yesterday={yesterday} sameTime={sameTime} /> : null;
        }}
      </Panel>
      <Panel title={t('info.trend')} extra={<MetricSwitch />} asked={trend} minHeight={TREND_HEIGHT} rows={7}>
        {(answer) => (
          <TrendChart
            series={trendSeries(answer, comparing)}
            metric={parseMetric(filter.parameters.get('metric'))}
            title={t('info.trend')}
            previous={isPrevious(filter.compare)}
            {...(mayOpenReport
              ? {
                  onPick: (index: number) => {
                    const point = answer.now[index];
                    if (point && point.state !== 'future') void navigate(deviceReportPath({ ...filter, range: rangeOfPoint(point, answer.grain) }, {}));
                  },
                }
              : {})}
          />
        )}
      </Panel>
      <Panel
        title={title}
        extra={<DownloadButton endpoint={home.trendExport} input={{ ...comparedInput(filter), query_type: grain }} columns={pointColumns(t, comparing)} />}
        asked={trend}
        minHeight={TABLE_HEIGHT}
        rows={12}
        anyHeight
      >
        {(answer) => <ComparisonTable series={trendSeries(answer, comparing)} title={title} linkOf={(point) => deviceReportPath({ ...filter, range: rangeOfPoint(point, answer.grain) }, {})} />}
      </Panel>
    </FlowFrame>
  );
}
