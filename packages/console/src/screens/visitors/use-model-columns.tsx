import type { DeviceModel, endpoints, Output } from '@footfall/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { deviceDetailPath } from '../../lib/links';
import { Count } from '../../widgets/count';
import { deviceName } from '../../widgets/device-name';
import { FilterValue } from '../../widgets/filter-value';
import type { ListColumn } from '../../widgets/list-table/list-column';
import { LongText } from '../../widgets/long-text';
import type { DeviceFilter } from './device-state';

type Models = Output<typeof endpoints.devices.models>;

/** The columns of the list of device models. @param onFilter narrows the list to a value */
export function useModelColumns(domain: string, onFilter: (name: DeviceFilter, value: string) => void): (data: Models | undefined) => readonly ListColumn<DeviceModel>[] {
  const { t } = useTranslation();
  return useCallback(() => {
    const filtered = (name: DeviceFilter, value: string, shown = value) => (value === '' ? null : <FilterValue text={shown} onFilter={() => onFilter(name, value)} />);
    return [
      { key: 'id', title: t('field.id'), width: 144, render: ({ id }) => <span className="ff-number">{id}</span> },
      {
        key: 'device_model', title: t('field.device_model'), width: 150, grow: true, sort: 'asc',
        render: (model) => <Link to={deviceDetailPath(domain, model)}>{model.device_model === '' ? t('visitors.unknownModel') : model.device_model}</Link>,
      },
      { key: 'platform', title: t('field.platform'), width: 112, sort: 'asc', render: ({ platform }) => filtered('platform', platform) },
      { key: 'device_type', title: t('field.device_type'), width: 108, sort: 'asc', render: ({ device_type: type }) => filtered('device_type', type, deviceName(type, t)) },
      { key: 'os_name', title: t('field.os_name'), width: 100, sort: 'asc', render: ({ os_name: name }) => filtered('os_name', name) },
      { key: 'gpu_renderer', title: t('field.gpu_renderer'), width: 190, sort: 'asc', render: ({ gpu_renderer: text }) => <LongText text={text} max={60} /> },
      { key: 'gpu_vendor', title: t('field.gpu_vendor'), width: 130, sort: 'asc', render: ({ gpu_vendor: text }) => <LongText text={text} max={40} /> },
      { key: 'user_agent', title: t('field.user_agent'), width: 320, hidden: true, render: ({ user_agent: agent }) => <span title={agent}>{agent}</span> },
      { key: 'num', title: t('metric.pv'), width: 84, numeric: true, sort: 'desc', render: ({ num }) => <Count value={num} /> },
      { key: 'uv', title: t('metric.uv'), width: 72, numeric: true, render: ({ uv }) => <Count value={uv} /> },
      { key: 'last_seen', title: t('visitors.lastVisit'), width: 160, sort: 'desc', render: ({ last_seen: time }) => <span className="ff-number">{time}</span> },
    ];
  }, [domain, onFilter, t]);
}
