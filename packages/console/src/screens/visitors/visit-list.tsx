import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useUrlState } from '../../widgets/use-url-state';
import { SiteDevices } from './site-devices';
import { VisitorIps } from './visitor-ips';

/** Who visited the site: by address, or by device with its newest visits. */
export default function VisitList(): ReactNode {
  const { t } = useTranslation();
  const [parameters, change] = useUrlState();
  const view = parameters.get('view') === 'device' ? 'device' : 'ip';
  const choice = (
    <Segmented
      aria-label={t('visitors.view')}
      value={view}
      options={[{ value: 'ip', label: t('visitors.byIp') }, { value: 'device', label: t('visitors.byDevice') }]}
      onChange={(next) => change({ view: next === 'device' ? next : undefined, q: undefined, page: undefined, sort: undefined, direction: undefined })}
    />
  );
  return view === 'device' ? <SiteDevices extra={choice} /> : <VisitorIps title={t('visitors.ips')} screen="VisitList" extra={choice} />;
}
