import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveRange } from '../../lib/range';
import { ListScreen } from '../../widgets/list-screen';
import { useNow } from '../../widgets/use-live';
import { useScope } from '../../widgets/use-scope';
import { useUrlState } from '../../widgets/use-url-state';
import { readDeviceFilters, readRange } from './device-state';
import { DeviceToolbar } from './device-toolbar';
import { DevicesPanel } from './devices-panel';
import { ModelsPanel } from './models-panel';

/** The devices of all sites: by model, or one by one with their newest visits. */
export default function DeviceList(): ReactNode {
  const { t } = useTranslation();
  const [parameters, change] = useUrlState();
  const now = useNow();
  const domain = parameters.get('domain') ?? '';
  const scope = useScope(domain);
  const zone = scope.zone ?? 'UTC';
  const range = readRange(parameters);
  const filters = readDeviceFilters(parameters);
  const view = parameters.get('view') === 'device' ? 'device' : 'model';
  const choice = (
    <Segmented
      aria-label={t('visitors.view')}
      value={view}
      options={[{ value: 'model', label: t('visitors.byModel') }, { value: 'device', label: t('visitors.byDevice') }]}
      onChange={(next) => change({ view: next === 'device' ? next : undefined, page: undefined, sort: undefined, direction: undefined })}
    />
  );
  const queryTime = range && resolveRange(range, now, zone);
  const shared = { question: { domain, filters, queryTime }, subject: { screen: 'DeviceList', domain, queryTime, zone }, parameters, onChange: change, extra: choice } as const;
  const toolbar = { domain, filters, range, now, zone, onChange: change } as const;
  return (
    <ListScreen domain={domain} scope={scope}>
      {view === 'device' ? (
        <DevicesPanel {...shared} title={t('visitors.devices')} table="visit_device" above={<DeviceToolbar {...toolbar} fields={['fingerprint', 'country_code']} />} />
      ) : (
        <ModelsPanel {...shared} title={t('visitors.models')} above={<DeviceToolbar {...toolbar} fields={['device_model', 'platform', 'device_type', 'os_name']} />} />
      )}
    </ListScreen>
  );
}
