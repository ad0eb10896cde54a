import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/names';
import { deviceName } from '../../widgets/device-name';
import type { FilterChip } from '../../widgets/filter-chips';
import { useLanguage } from '../../widgets/language';
import type { UrlChanges } from '../../widgets/use-url-state';
import { DEVICE_FILTERS, type DeviceFilters, filterChange } from './device-state';

/** What narrows a list of devices, each to be taken off by itself. */
export function useDeviceChips(filters: DeviceFilters, change: (changes: UrlChanges) => void): readonly FilterChip[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return DEVICE_FILTERS.flatMap((key) => {
    const value = filters[key];
    if (value === undefined) return [];
    const shown = key === 'country_code' ? countryName(value, locale, value) : key === 'device_type' ? deviceName(value, t) : value;
    return [{ key, name: t(key === 'country_code' ? 'field.country' : `field.${key}`), value: shown === '' ? t('common.unknown') : shown, onRemove: () => change(filterChange(key, undefined)) }];
  });
}
