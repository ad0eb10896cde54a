import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './range-bar.module.css';
import { DEVICE_TYPES, type DeviceType } from './use-screen-filter';

interface Props {
  /** '' for all. */
  readonly value: DeviceType | '';
  readonly onChange: (device: DeviceType | '') => void;
}

/** Which kind of device. */
export function DevicePicker({ value, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  return (
    <Select
      className={styles.device ?? ''}
      aria-label={t('range.device')}
      value={value}
      options={[{ value: '' as const, label: t('range.allDevices') }, ...DEVICE_TYPES.map((type) => ({ value: type, label: t(`device.${type}`) }))]}
      popupMatchSelectWidth={false}
      onChange={onChange}
    />
  );
}
