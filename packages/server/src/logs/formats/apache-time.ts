import { isoTime } from './strptime.js';

const MONTHS = new Map(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name, index) => [name, index]));
const SHAPE = /^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d$/u;

/**
 * A reader of `17/May/2015:10:05:03 +0000]` at a position of a line, or of the same as ISO 8601 has it (`2015-05-17 10:05:03.250]`, as Apache
 * writes it when asked for `%{%F %T}t`): milliseconds UTC with the offset taken into account, NaN when that is not what stands there.
 * Date and hour are looked up once per distinct hour, as thousands of lines share them.
 */
export function apacheTimeReader(): (line: string, from: number) => number {
  let knownHour = '';
  let knownOffset = '';
  let hourStart = Number.NaN;
  return (line, from) => {
    if (line.charCodeAt(from + 14) !== COLON || line.charCodeAt(from + 26) !== BRACKET) return line.charCodeAt(from + 4) === MINUS ? isoTimeAt(line, from) : Number.NaN;
    const hour = line.slice(from, from + 14);
    const offset = line.slice(from + 20, from + 26);
    if (hour !== knownHour || offset !== knownOffset) {
      hourStart = startOfHour(hour, offset);
      knownHour = hour;
      knownOffset = offset;
    }
    const minutes = twoDigits(line, from + 15);
    const seconds = twoDigits(line, from + 18);
    // 60 is a leap second, which servers do write.
    if (line.charCodeAt(from + 17) !== COLON || !(minutes <= 59 && seconds <= 60)) return Number.NaN;
    return hourStart + minutes * 60_000 + seconds * 1_000;
  };
}

const COLON = 58;
const BRACKET = 93;
const MINUS = 45;

/** The longest there is has nine digits of a second and an offset behind a blank. */
const LONGEST_ISO = 36;

function isoTimeAt(line: string, from: number): number {
  const text = line.slice(from, from + LONGEST_ISO + 1);
  const end = text.indexOf(']');
  return end === -1 ? Number.NaN : isoTime(text.slice(0, end).replace(/ (?=[+-]\d)/u, ''));
}

function startOfHour(text: string, offset: string): number {
  const shift = /^ ([+-])(\d\d)(\d\d)$/u.exec(offset);
  const month = MONTHS.get(text.slice(3, 6));
  if (shift === null || month === undefined || !SHAPE.test(text)) return Number.NaN;
  const [day, year, hour] = [Number(text.slice(0, 2)), Number(text.slice(7, 11)), Number(text.slice(12, 14))];
  const start = Date.UTC(year, month, day, hour);
  // Date.UTC would quietly read 31/Feb as the 3rd of March.
  if (hour > 23 || new Date(start).getUTCDate() !== day) return Number.NaN;
  const minutes = Number(shift[2]) * 60 + Number(shift[3]);
  return start - (shift[1] === '-' ? -minutes : minutes) * 60_000;
}

/** NaN for what is not two digits. */
function twoDigits(line: string, at: number): number {
  const tens = line.charCodeAt(at) - 48;
  const ones = line.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}
