import { addDays, asIfUtc, endOfDay, isWallTime, startOfDay, wallTime, type WallTime } from './zone';

/** Quick ranges, by the word that stands in the address. Source: specification 1, sections 4 and 9. */
export const RANGE_TOKENS = ['today', 'yesterday', 'before_yesterday', 'recently', '24h', '3d', '7d', '30d', '31d', '90d'] as const;
export type RangeToken = (typeof RANGE_TOKENS)[number];

/** Those that menus offer everywhere: 31 days are the day analysis' own, the day before yesterday the spider log's. */
export const OFFERED_RANGES: readonly RangeToken[] = RANGE_TOKENS.filter((token) => token !== '31d' && token !== 'before_yesterday');

/** What the reader asked for: a word that moves with the clock, or two fixed times in the site's zone. */
export type Range = { readonly token: RangeToken } | { readonly start: WallTime; readonly end: WallTime };

/** `[start, end]`, both inclusive, in the site's zone: what a call takes. */
export type QueryTime = [WallTime, WallTime];

export const DEFAULT_RANGE: Range = { token: 'today' };

const HOUR_MS = 3_600_000;
/** First and last day, counted from today. */
const WHOLE_DAYS = { today: [0, 0], yesterday: [-1, -1], before_yesterday: [-2, -2], recently: [-6, 0], '3d': [-2, 0], '30d': [-29, 0], '31d': [-30, 0], '90d': [-89, 0] } as const;
/** Ranges up to so many days are drawn by the hour. */
const HOURLY_DAYS = 8;

/** Reads the address's `range`; what is absent or can not be read is `fallback`. */
export function parseRange(text: string | null, fallback: Range = DEFAULT_RANGE): Range {
  if (text === null) return fallback;
  const token = RANGE_TOKENS.find((known) => known === text);
  if (token) return { token };
  const [start = '', end = '', ...more] = text.replaceAll('T', ' ').split('~');
  if (more.length === 0 && isWallTime(start) && isWallTime(end) && start <= end) return { start, end };
  return fallback;
}

/** The address's `range` for a range: the inverse of `parseRange`. */
export function rangeText(range: Range): string {
  return 'token' in range ? range.token : `${range.start.replace(' ', 'T')}~${range.end.replace(' ', 'T')}`;
}

/** Whether two ranges are the same wish. */
export function sameRange(a: Range, b: Range): boolean {
  return rangeText(a) === rangeText(b);
}

/**
 * The two times a range means now. Ranges counted in hours start and end on a full hour and the longer ones at
 * midnight, so that every point of a chart is a whole hour or day and the question stays the same while the clock runs.
 * @param now milliseconds UTC
 * @param zone the site's IANA zone
 */
export function resolveRange(range: Range, now: number, zone: string): QueryTime {
  if (!('token' in range)) return [range.start, range.end];
  const { token } = range;
  if (token === '24h' || token === '7d') return hours(token === '24h' ? 24 : 7 * 24, now, zone);
  const [from, to] = WHOLE_DAYS[token];
  const today = wallTime(now, zone);
  return [startOfDay(addDays(today, from)), endOfDay(addDays(today, to))];
}

/** The running hour and those before it, `count` in all. */
function hours(count: number, now: number, zone: string): QueryTime {
  const first = wallTime(now - (count - 1) * HOUR_MS, zone);
  const last = wallTime(now, zone);
  return [`${first.slice(0, 13)}:00:00`, `${last.slice(0, 13)}:59:59`];
}

/** Whether a chart of the range has a point per hour or per day. 'Recently' is by day, as the specification draws it. */
export function grainOf(range: Range, [start, end]: QueryTime): 'hour' | 'day' {
  if ('token' in range && range.token === 'recently') return 'day';
  return asIfUtc(end) - asIfUtc(start) < HOURLY_DAYS * 24 * HOUR_MS ? 'hour' : 'day';
}

/** Whether the range is still filling: only then is there anything to refresh. */
export function includesNow([start, end]: QueryTime, now: number, zone: string): boolean {
  const clock = wallTime(now, zone);
  return start <= clock && clock <= end;
}
