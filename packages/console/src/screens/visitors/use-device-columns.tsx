import type { Device, endpoints, Output } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { trajectoryPath } from '../../lib/links';
import { countryName } from '../../lib/names';
import { Count } from '../../widgets/count';
import { deviceName } from '../../widgets/device-name';
import { FilterValue } from '../../widgets/filter-value';
import { useLanguage } from '../../widgets/language';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { LongText } from '../../widgets/long-text';
import type { DeviceFilter } from './device-state';

type Figure = 'cpu_cores' | 'screen_width' | 'screen_height' | 'screen_resolution' | 'ram' | 'device_pixel_ratio' | 'max_touch_points' | 'avail_width' | 'avail_height';
type Devices = Output<typeof endpoints.devices.full>;

/** A fact of a device as text; '' where it is absent. */
function textOf(device: Device, key: string): string {
  const value = device[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A name with its version behind it. */
const withVersion = (name: string, version: string): string => [name, version].filter((part) => part !== '').join(' ');

/** The columns of the list of devices. @param onFilter narrows the list to a value */
export function useDeviceColumns(domain: string, onFilter: (name: DeviceFilter, value: string) => void): (data: Devices | undefined) => readonly ListColumn<Device>[] {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return useCallback(() => {
    const filtered = (name: DeviceFilter, value: string, shown = value) => (value === '' ? null : <FilterValue text={shown} onFilter={() => onFilter(name, value)} />);
    const figure = (key: Figure, width: number, hidden = false): ListColumn<Device> => ({ key, title: t(`field.${key}`), width, numeric: true, hidden, render: (device) => textOf(device, key) });
    return [
      {
        key: 'fingerprint', title: t('field.fingerprint'), width: 190, fixed: true, sort: 'asc',
        render: ({ fingerprint }) => <Link className="ff-number" to={trajectoryPath(domain, { fingerprint })}><LongText text={fingerprint} max={22} /></Link>,
      },
      { key: 'ip', title: t('field.ip'), width: 140, render: ({ ip }) => <Link className="ff-number" title={ip} to={trajectoryPath(domain, { ip })}>{ip}</Link> },
      { key: 'created_at', title: t('visitors.firstVisit'), width: 164, sort: 'desc', render: ({ created_at: time }) => <span className="ff-number">{time}</span> },
      { key: 'last_seen', title: t('visitors.lastVisit'), width: 164, sort: 'desc', render: ({ last_seen: time }) => <span className="ff-number">{time}</span> },
      { key: 'num', title: t('metric.pv'), width: 84, numeric: true, sort: 'desc', render: ({ num }) => <Count value={num} /> },
      ...(domain === '' ? [{ key: 'domain', title: t('field.domain'), width: 150, render: (device: Device) => <LongText text={device.domain} max={24} /> }] : []),
      { key: 'country', title: t('field.country'), width: 120, render: ({ country, country_code: code }) => filtered('country_code', code, countryName(code, locale, country)) },
      { key: 'device_model', title: t('field.device_model'), width: 150, render: ({ device_model: model }) => filtered('device_model', model) },
      figure('cpu_cores', 96),
      { key: 'os_name', title: t('visitors.os'), width: 130, file: [{ key: 'os_name', title: t('field.os_name') }, { key: 'os_version', title: t('field.os_version') }], render: ({ os_name: name, os_version: version }) => filtered('os_name', name, withVersion(name, version)) },
      { key: 'browser_name', title: t('visitors.browser'), width: 150, file: [{ key: 'browser_name', title: t('field.browser_name') }, { key: 'browser_version', title: t('field.browser_version') }], render: ({ browser_name: name, browser_version: version }) => <span title={withVersion(name, version)}>{withVersion(name, version)}</span> },
      figure('screen_width', 96),
      figure('screen_height', 96),
      figure('screen_resolution', 110),
      figure('ram', 84),
      figure('device_pixel_ratio', 92),
      { key: 'platform', title: t('field.platform'), width: 110, render: (device) => filtered('platform', textOf(device, 'platform')) },
      figure('max_touch_points', 104),
      // Facts of the device beyond the list of the specification, there when they are chosen.
      { key: 'device_type', title: t('field.device_type'), width: 104, hidden: true, render: ({ device_type: type }) => filtered('device_type', type, deviceName(type, t)) },
      figure('avail_width', 104, true),
      figure('avail_height', 104, true),
    ];
  }, [domain, onFilter, t, locale]);
}
