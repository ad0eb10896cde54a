import { Input } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueryTime } from '../../lib/range';
import { CountryPicker } from '../../widgets/country-picker';
import { DevicePicker } from '../../widgets/device-picker';
import { deviceOf } from '../../widgets/use-screen-filter';
import styles from './device-report.module.css';
import type { BasicField } from './report-state';
import type { Names } from './use-names';
import { ValueInput } from './value-input';

interface Props {
  readonly basic: Readonly<Partial<Record<BasicField, string>>>;
  readonly names: Names;
  readonly domain: string;
  readonly queryTime: QueryTime | undefined;
  /** Stands with the fields: when, and of which site. */
  readonly children: ReactNode;
  readonly onChange: (field: BasicField, value: string) => void;
}

const OFFERED = ['device_model', 'browser_name', 'referer', 'entry_url', 'url'] as const;

/** The basic query. Source: specification 1, section 2, "Device report". */
export function BasicFields({ basic, names, domain, queryTime, children, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const value = (field: BasicField): string => basic[field] ?? '';
  return (
    <div className={styles.fields}>
      {children}
      <Field label={names.column('ip')}>
        {(id) => <Input id={id} value={value('ip')} maxLength={45} spellCheck={false} allowClear onChange={({ target }) => onChange('ip', target.value)} />}
      </Field>
      <Field label={t('field.country')}>{() => <CountryPicker className={styles.input} domain={domain} value={value('country_code')} onChange={(code) => onChange('country_code', code)} />}</Field>
      <Field label={names.column('device_type')}>{() => <DevicePicker value={deviceOf(value('device_type'))} onChange={(type) => onChange('device_type', type)} />}</Field>
      {OFFERED.map((field) => (
        <Field key={field} label={names.column(field)}>
          {() => <ValueInput column={field} label={names.column(field)} value={value(field)} domain={domain} queryTime={queryTime} onChange={(text) => onChange(field, text)} />}
        </Field>
      ))}
    </div>
  );
}

/** A label above what it names; editors that name themselves have no use for the id. */
export function Field({ label, wide = false, children }: { readonly label: string; readonly wide?: boolean; readonly children: (id: string) => ReactNode }): ReactNode {
  const id = useId();
  return (
    <div className={wide ? `${styles.field} ${styles.wide}` : styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.control}>{children(id)}</div>
    </div>
  );
}
