import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/names';
import type { QueryTime } from '../../lib/range';
import { cutMiddle } from '../../lib/text';
import { valueName } from '../../lib/value-names';
import { useLanguage } from '../../widgets/language';
import styles from './device-report.module.css';
import type { FilterField, ReportState } from './filters';

const VALUE_LENGTH = 60;

interface Props {
  readonly state: ReportState;
  readonly queryTime: QueryTime | undefined;
  readonly onRemove: (field: FilterField | 'domain' | 'range') => void;
  readonly onClear: () => void;
}

/** Everything that narrows the list, each to be taken off by itself. */
export function FilterChips({ state, queryTime, onRemove, onClear }: Props): ReactNode {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  const rangeName = state.range && ('token' in state.range ? t(`range.${state.range.token}`) : (queryTime?.join(' – ') ?? ''));
  const chips: { field: FilterField | 'domain' | 'range'; name: string; value: string }[] = [
    ...(state.domain === '' ? [] : [{ field: 'domain' as const, name: t('field.domain'), value: state.domain }]),
    ...(rangeName === undefined ? [] : [{ field: 'range' as const, name: t('range.label'), value: rangeName }]),
    ...[...state.filters].map(([field, value]) =>
      field === 'country_code' ? { field, name: t('field.country'), value: countryName(value, locale, value) } : { field, name: t(`field.${field}`), value: valueName(field, value, t) },
    ),
  ];
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips}>
      {chips.map(({ field, name, value }) => (
        <span key={field} className={styles.chip}>
          <span className={styles.chipText} title={value}>{t('report.equals', { name, value: cutMiddle(value, VALUE_LENGTH) })}</span>
          <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('report.removeFilter', { name })} onClick={() => onRemove(field)} />
        </span>
      ))}
      {state.filters.size > 0 || state.range ? <Button type="link" size="small" onClick={onClear}>{t('report.clear')}</Button> : null}
    </div>
  );
}
