import { report } from '@footfall/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { trendQuery } from '../../api/home';
import { isComparing } from '../../lib/compare';
import { grainOf } from '../../lib/range';
import { DownloadButton } from '../../widgets/download-button';
import { useCharts } from '../../widgets/lazy-chart';
import { LiveVisitors } from '../../widgets/live-visitors';
import { EmptyState, FailedState, Lines } from '../../widgets/panel-state';
import { PrintButton } from '../../widgets/print-button';
import { PrintHead } from '../../widgets/print-head';
import { RangeBar } from '../../widgets/range-bar';
import { ShareButton } from '../../widgets/share-links/share-button';
import { comparedInput, useScreenFilter } from '../../widgets/use-screen-filter';
import styles from './dashboard-info.module.css';
import { EventsPanel } from './events-panel';
import { SharePanel } from './share-panel';
import { TodayPanel } from './today-panel';
import { TopPanel } from './top-panel';
import { TrendPanel } from './trend-panel';
import { VisitorsPanel } from './visitors-panel';

const LOADING_HEIGHT = 600;
const OWN = ['metric'];

/** Everything about one site at a glance. The whole state is in the address: domain, range, compare, country_code, device_type, metric. */
export default function DashboardInfo(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const filter = useScreenFilter();
  const { domain, range, queryTime, live, scope } = filter;
  const known = scope.zone !== undefined;
  useCharts();
  const trend = useQuery({ ...trendQuery(client, { ...comparedInput(filter), query_type: grainOf(range, queryTime) }), enabled: known });

  if (scope.unknown) return <EmptyState title={t('info.unknownSite', { domain })} hint={t('info.unknownSiteHint')} minHeight={LOADING_HEIGHT} />;
  if (scope.error) return <FailedState error={scope.error} onRetry={scope.retry} minHeight={LOADING_HEIGHT} />;
  if (!known) return <Lines minHeight={LOADING_HEIGHT} rows={8} />;
  return (
    <>
      <PrintHead title={t('route.dashboardInfo')} domain={domain} queryTime={queryTime} zone={filter.zone} />
      <RangeBar
        filter={filter}
        comparable
        compared={isComparing(filter.compare) ? trend.data?.compared : null}
        completeTo={live ? (trend.data?.cut.complete_to ?? null) : null}
        own={OWN}
        facts={
          <>
            {live ? <LiveVisitors domain={domain} running={!filter.paused} /> : null}
            {domain === '' ? null : <DownloadButton endpoint={report.siteExport} input={{ domain, query_time: queryTime }} label={t('info.exportSite')} />}
            {domain === '' ? null : <ShareButton domain={domain} />}
            <PrintButton />
          </>
        }
      />
      <div className={styles.grid}>
        <div className={styles.seven}><TodayPanel scope={filter} /></div>
        <div className={styles.five}><VisitorsPanel scope={filter} /></div>
        <div className={styles.full}><TrendPanel asked={trend} scope={filter} /></div>
        <div className={styles.half}><SharePanel scope={filter} type="browser" /></div>
        <div className={styles.half}><SharePanel scope={filter} type="country" /></div>
        <div className={styles.half}><TopPanel scope={filter} type="referer" /></div>
        <div className={styles.half}><TopPanel scope={filter} type="url" /></div>
        <div className={styles.half}><TopPanel scope={filter} type="entry_url" /></div>
        <div className={styles.half}><TopPanel scope={filter} type="ip" /></div>
        <div className={styles.full}><EventsPanel scope={filter} /></div>
      </div>
    </>
  );
}
