import type { DeviceModel } from '@footfall/contract';
import { useTranslation } from 'react-i18next';
import { Count } from '../../widgets/count';
import { deviceName } from '../../widgets/device-name';
import type { RowDetails } from '../../widgets/list-table/row-details';
import { FactValue } from '../../widgets/visit-record/fact-value';
import { DEVICE_FILTERS, type DeviceFilter } from './device-state';

const FACTS = ['id', 'device_model', 'platform', 'device_type', 'os_name', 'gpu_renderer', 'gpu_vendor', 'user_agent'] as const;

/** Everything known of a device model. @param onFilter narrows the list to a value */
export function useModelDetails(onFilter: (name: DeviceFilter, value: string) => void): RowDetails<DeviceModel> {
  const { t } = useTranslation();
  return {
    title: t('visitors.modelDetails'),
    label: ({ device_model: model }) => t('details.show', { name: model === '' ? t('visitors.unknownModel') : model }),
    groups: (row) => [
      {
        key: 'model',
        facts: [
          ...FACTS.map((key) => {
            const raw = row[key];
            const filter = DEVICE_FILTERS.find((known) => known === key);
            return { key, title: t(`field.${key}`), value: <FactValue text={key === 'device_type' ? deviceName(raw, t) : raw} raw={raw} onPick={filter === undefined || raw === '' ? undefined : () => onFilter(filter, raw)} /> };
          }),
          { key: 'num', title: t('metric.pv'), value: <Count value={row.num} /> },
          { key: 'uv', title: t('metric.uv'), value: <Count value={row.uv} /> },
          { key: 'last_seen', title: t('visitors.lastVisit'), value: row.last_seen },
        ],
      },
    ],
  };
}
