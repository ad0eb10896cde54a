import { isoTime, timeReader } from './strptime.js';

/** Time as Apache and nginx write it in `$time_local`. */
const LOCAL = timeReader('%d/%b/%Y:%H:%M:%S %z');

/** A time as logs of JSON hold it: RFC 3339, `$time_local`, or a count since 1970 of seconds, milli-, micro- or nanoseconds, told by its size. */
export function looseTime(text: string | undefined): number {
  if (text === undefined || text === '') return Number.NaN;
  if (!/^\d+(?:\.\d+)?$/u.test(text)) {
    const iso = isoTime(text);
    return Number.isNaN(iso) ? LOCAL(text) : iso;
  }
  let value = Number(text);
  // Seconds have ten digits until the year 2286.
  let unit = 1_000;
  while (value >= 100_000_000_000 && unit > 0.000_001) {
    value /= 1_000;
    unit /= 1_000;
  }
  return unit < 0.000_001 ? Number.NaN : Math.floor(value * 1_000);
}
