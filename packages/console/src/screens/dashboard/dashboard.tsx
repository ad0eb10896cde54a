import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { summaryQuery } from '../../api/home';
import { websiteStatisticsQuery } from '../../api/websites';
import { Freshness } from '../../widgets/freshness';
import { LiveVisitors } from '../../widgets/live-visitors';
import { Panel } from '../../widgets/panel';
import { PrintButton } from '../../widgets/print-button';
import { PrintHead } from '../../widgets/print-head';
import { TrafficTable, type TrafficColumn } from '../../widgets/traffic-table';
import { useLiveRefresh, useNow, usePaused } from '../../widgets/use-live';
import { useIsMobile } from '../../widgets/use-media';
import { useUrlState } from '../../widgets/use-url-state';
import { ZoneLabel } from '../../widgets/zone-label';
import styles from './dashboard.module.css';
import { FirstRun } from './first-run';
import { readListState, statisticsInput } from './list-state';
import { SiteTable } from './site-table';

const COLUMNS: readonly TrafficColumn[] = ['pv', 'uv', 'ip', 'spider', 'referer_num'];
const HEIGHT = 148;

/** The console's home: all sites together, then each. Before there is anything to show, it leads to the first visit. */
export default function Dashboard(): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const now = useNow();
  const mobile = useIsMobile();
  const [parameters, change] = useUrlState();
  const state = readListState(parameters);
  const summary = useQuery(summaryQuery(client, { domain: '' }));
  const sites = useQuery(websiteStatisticsQuery(client, statisticsInput(state)));
  const [paused, pause] = usePaused();
  const refresh = useLiveRefresh(!paused);

  const unfiltered = state.domain === '' && state.page === 1;
  const nothingYet = unfiltered && sites.data !== undefined && sites.data.list.every((site) => site.last_hit_at === null);
  const cut = summary.data?.cut;
  const zone = cut?.time_zone;
  const completeTo = summary.data?.cut.complete_to ?? null;
  return (
    <div className={`${styles.stack} ff-wide-print`}>
      {cut === undefined ? null : <PrintHead title={t('route.dashboard')} domain="" queryTime={[cut.from, cut.to]} zone={cut.time_zone} />}
      <FirstRun nothingYet={nothingYet} sites={sites.data?.list} onArrived={refresh} />
      {sites.data?.list.length === 0 && unfiltered ? null : (
        <>
          {completeTo === null ? null : <Alert type="info" showIcon title={t('range.completeTo', { time: completeTo.slice(11, 16) })} />}
          <Panel
            title={t('overview.title')}
            extra={
              <div className={styles.facts}>
                {zone === undefined ? null : <ZoneLabel zone={zone} now={now} short={mobile} />}
                <LiveVisitors domain="" running={!paused} />
                <Freshness onRefresh={refresh} paused={paused} onPause={pause} />
                <PrintButton />
              </div>
            }
            asked={summary}
            minHeight={HEIGHT}
          >
            {({ list, yesterday_same_time: sameTime }) => {
              const [yesterday, today] = list.slice(-2);
              return today && yesterday ? <TrafficTable columns={COLUMNS} today={today} yesterday={yesterday} sameTime={sameTime} /> : null;
            }}
          </Panel>
          <SiteTable asked={sites} summary={summary.data} state={state} now={now} onChange={change} />
        </>
      )}
    </div>
  );
}
