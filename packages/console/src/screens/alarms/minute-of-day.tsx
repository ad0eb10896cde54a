import { Input, TimePicker } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useIsMobile } from '../../widgets/use-media';
import styles from './alarms.module.css';

const FORMAT = 'HH:mm';

const textOf = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function minuteOf(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/u.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

interface Props {
  /** 0 to 1439. */
  readonly value: number;
  readonly label: string;
  readonly disabled: boolean;
  readonly onChange: (minute: number) => void;
}

/** A time of the day. A browser's own field follows the browser's language and not the console's; on a phone the system's own picker serves better all the same. */
export function MinuteOfDay({ value, label, disabled, onChange }: Props): ReactNode {
  const mobile = useIsMobile();
  const choose = (text: string) => {
    const minute = minuteOf(text);
    if (minute !== undefined) onChange(minute);
  };
  if (mobile) return <Input type="time" className={styles.time ?? ''} disabled={disabled} aria-label={label} value={textOf(value)} onChange={({ target }) => choose(target.value)} />;
  // The day is none on which a clock is changed.
  return <TimePicker className={styles.time ?? ''} format={FORMAT} allowClear={false} needConfirm={false} disabled={disabled} aria-label={label} value={dayjs(`2001-01-01T${textOf(value)}`)} onChange={(chosen) => choose(chosen?.format(FORMAT) ?? '')} />;
}
