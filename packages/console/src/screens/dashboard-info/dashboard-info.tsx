import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { trendQuery } from '../../api/home';
import { DEFAULT_RANGE, grainOf, includesNow, parseRange, type Range, rangeText, resolveRange, sameRange } from '../../lib/range';
import { EmptyState, FailedState, Lines } from '../../widgets/panel-state';
import { RangeBar } from '../../widgets/range-bar';
import { SitePicker } from '../../widgets/site-picker';
import { useLiveRefresh, useNow } from '../../widgets/use-live';
import { useScope } from '../../widgets/use-scope';
import { useUrlState } from '../../widgets/use-url-state';
import styles from './dashboard-info.module.css';
import { EventsPanel } from './events-panel';
import { type PanelScope, panelInput } from './panel-scope';
import { SharePanel } from './share-panel';
import { TodayPanel } from './today-panel';
import { TopPanel } from './top-panel';
import { TrendPanel } from './trend-panel';
import { VisitorsPanel } from './visitors-panel';

const LOADING_HEIGHT = 600;

/** Everything about one site at a glance. The whole state is in the address: domain, range, country_code, metric. */
export default function DashboardInfo(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const [parameters, change] = useUrlState();
  const now = useNow();
  const domain = parameters.get('domain') ?? '';
  const country = readCountry(parameters.get('country_code'));
  const range = parseRange(parameters.get('range'));
  const { zone, sites, unknown, error, retry } = useScope(domain);

  const queryTime = resolveRange(range, now, zone ?? 'UTC');
  const live = zone !== undefined && includesNow(queryTime, now, zone);
  const refresh = useLiveRefresh(live);
  const scope: PanelScope = { domain, country, range, queryTime };
  const trend = useQuery({ ...trendQuery(client, { ...panelInput(scope), query_type: grainOf(range, queryTime) }), enabled: zone !== undefined });

  if (unknown) return <EmptyState title={t('info.unknownSite', { domain })} hint={t('info.unknownSiteHint')} minHeight={LOADING_HEIGHT} />;
  if (error) return <FailedState error={error} onRetry={retry} minHeight={LOADING_HEIGHT} />;
  if (zone === undefined) return <Lines minHeight={LOADING_HEIGHT} rows={8} />;

  const setRange = (next: Range) => change({ range: sameRange(next, DEFAULT_RANGE) ? undefined : rangeText(next) });
  const picker = parameters.has('domain') ? undefined : (
    <SitePicker label={t('range.site')} placeholder={t('info.chooseSite')} value={domain} sites={sites} wide onChange={(next) => change({ domain: next === '' ? undefined : next })} />
  );
  return (
    <>
      <RangeBar
        domain={domain}
        range={range}
        queryTime={queryTime}
        country={country}
        zone={zone}
        now={now}
        completeTo={live ? (trend.data?.cut.complete_to ?? null) : null}
        sitePicker={picker}
        onRange={setRange}
        onCountry={(code) => change({ country_code: code === '' ? undefined : code })}
        onReset={() => change({ range: undefined, country_code: undefined })}
        onRefresh={refresh}
      />
      <div className={styles.grid}>
        <div className={styles.seven}><TodayPanel scope={scope} /></div>
        <div className={styles.five}><VisitorsPanel scope={scope} /></div>
        <div className={styles.full}><TrendPanel asked={trend} /></div>
        <div className={styles.half}><SharePanel scope={scope} type="browser" /></div>
        <div className={styles.half}><SharePanel scope={scope} type="country" /></div>
        <div className={styles.half}><TopPanel scope={scope} type="referer" /></div>
        <div className={styles.half}><TopPanel scope={scope} type="url" /></div>
        <div className={styles.half}><TopPanel scope={scope} type="entry_url" /></div>
        <div className={styles.half}><TopPanel scope={scope} type="ip" /></div>
        <div className={styles.full}><EventsPanel scope={scope} /></div>
      </div>
    </>
  );
}

function readCountry(text: string | null): string {
  return text !== null && /^[A-Z]{2}$/u.test(text) ? text : '';
}
