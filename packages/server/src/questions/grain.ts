import { FootfallError, type Grain } from '@footfall/contract';
import type { LocalRange, TimeRange } from './period.js';
import { civilDistance, type Zone } from './zone.js';

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** More points than any chart can show; an hourly question over more than three months is answered by day. */
const MAX_HOURS = 92 * 24;
/** Ten years by day. */
const MAX_DAYS = 3_660;

/**
 * By hour up to two days, else by day, unless asked otherwise within reason.
 * @throws FootfallError `request.invalid` for a range of more than ten years
 */
export function chooseGrain(asked: Grain | undefined, [start, end]: LocalRange): Grain {
  const length = civilDistance(start, end) + SECOND;
  if (length > MAX_DAYS * DAY) {
    throw new FootfallError('request.invalid', { fields: [{ path: 'query_time', message: 'choose a range of at most ten years' }] });
  }
  const grain = asked ?? (length <= 2 * DAY ? 'hour' : 'day');
  return grain === 'hour' && length > MAX_HOURS * HOUR ? 'day' : grain;
}

/** One point of a chart: an hour or a day that touches the range. */
export interface Bucket {
  /** First instant of the hour or day, which may lie before the range. */
  readonly at: number;
  /** First instant of the next. */
  readonly end: number;
  /** Local text of its start; of a day always its midnight, even where clocks skip that. */
  readonly key: string;
}

/** The hours or days that touch a range, ascending, none left out. */
export function bucketsOf(range: TimeRange, grain: Grain, zone: Zone): Bucket[] {
  const starts = grain === 'hour' ? zone.hours(range.from, range.to) : zone.days(range.from, range.to);
  const last = starts.at(-1);
  if (last === undefined) return [];
  // The start of the next one is the second start of a range that ends a little after it.
  const after = grain === 'hour' ? zone.hours(last, last + 2 * HOUR) : zone.days(last, last + 3 * DAY);
  const ends = [...starts.slice(1), after[1] ?? range.to];
  return starts.map((at, i) => {
    const text = zone.text(at);
    return { at, end: ends[i] ?? range.to, key: grain === 'hour' ? text : `${text.slice(0, 10)} 00:00:00` };
  });
}
