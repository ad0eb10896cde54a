import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OFFERED_RANGES, parseRange, type Range, resolveRange } from '../lib/range';
import { TimeSpan } from './time-span';

const ALL_TIME = 'all';

interface Props {
  /** undefined: all time. */
  readonly range: Range | undefined;
  readonly now: number;
  readonly zone: string;
  readonly onChange: (range: Range | undefined) => void;
}

/** A range that may also be none: a word, or from when to when. */
export function TimeFilter({ range, now, zone, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const token = range === undefined ? ALL_TIME : 'token' in range ? range.token : null;
  return (
    <>
      <Select
        aria-label={t('range.label')}
        style={{ minWidth: 130 }}
        popupMatchSelectWidth={false}
        value={token}
        placeholder={t('range.custom')}
        options={[{ value: ALL_TIME, label: t('range.all') }, ...OFFERED_RANGES.map((value) => ({ value, label: t(`range.${value}`) }))]}
        onChange={(value) => onChange(value === ALL_TIME || value === null ? undefined : parseRange(value))}
      />
      <TimeSpan value={range && resolveRange(range, now, zone)} now={now} zone={zone} onChange={onChange} />
    </>
  );
}
