import type { Website } from '@footfall/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { timeAgo } from '../../lib/relative-time';
import { siteStatus } from '../../lib/site-status';
import { wallTime } from '../../lib/zone';
import { useLanguage } from '../../widgets/language';
import { StatusBadge } from '../../widgets/status-badge';
import styles from './websites.module.css';

interface Props {
  readonly site: Website;
  /** ISO 8601 UTC; `null`: never; undefined: not known yet. */
  readonly lastHit: string | null | undefined;
  readonly now: number;
}

/** Whether a site is received, and when it last was. */
export function SiteState({ site, lastHit, now }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  if (lastHit === undefined) return <div className={styles.state} />;
  const status = siteStatus(site.is_stat, lastHit, now);
  const hints = { paused: t('sites.pausedHint'), noData: t('sites.noDataHint'), silent: '', receiving: '' };
  return (
    <div className={styles.state}>
      <StatusBadge status={status} title={hints[status]} />
      {lastHit === null ? null : <div className={styles.last} title={`${wallTime(Date.parse(lastHit), site.time_zone)} (${site.time_zone})`}>{t('site.lastHit')}: {timeAgo(Date.parse(lastHit), now, locale)}</div>}
    </div>
  );
}
