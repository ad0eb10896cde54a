import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../api/client-context';
import { deviceListQuery, osNameListQuery, platformListQuery } from '../../api/common';
import { type Range, rangeText } from '../../lib/range';
import { CountryPicker } from '../../widgets/country-picker';
import { deviceName } from '../../widgets/device-name';
import { FilterChips } from '../../widgets/filter-chips';
import { SearchBox } from '../../widgets/search-box';
import { TimeFilter } from '../../widgets/time-filter';
import type { UrlChanges } from '../../widgets/use-url-state';
import { ZoneLabel } from '../../widgets/zone-label';
import { clearChanges, type DeviceFilter, type DeviceFilters, filterChange } from './device-state';
import { useDeviceChips } from './use-device-chips';
import styles from './visitors.module.css';

interface Props {
  readonly domain: string;
  /** The filters that have a field; the others show as chips alone. */
  readonly fields: readonly DeviceFilter[];
  readonly filters: DeviceFilters;
  readonly range: Range | undefined;
  readonly now: number;
  readonly zone: string;
  readonly onChange: (changes: UrlChanges) => void;
}

/** What a list of devices is narrowed by. */
export function DeviceToolbar({ domain, fields, filters, range, now, zone, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const chips = useDeviceChips(filters, onChange);
  const set = (name: DeviceFilter, value: string) => onChange(filterChange(name, value === '' ? undefined : value));
  const clear = () => onChange(clearChanges());
  return (
    <search className={styles.toolbar}>
      <div className={styles.fields}>
        {fields.map((name) => <Field key={name} name={name} domain={domain} value={filters[name] ?? ''} onChange={(value) => set(name, value)} />)}
        <TimeFilter range={range} now={now} zone={zone} onChange={(next) => onChange(filterChange('range', next && rangeText(next)))} />
        <Button disabled={chips.length === 0 && range === undefined} onClick={clear}>{t('common.reset')}</Button>
        <span className={styles.zone}><ZoneLabel zone={zone} now={now} short /></span>
      </div>
      <FilterChips chips={chips} onClear={clear} />
    </search>
  );
}

interface FieldProps {
  readonly name: DeviceFilter;
  readonly domain: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The right editor for a fact: text, or a choice of what was seen. */
function Field({ name, domain, value, onChange }: FieldProps): ReactNode {
  const { t } = useTranslation();
  if (name === 'country_code') return <CountryPicker className={styles.country} domain={domain} value={value} onChange={onChange} />;
  if (name === 'device_model' || name === 'fingerprint') return <SearchBox value={value} label={t(`field.${name}`)} width={200} onSearch={onChange} />;
  return <SeenPicker name={name} domain={domain} value={value} onChange={onChange} />;
}

const SEEN = { platform: platformListQuery, device_type: deviceListQuery, os_name: osNameListQuery } as const;

function SeenPicker({ name, domain, value, onChange }: FieldProps & { readonly name: keyof typeof SEEN }): ReactNode {
  const { t } = useTranslation();
  const client = useClient();
  const { data, isPending } = useQuery(SEEN[name](client, domain));
  const seen = (data ?? []).filter((entry) => entry !== '');
  // A shared address may name a value that was not seen yet.
  const named = value === '' || seen.includes(value) ? seen : [...seen, value];
  return (
    <Select
      className={styles.select ?? ''}
      aria-label={t(`field.${name}`)}
      placeholder={t(`field.${name}`)}
      allowClear
      loading={isPending}
      value={value === '' ? null : value}
      options={named.map((entry) => ({ value: entry, label: name === 'device_type' ? deviceName(entry, t) : entry }))}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
