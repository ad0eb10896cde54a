import type { ReportSchedule } from '@footfall/contract';
import type { TFunction } from 'i18next';

/** A Monday: weekdays are named by days of its week. */
const MONDAY = Date.UTC(2001, 0, 1);
const DAY_MS = 86_400_000;

/** Name of a weekday, 1 Monday to 7 Sunday. */
export function weekdayText(day: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY_MS);
}

/** An hour of the day as a clock shows it. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** When a report goes out, in words. */
export function rhythmText({ every, day, hour }: Pick<ReportSchedule, 'every' | 'day' | 'hour'>, locale: string, t: TFunction): string {
  const time = hourText(hour);
  if (every === 'day') return t('schedule.onDay', { time });
  return every === 'week' ? t('schedule.onWeek', { day: weekdayText(day, locale), time }) : t('schedule.onMonth', { day, time });
}
