/**
 * Wall clocks. Every time that the console sends or shows is `YYYY-MM-DD HH:mm:ss` in the zone of the site asked
 * about, never in the browser's: so days are counted on the calendar as text, and only `wallTime` knows zones.
 */

/** `YYYY-MM-DD HH:mm:ss` */
export type WallTime = string;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * What a clock in `zone` shows.
 * @param at milliseconds UTC
 * @param zone an IANA zone; one that this browser does not know is read as UTC
 */
export function wallTime(at: number, zone: string): WallTime {
  return clockOf(zone).format(at).replace(',', '');
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const parts: Intl.DateTimeFormatOptions = {
    year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
  };
  try {
    // The Swedish locale writes ISO 8601 dates.
    return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: zone });
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: 'UTC' });
    throw error;
  }
}

/** The distance of a zone from UTC at an instant, as `UTC+8`, `UTC+5:30`, `UTC-3` or `UTC`. */
export function offsetLabel(at: number, zone: string): string {
  const minutes = Math.round((asIfUtc(wallTime(at, zone)) - at) / MINUTE_MS);
  if (minutes === 0) return 'UTC';
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** A zone's name with its distance from UTC, once when the two are the same. */
export function zoneName(at: number, zone: string): string {
  const offset = offsetLabel(at, zone);
  return zone === offset ? zone : `${zone} (${offset})`;
}

/** Milliseconds of a wall time read as if it stood in UTC: for distances and weekdays, not for instants. */
export function asIfUtc(wall: WallTime): number {
  return Date.parse(`${wall.slice(0, 10)}T${wall.slice(11) || '00:00:00'}Z`);
}

/** The wall time of such milliseconds. */
export function fromAsIfUtc(ms: number): WallTime {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** A calendar date (`YYYY-MM-DD`, or a wall time) moved by whole days. */
export function addDays(wall: string, days: number): string {
  return fromAsIfUtc(asIfUtc(`${wall.slice(0, 10)} 00:00:00`) + days * DAY_MS).slice(0, 10);
}

/** Midnight at the start of that date. */
export function startOfDay(wall: string): WallTime {
  return `${wall.slice(0, 10)} 00:00:00`;
}

/** The last second of that date. */
export function endOfDay(wall: string): WallTime {
  return `${wall.slice(0, 10)} 23:59:59`;
}

/** Whether a text is a time as the calls take it, and one that exists. */
export function isWallTime(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u.test(text)) return false;
  const ms = asIfUtc(text);
  return Number.isFinite(ms) && fromAsIfUtc(ms) === text;
}
