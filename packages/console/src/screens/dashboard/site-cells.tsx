import type { endpoints, Output, TrafficSummary } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shownDomain } from '../../lib/domain-name';
import { siteDashboardPath } from '../../lib/links';
import { changeOf, formatCount, formatSignedPercent } from '../../lib/numbers';
import { timeAgo } from '../../lib/relative-time';
import { siteStatus } from '../../lib/site-status';
import { offsetLabel } from '../../lib/zone';
import { Change } from '../../widgets/change';
import { Count } from '../../widgets/count';
import { GrantedLink } from '../../widgets/granted-link';
import { useLanguage } from '../../widgets/language';
import { OutsideLink } from '../../widgets/outside-link';
import { ReferersPopover } from '../../widgets/referers-popover';
import { StatusBadge } from '../../widgets/status-badge';
import styles from './site-table.module.css';

export type SiteRow = Output<typeof endpoints.websites.statistics>['list'][number];
type SiteFigure = 'pv' | 'uv' | 'ip' | 'spider' | 'referer_num';

interface Days {
  readonly today: TrafficSummary;
  readonly yesterday: TrafficSummary;
  readonly sameTime: TrafficSummary;
}

/** Today on top with its change against yesterday up to now, yesterday below. */
export function DayPair({ figure, today, yesterday, sameTime }: Days & { readonly figure: SiteFigure }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { percent } = changeOf(today[figure], sameTime[figure]);
  const title = t('change.against', { change: formatSignedPercent(percent, locale), before: formatCount(sameTime[figure], locale) });
  return (
    <div className={styles.pair}>
      <span className={styles.today}>
        {figure === 'referer_num' ? <ReferersPopover traffic={today} day={t('overview.today')} /> : <Count value={today[figure]} />}
      </span>
      <Change now={today[figure]} before={sameTime[figure]} title={title} />
      <span className={styles.yesterday}>
        {figure === 'referer_num' ? <ReferersPopover traffic={yesterday} day={t('overview.yesterday')} /> : <Count value={yesterday[figure]} />}
      </span>
      <span />
    </div>
  );
}

interface NameProps {
  readonly site: SiteRow;
  readonly now: number;
  /** Says the row's own zone, where the rows have several. */
  readonly withZone: boolean;
}

/** Which site, whether it is well, and by which clock its day is cut. */
export function SiteName({ site, now, withZone }: NameProps): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const status = siteStatus(site.is_stat, site.last_hit_at, now);
  const seen = site.last_hit_at === null ? '' : timeAgo(Date.parse(site.last_hit_at), now, locale);
  const hints = { paused: t('sites.pausedHint'), noData: t('sites.noDataHint'), silent: t('sites.silentHint', { time: seen }), receiving: '' };
  return (
    <div className={styles.site}>
      <span className={styles.line}>
        <GrantedLink screen="DashboardInfo" className={styles.name} to={siteDashboardPath(site.domain)} aria-label={t('sites.openSite', { domain: site.domain })} title={site.name}>{site.name}</GrantedLink>
        <OutsideLink address={`https://${site.domain}/`} />
      </span>
      <span className={styles.sub}>
        {site.name === site.domain ? null : <span>{shownDomain(site.domain)}</span>}
        {withZone ? <span title={site.time_zone}>{offsetLabel(now, site.time_zone)}</span> : null}
        {status === 'receiving' ? null : <StatusBadge status={status} title={hints[status]} />}
      </span>
    </div>
  );
}
