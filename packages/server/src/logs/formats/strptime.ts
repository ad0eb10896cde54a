const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parts of a time as they are found; what is not found keeps its value here. */
interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  ms: number;
  /** Minutes east of UTC. */
  offset: number;
  /** Milliseconds since 1970, when the log counts them itself. */
  epoch: number;
  isAfternoon: boolean | null;
}

type Put = (parts: Parts, text: string) => void;

const number = (key: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'): Put => (parts, text) => void (parts[key] = Number(text));

/** Conversions of strptime(3) that occur in logs, each with what it matches. */
const CONVERSIONS: Readonly<Record<string, readonly [pattern: string, put: Put]>> = {
  d: ['\\s?(\\d{1,2})', number('day')],
  e: ['\\s?(\\d{1,2})', number('day')],
  m: ['(\\d{1,2})', (parts, text) => void (parts.month = Number(text) - 1)],
  b: ['([A-Za-z]{3})', (parts, text) => void (parts.month = MONTHS.indexOf(text.toLowerCase()))],
  Y: ['(\\d{4})', number('year')],
  y: ['(\\d{2})', (parts, text) => void (parts.year = Number(text) + (Number(text) < 69 ? 2_000 : 1_900))],
  H: ['(\\d{1,2})', number('hour')],
  I: ['(\\d{1,2})', number('hour')],
  M: ['(\\d{2})', number('minute')],
  S: ['(\\d{2})', number('second')],
  L: ['(\\d{3})', (parts, text) => void (parts.ms = Number(text))],
  p: ['([AaPp][Mm])', (parts, text) => void (parts.isAfternoon = text.toLowerCase() === 'pm')],
  z: ['([+-]\\d{2}:?\\d{2}|Z|UTC|GMT)', (parts, text) => void (parts.offset = minutesOf(text))],
  s: ['(\\d{1,12}(?:\\.\\d+)?)', (parts, text) => void (parts.epoch = Number(text) * 1_000)],
  f: ['(\\d{14,17})', (parts, text) => void (parts.epoch = Number(text) / 1_000)],
  '*': ['(\\d{11,13})', (parts, text) => void (parts.epoch = Number(text))],
};
const SHORT: Readonly<Record<string, string>> = { T: '%H:%M:%S', F: '%Y-%m-%d', D: '%m/%d/%y', R: '%H:%M', h: '%b', B: '%b' };

function minutesOf(text: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/u.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

/**
 * A reader of times written by a format of strftime(3): `%d/%b/%Y:%H:%M:%S %z`. Conversions: d e m b h Y y H I M S p z T F D R, and as goaccess
 * has them s (seconds since 1970), f (microseconds) and * (milliseconds). Fractions of seconds after %S are read. Without %z it is UTC.
 * Gives milliseconds UTC, or NaN.
 * @throws RangeError naming a conversion that is not known
 */
export function timeReader(format: string): (text: string) => number {
  const puts: Put[] = [];
  let pattern = '';
  const whole = format.replace(/%([TFDRhB])/gu, (_, letter: string) => SHORT[letter] ?? '');
  for (const [piece, letter] of whole.matchAll(/%(.)|[^%]+|%$/gu)) {
    const conversion = letter === undefined ? undefined : CONVERSIONS[letter];
    if (letter === undefined) pattern += piece.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);
    else if (letter === '%') pattern += '%';
    else if (conversion === undefined) throw new RangeError(`%${letter}`);
    else {
      pattern += letter === 'S' ? `${conversion[0]}(?:[.,](\\d{1,9}))?` : conversion[0];
      puts.push(conversion[1]);
      if (letter === 'S') puts.push((parts, text) => void (parts.ms = Number(text.slice(0, 3).padEnd(3, '0'))));
    }
  }
  const shape = new RegExp(`^${pattern}$`, 'u');
  return (text) => {
    const match = shape.exec(text);
    if (match === null) return Number.NaN;
    const parts: Parts = { year: 1970, month: 0, day: 1, hour: 0, minute: 0, second: 0, ms: 0, offset: 0, epoch: Number.NaN, isAfternoon: null };
    for (const [at, put] of puts.entries()) {
      const found: string | undefined = match[at + 1];
      if (found !== undefined) put(parts, found);
    }
    return Number.isNaN(parts.epoch) ? instantOf(parts) : Math.floor(parts.epoch);
  };
}

function instantOf({ year, month, day, hour, minute, second, ms, offset, isAfternoon }: Parts): number {
  const clock = isAfternoon === null ? hour : (hour % 12) + (isAfternoon ? 12 : 0);
  const date = new Date(Date.UTC(year, month, day));
  // Date.UTC would quietly read 31/Feb as the 3rd of March.
  if (month < 0 || date.getUTCDate() !== day || date.getUTCMonth() !== month || clock > 23 || minute > 59 || second > 60) return Number.NaN;
  return date.getTime() + ((clock * 60 + minute - offset) * 60 + second) * 1_000 + ms;
}

/** RFC 3339 (`2026-03-01T10:00:00.123Z`, with an offset, or with none: UTC); NaN for anything else. */
export function isoTime(text: string): number {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?$/iu.test(text)) return Number.NaN;
  // Date.parse would quietly read the 31st of February as the 3rd of March.
  if (new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() !== Number(text.slice(8, 10))) return Number.NaN;
  const tidy = text.replace(' ', 'T').replace(',', '.').replace(/(\.\d{3})\d+/u, '$1').replace(/([+-]\d\d)(\d\d)$/u, '$1:$2');
  return Date.parse(/(?:Z|[+-]\d\d:\d\d)$/iu.test(tidy) ? tidy : `${tidy}Z`);
}
