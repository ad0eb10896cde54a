import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryTime } from '../../lib/range';
import { isWallTime } from '../../lib/zone';
import { CountryPicker } from '../../widgets/country-picker';
import styles from './device-report.module.css';
import type { RuleDraft } from './draft';
import { kindOf } from './report-columns';
import { ValueInput } from './value-input';

const FORMAT = 'YYYY-MM-DD HH:mm:ss';

interface Props {
  readonly rule: RuleDraft;
  readonly domain: string;
  readonly queryTime: QueryTime | undefined;
  readonly onChange: (value: string) => void;
}

/** The right editor for the value of a rule, by what its column holds. */
export function RuleValue({ rule: { column, operator, value }, domain, queryTime, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const label = t('report.value');
  const kind = column === undefined ? undefined : kindOf(column);
  if (kind === 'flag') {
    return <Select className={styles.input ?? ''} aria-label={label} placeholder={label} value={value === '' ? null : value} options={[{ value: '1', label: t('common.yes') }, { value: '0', label: t('common.no') }]} onChange={(flag: string | null) => onChange(flag ?? '')} />;
  }
  if (kind === 'time') {
    return <DatePicker className={styles.input ?? ''} showTime aria-label={label} placeholder={label} format={FORMAT} value={isWallTime(value) ? dayjs(value) : null} onChange={(chosen) => onChange(chosen?.format(FORMAT) ?? '')} />;
  }
  if (column === 'country_code' && operator !== 'like') return <CountryPicker className={styles.input} domain={domain} value={value} onChange={onChange} />;
  if (kind === 'number') return <Input className={styles.input ?? ''} aria-label={label} placeholder={label} inputMode="decimal" value={value} maxLength={40} onChange={({ target }) => onChange(target.value)} />;
  if (column === undefined) return <Input className={styles.input ?? ''} aria-label={label} placeholder={label} value={value} maxLength={4_096} onChange={({ target }) => onChange(target.value)} />;
  return <ValueInput column={column} value={value} label={label} placeholder={label} domain={domain} queryTime={queryTime} onChange={onChange} />;
}
