import { CheckCircleFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { liveCheckQuery } from '../../api/websites';
import { countryName } from '../../lib/names';
import { formatCount } from '../../lib/numbers';
import { timeAgo } from '../../lib/relative-time';
import { cutMiddle } from '../../lib/text';
import { FailedState } from '../../widgets/panel-state';
import { useLanguage } from '../../widgets/language';
import styles from './live-check.module.css';

const URL_LENGTH = 90;
const HEIGHT = 40;

/** Looks every few seconds whether visits of a site arrive: the newest one, or that it waits for the first; and why pages of it were refused. */
export function LiveCheck({ siteId, now }: { readonly siteId: number; readonly now: number }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const { data, error, refetch } = useQuery(liveCheckQuery(useClient(), siteId));
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} minHeight={HEIGHT} />;
  const visit = data?.visit ?? null;
  const unknown = t('common.unknown');
  return (
    <div className={styles.check} role="status">
      {visit === null ? (
        <span className={styles.line}><Spin size="small" />{t('check.waiting')}</span>
      ) : (
        <>
          <span className={styles.line}><CheckCircleFilled className={styles.good} />{t('check.arrived', { when: timeAgo(Date.parse(visit.at), now, locale) })}</span>
          <span className={styles.page} title={visit.url}>{cutMiddle(visit.url, URL_LENGTH)}</span>
          <span className={styles.facts}>{[visit.browser_name || unknown, visit.os_name || unknown, countryName(visit.country_code, locale, unknown)].join(' · ')}</span>
        </>
      )}
      {data === undefined || data.refused.length === 0 ? null : (
        <div className={styles.refused}>
          <span>{t('check.refused')}</span>
          <ul>
            {data.refused.map(({ host, reason, num, at }) => (
              <li key={`${host} ${reason}`}>
                <b>{t(`refusal.${reason}`)}</b> · {host === '' ? unknown : host} · {formatCount(num, locale)}× · {timeAgo(Date.parse(at), now, locale)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
