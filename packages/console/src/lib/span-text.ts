import { weekdayName } from './names';
import type { WallTime } from './zone';

const minute = (wall: WallTime): string => wall.slice(11, 16);

/**
 * Two times in short: the day with its weekday where they are of one, times of day only where they are no whole days,
 * the year only where it is not this one.
 * @param locale BCP 47
 * @param now milliseconds UTC
 */
export function spanText([start, end]: readonly [WallTime, WallTime], locale: string, now: number): string {
  const year = String(new Date(now).getUTCFullYear());
  const both = start.startsWith(year) && end.startsWith(year);
  const date = (wall: WallTime): string => wall.slice(both ? 5 : 0, 10).replaceAll('-', '/');
  const whole = start.endsWith('00:00:00') && end.endsWith('23:59:59');
  const oneDay = start.slice(0, 10) === end.slice(0, 10);
  if (whole) return oneDay ? `${date(start)} ${weekdayName(start, locale)}` : `${date(start)} – ${date(end)}`;
  if (oneDay) return `${date(start)} ${weekdayName(start, locale)} ${minute(start)} – ${minute(end)}`;
  return `${date(start)} ${minute(start)} – ${date(end)} ${minute(end)}`;
}

/** Whether two times are of one day. */
export function isOneDay([start, end]: readonly [WallTime, WallTime]): boolean {
  return start.slice(0, 10) === end.slice(0, 10);
}
