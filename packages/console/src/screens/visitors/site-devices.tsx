import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListScreen } from '../../widgets/list-screen';
import { RangeBar } from '../../widgets/range-bar';
import { SearchBox } from '../../widgets/search-box';
import { useScreenFilter } from '../../widgets/use-screen-filter';
import { DEVICE_FILTERS, filterChange, readDeviceFilters } from './device-state';
import { DevicesPanel } from './devices-panel';
import { useDeviceChips } from './use-device-chips';

/** The devices of a site's visitors in a range. */
export function SiteDevices({ extra }: { readonly extra: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const filter = useScreenFilter();
  const { domain, scope, parameters, change, queryTime } = filter;
  const filters = readDeviceFilters(parameters);
  // Country and device type are the bar's own.
  const chips = useDeviceChips(filters, change).filter(({ key }) => key !== 'country_code' && key !== 'device_type');
  return (
    <ListScreen domain={domain} scope={scope}>
      <RangeBar
        filter={filter}
        quick={['today', 'yesterday', '3d']}
        own={[...DEVICE_FILTERS, 'page']}
        chips={chips}
        more={<SearchBox value={filters.fingerprint ?? ''} label={t('field.fingerprint')} width={190} onSearch={(text) => change(filterChange('fingerprint', text === '' ? undefined : text))} />}
      />
      <DevicesPanel title={t('visitors.devices')} subject={{ screen: 'VisitList', domain, queryTime, zone: filter.zone }} extra={extra} table="visit_device" question={{ domain, queryTime, filters }} parameters={parameters} onChange={change} />
    </ListScreen>
  );
}
