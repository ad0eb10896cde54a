import { DatePicker, Popover, Select } from 'antd';
import dayjs from 'dayjs';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Compare, COMPARE_TOKENS } from '../lib/compare';
import { addDays, endOfDay, startOfDay, wallTime } from '../lib/zone';
import styles from './range-bar.module.css';

interface Props {
  readonly value: Compare;
  /** Whether the range is one day, whose previous period is the day before. */
  readonly oneDay: boolean;
  readonly now: number;
  readonly zone: string;
  readonly onChange: (compare: Compare) => void;
}

const DAY = 'YYYY-MM-DD';

/** What was opened by choosing goes on where one chose; the calendar opens with the focus. */
const focusOnce = (picker: { focus: () => void } | null): void => picker?.focus();

/** What the range is compared with: the period before, the same days of last week, chosen days, or nothing. */
export function ComparePicker({ value, oneDay, now, zone, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const names = { previous: t(oneDay ? 'compare.previousDay' : 'compare.previous'), week: t('compare.week'), off: t('compare.off') };
  const fixed = 'token' in value ? undefined : value;
  const days = fixed && [fixed.start, fixed.end].map((wall) => wall.slice(5, 10).replace('-', '/')).join(' – ');
  const today = wallTime(now, zone);
  // The days chosen so far, else those of the day before, so that the calendar opens where one looks.
  const [start, end] = fixed ? [fixed.start, fixed.end] : [addDays(today, -1), addDays(today, -1)];
  const picker = (
    <DatePicker.RangePicker
      ref={focusOnce}
      defaultOpen
      allowClear={false}
      aria-label={t('compare.range')}
      value={[dayjs(start), dayjs(end)]}
      disabledDate={(day) => day.format(DAY) > today.slice(0, 10)}
      onChange={(chosen) => {
        const [from, to] = chosen ?? [];
        if (!from || !to) return;
        setChoosing(false);
        onChange({ start: startOfDay(from.format(DAY)), end: endOfDay(to.format(DAY)) });
      }}
    />
  );
  return (
    <Popover open={choosing} onOpenChange={(open) => !open && setChoosing(false)} trigger="click" placement="bottomLeft" destroyOnHidden content={picker}>
      <Select
        className={styles.compare ?? ''}
        aria-label={t('compare.label')}
        prefix={<span className={styles.against} aria-hidden="true">{t('compare.short')}</span>}
        value={'token' in value ? value.token : 'range'}
        options={[...COMPARE_TOKENS.map((token) => ({ value: token, label: names[token] })), { value: 'range', label: days ?? t('compare.range') }]}
        popupMatchSelectWidth={false}
        onSelect={(chosen) => {
          const token = COMPARE_TOKENS.find((known) => known === chosen);
          if (token) onChange({ token });
          else setChoosing(true);
        }}
      />
    </Popover>
  );
}
