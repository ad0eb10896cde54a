import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlState } from '../../widgets/use-url-state';
import { SiteDevices } from './site-devices';
import { SuspiciousVisitors } from './suspicious-visitors';
import { VisitorIps } from './visitor-ips';

const VIEWS = ['ip', 'device', 'suspicious'] as const;

/** Who visited the site: by address, by device with its newest visits, or those alone who are not what they say. */
export default function VisitList(): ReactNode {
  const { t } = useTranslation();
  const [parameters, change] = useUrlState();
  const view = VIEWS.find((one) => one === parameters.get('view')) ?? 'ip';
  const choice = (
    <Segmented
      aria-label={t('visitors.view')}
      value={view}
      options={[{ value: 'ip', label: t('visitors.byIp') }, { value: 'device', label: t('visitors.byDevice') }, { value: 'suspicious', label: t('suspicious.tab') }]}
      onChange={(next) => change({ view: next === 'ip' ? undefined : next, q: undefined, sign: undefined, weight: undefined, page: undefined, sort: undefined, direction: undefined })}
    />
  );
  if (view === 'suspicious') return <SuspiciousVisitors extra={choice} />;
  return view === 'device' ? <SiteDevices extra={choice} /> : <VisitorIps title={t('visitors.ips')} screen="VisitList" extra={choice} />;
}
