import { useQuery } from '@tanstack/react-query';
import { Alert, Radio } from 'antd';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { trendQuery } from '../../api/home';
import { DEFAULT_COMPARE } from '../../lib/compare';
import { DEFAULT_RANGE, grainOf, includesNow, type Range, type RangeToken, resolveRange } from '../../lib/range';
import { ComparedWith } from '../../widgets/compared-with';
import { Freshness } from '../../widgets/freshness';
import { useCharts } from '../../widgets/lazy-chart';
import { FailedState, Lines } from '../../widgets/panel-state';
import { PrintButton } from '../../widgets/print-button';
import { PrintHead } from '../../widgets/print-head';
import { comparedInput, type ScreenFilter, useScreenFilter } from '../../widgets/use-screen-filter';
import { ZoneLabel } from '../../widgets/zone-label';
import grid from './dashboard-info.module.css';
import { SharePanel } from './share-panel';
import styles from './shared-dashboard.module.css';
import { TodayPanel } from './today-panel';
import { TopPanel } from './top-panel';
import { TrendPanel } from './trend-panel';
import { VisitorsPanel } from './visitors-panel';

const LOADING_HEIGHT = 600;
/** Whole days, as a link answers for no others. */
const OFFERED: readonly RangeToken[] = ['today', 'yesterday', 'recently', '30d', '90d'];

/** The filter of a link: one site, whole days, beside the days before. The address may hold anything; only its range is read. */
function useSharedFilter(domain: string): ScreenFilter {
  const filter = useScreenFilter({ domain });
  const range: Range = 'token' in filter.range && OFFERED.includes(filter.range.token) ? filter.range : DEFAULT_RANGE;
  const queryTime = resolveRange(range, filter.now, filter.zone);
  return { ...filter, range, queryTime, live: filter.scope.zone !== undefined && includesNow(queryTime, filter.now, filter.zone), country: '', device: '', compare: DEFAULT_COMPARE };
}

/** A site's dashboard for whoever has a link: figures, trend and rankings without anything of a single visitor, and without ways into the console. */
export function SharedDashboard({ site, domain }: { readonly site: string; readonly domain: string }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useSharedFilter(domain);
  const { range, queryTime, live, scope, zone, now } = filter;
  const known = scope.zone !== undefined;
  const title = `${site} - ${t('app.name')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useCharts();
  const trend = useQuery({ ...trendQuery(client, { ...comparedInput(filter), query_type: grainOf(range, queryTime) }), enabled: known });

  if (scope.error) return <FailedState error={scope.error} onRetry={scope.retry} minHeight={LOADING_HEIGHT} />;
  if (!known) return <Lines minHeight={LOADING_HEIGHT} rows={8} />;
  const completeTo = live ? (trend.data?.cut.complete_to ?? null) : null;
  return (
    <>
      <PrintHead title={site} domain={domain} queryTime={queryTime} zone={zone} />
      <search className={styles.bar}>
        <Radio.Group
          aria-label={t('range.label')}
          optionType="button"
          buttonStyle="solid"
          value={'token' in range ? range.token : undefined}
          options={OFFERED.map((value) => ({ value, label: t(`range.${value}`) }))}
          onChange={({ target }) => filter.setRange({ token: target.value as RangeToken })}
        />
        <span className={styles.facts}>
          {trend.data === undefined ? null : <ComparedWith compared={trend.data.compared} />}
          <ZoneLabel zone={zone} now={now} short />
          <Freshness onRefresh={filter.refresh} {...(live ? { paused: filter.paused, onPause: filter.pause } : {})} />
          <PrintButton />
        </span>
      </search>
      {completeTo === null ? null : <Alert style={{ marginBottom: 12 }} type="info" showIcon title={t('range.completeTo', { time: completeTo.slice(11, 16) })} />}
      <div className={grid.grid}>
        <div className={grid.seven}><TodayPanel scope={filter} /></div>
        <div className={grid.five}><VisitorsPanel scope={filter} /></div>
        <div className={grid.full}><TrendPanel asked={trend} scope={filter} /></div>
        <div className={grid.half}><SharePanel scope={filter} type="browser" /></div>
        <div className={grid.half}><SharePanel scope={filter} type="country" /></div>
        <div className={grid.half}><TopPanel scope={filter} type="referer" fold="host" /></div>
        <div className={grid.half}><TopPanel scope={filter} type="url" fold="path" /></div>
        <div className={grid.half}><TopPanel scope={filter} type="entry_url" fold="path" /></div>
      </div>
    </>
  );
}
