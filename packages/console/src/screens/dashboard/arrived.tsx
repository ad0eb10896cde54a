import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../api/client-context';
import { deviceLogsQuery } from '../../api/report';
import { siteDashboardPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { cutMiddle } from '../../lib/text';
import { useLanguage } from '../../widgets/language';
import { useMayOpen } from '../../widgets/session';

const URL_LENGTH = 80;

/** Says that the first visit has come, and what is known of it to whoever may see single visits. */
export function Arrived({ domain, onClose }: { readonly domain: string; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const client = useClient();
  const maySeeVisits = useMayOpen('reportDevice');
  const maySeeSite = useMayOpen('DashboardInfo');
  const { data } = useQuery({ ...deviceLogsQuery(client, { domain, per_page: 1 }), enabled: maySeeVisits });
  const visit = data?.list[0];
  const unknown = t('common.unknown');
  const what = visit
    ? t('firstRun.arrivedVisit', {
        browser: visit.browser_name || unknown,
        system: visit.os_name || unknown,
        country: countryName(visit.country_code, locale, visit.country || unknown),
        url: cutMiddle(visit.url, URL_LENGTH),
      })
    : t('firstRun.arrivedSpider');
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      title={t('firstRun.arrived', { domain })}
      description={<>{data ? what : null} {maySeeSite ? <Link to={siteDashboardPath(domain)}>{t('firstRun.open')}</Link> : null}</>}
      closable={{ onClose, 'aria-label': t('common.close') }}
    />
  );
}
