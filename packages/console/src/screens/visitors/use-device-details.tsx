import type { Device } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from '../../widgets/count';
import type { RowDetails } from '../../widgets/list-table/row-details';
import { useVisitGroups } from '../../widgets/visit-record/use-visit-groups';
import { DEVICE_FILTERS, type DeviceFilter } from './device-state';

/** What stands in the group of its own; its newest visits stand below the row. */
const OWN = ['created_at', 'last_seen', 'num', 'visits'];

/** Everything known of a device: the facts of its newest visit. @param onFilter narrows the list to a value */
export function useDeviceDetails(onFilter: (name: DeviceFilter, value: string) => void): RowDetails<Device> {
  const { t } = useTranslation();
  const onPick = useCallback(
    (name: string, raw: string) => {
      const filter = DEVICE_FILTERS.find((known) => known === name);
      return filter === undefined || raw === '' ? undefined : () => onFilter(filter, raw);
    },
    [onFilter],
  );
  const visitGroups = useVisitGroups({ onPick }, OWN);
  return {
    title: t('visitors.deviceDetails'),
    label: ({ fingerprint }) => t('details.show', { name: fingerprint }),
    groups: (device) => [
      {
        key: 'seen',
        facts: [
          { key: 'created_at', title: t('visitors.firstVisit'), value: device.created_at },
          { key: 'last_seen', title: t('visitors.lastVisit'), value: device.last_seen },
          { key: 'num', title: t('metric.pv'), value: <Count value={device.num} /> },
        ],
      },
      ...visitGroups(device),
    ],
  };
}
