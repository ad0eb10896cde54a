import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OFFERED_RANGES, type QueryTime, type Range, RANGE_TOKENS, resolveRange } from '../lib/range';
import { isWallTime } from '../lib/zone';
import styles from './time-span.module.css';
import { useIsMobile } from './use-media';

const FORMAT = 'YYYY-MM-DD HH:mm:ss';
const MAY_BE_EMPTY: [boolean, boolean] = [true, true];

interface Props {
  readonly value: QueryTime | undefined;
  readonly now: number;
  readonly zone: string;
  readonly onChange: (range: Range) => void;
}

/**
 * From when to when, to the second, in the site's zone. The picker knows only the browser's zone; it is handed clock
 * times as text and hands such back, so that no zone comes in. On a phone the system's own pickers serve better.
 */
export function TimeSpan({ value, now, zone, onChange }: Props): ReactNode {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const choose = (start: string, end: string) => {
    if (!isWallTime(start) || !isWallTime(end) || start > end) return;
    const token = RANGE_TOKENS.find((known) => resolveRange({ token: known }, now, zone).join() === [start, end].join());
    onChange(token ? { token } : { start, end });
  };
  if (mobile) return <NativeSpan value={value} onChoose={choose} />;
  return (
    <DatePicker.RangePicker
      showTime
      // Else the keyboard never leaves a picker without a value.
      allowEmpty={MAY_BE_EMPTY}
      style={{ width: 318 }}
      suffixIcon={null}
      allowClear={false}
      format={FORMAT}
      value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
      placeholder={[t('range.start'), t('range.end')]}
      aria-label={t('range.custom')}
      presets={OFFERED_RANGES.map((token) => {
        const [start, end] = resolveRange({ token }, now, zone);
        return { label: t(`range.${token}`), value: [dayjs(start), dayjs(end)] };
      })}
      onChange={(chosen) => {
        const [start, end] = chosen ?? [];
        if (start && end) choose(start.format(FORMAT), end.format(FORMAT));
      }}
    />
  );
}

/** To the minute: the first second of the one, the last second of the other. */
function NativeSpan({ value, onChoose }: { readonly value: QueryTime | undefined; readonly onChoose: (start: string, end: string) => void }): ReactNode {
  const { t } = useTranslation();
  const minutes = (wall: string | undefined) => (wall ?? '').slice(0, 16).replace(' ', 'T');
  const wall = (text: string, seconds: string) => `${text.slice(0, 16).replace('T', ' ')}:${seconds}`;
  return (
    <div className={styles.native}>
      <input type="datetime-local" aria-label={t('range.start')} value={minutes(value?.[0])} onChange={({ target }) => onChoose(wall(target.value, '00'), value?.[1] ?? wall(target.value, '59'))} />
      <input type="datetime-local" aria-label={t('range.end')} value={minutes(value?.[1])} onChange={({ target }) => onChoose(value?.[0] ?? wall(target.value, '00'), wall(target.value, '59'))} />
    </div>
  );
}
