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

/** The devices of one model: the model comes with the address and can be changed. */
export default function DeviceDetail(): ReactNode {
  const { t } = useTranslation();
  const [parameters, change] = useUrlState();
  const now = useNow();
  const domain = parameters.get('domain') ?? '';
  const scope = useScope(domain);
  const zone = scope.zone ?? 'UTC';
  const range = readRange(parameters);
  const filters = readDeviceFilters(parameters);
  const queryTime = range && resolveRange(range, now, zone);
  const model = filters.device_model ?? '';
  return (
    <ListScreen domain={domain} scope={scope}>
      <DevicesPanel
        title={model === '' ? t('visitors.devices') : t('visitors.devicesOf', { model })}
        subject={{ screen: 'Devicedetail', domain, queryTime, zone }}
        table="visit_device"
        question={{ domain, filters, queryTime }}
        parameters={parameters}
        onChange={change}
        above={<DeviceToolbar domain={domain} fields={['device_model', 'platform', 'device_type', 'os_name', 'fingerprint', 'country_code']} filters={filters} range={range} now={now} zone={zone} onChange={change} />}
      />
    </ListScreen>
  );
}
