/**
 * Civil time in an IANA zone, from the runtime's own tables (Intl), so that there is one source of truth: the store is
 * never asked to cut days or hours, it is given instants.
 *
 * Words: an *instant* is milliseconds UTC. *Local text* is `YYYY-MM-DD HH:mm:ss`. A *fold* is local time that happens
 * twice (clocks set back), a *gap* is local time that never happens (clocks set forward).
 */
import { FootfallError } from '@footfall/contract';
import { LRUCache } from 'lru-cache';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Offsets held per zone: panels ask for the same hours and days again and again, and a formatter takes microseconds for each. */
const OFFSETS = 20_000;

/** What the store's DateTime64 can hold, with room for what a range is compared with. */
const FIRST_YEAR = 1_910;
const LAST_YEAR = 2_200;

export interface Zone {
  /** IANA name. */
  readonly name: string;
  /** Local text of an instant. */
  text(at: number): string;
  /** The first instant that bears this local text; in a gap, the instant at which the clocks were set forward. */
  first(local: string): number;
  /** The first instant after the last that bears this local text: the end of a range that includes this second. */
  after(local: string): number;
  /** Starts of the hours that touch [from, to): local hours, and a shorter one where clocks change within an hour. */
  hours(from: number, to: number): number[];
  /** Starts of the days that touch [from, to): the first instant of each local date. */
  days(from: number, to: number): number[];
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/u;

/** Local text as if it were UTC: the form in which dates are calculated with. */
function civil(local: string): number {
  const match = LOCAL.exec(local);
  const at = match === null ? Number.NaN : Date.parse(`${local.replace(' ', 'T')}Z`);
  const year = Number(match?.[1]);
  // Date.parse takes February 30th for March 2nd. Years that the store's instants can not hold are none of a visit either.
  if (Number.isNaN(at) || civilText(at) !== local || year < FIRST_YEAR || year > LAST_YEAR) {
    throw new FootfallError('request.invalid', { fields: [{ path: 'query_time', message: `there is no such time: ${local.slice(0, 40)}` }] });
  }
  return at;
}

function civilText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ');
}

/** Local date of a local text, `days` later. @throws FootfallError `request.invalid` when it is no time */
export function addDays(local: string, days: number): string {
  return civilText(civil(local) + days * DAY).slice(0, 10);
}

/** Milliseconds between two local texts, as a wall clock that knows no changes would count them. */
export function civilDistance(from: string, to: string): number {
  return civil(to) - civil(from);
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/**
 * @param name an IANA zone that this runtime knows
 * @throws RangeError for any other
 */
export function openZone(name: string): Zone {
  // The Swedish locale writes ISO 8601; h23 keeps midnight 00.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: name,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });

  const ahead = (second: number): number => Date.parse(`${format.format(second).replace(' ', 'T')}Z`) - second;

  /** Offsets of whole quarters of an hour; null where the clocks change within one. */
  const offsets = new LRUCache<number, { readonly ahead: number | null }>({ max: OFFSETS });

  /** Milliseconds that local time is ahead of UTC. Changes fall on whole seconds everywhere. */
  const offset = (at: number): number => {
    const quarter = Math.floor(at / QUARTER);
    let known = offsets.get(quarter);
    if (known === undefined) {
      const [first, last] = [ahead(quarter * QUARTER), ahead((quarter + 1) * QUARTER - 1_000)];
      known = { ahead: first === last ? first : null };
      offsets.set(quarter, known);
    }
    return known.ahead ?? ahead(Math.floor(at / 1_000) * 1_000);
  };

  /** The instant of the one change of offset in (from, to]. */
  const change = (from: number, to: number): number => {
    const before = offset(from);
    let low = Math.floor(from / 1_000);
    let high = Math.ceil(to / 1_000);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offset(middle * 1_000) === before) low = middle;
      else high = middle;
    }
    return high * 1_000;
  };

  /** All instants that bear a local text, ascending: one, none in a gap, two in a fold. */
  const instants = (wall: number): number[] => {
    const offsetsAround = new Set([offset(wall - DAY), offset(wall + DAY)]);
    return [...offsetsAround].map((by) => wall - by).filter((at) => at + offset(at) === wall).toSorted((a, b) => a - b);
  };

  /** Where the clocks jumped over a local text. */
  const gapEnd = (wall: number): number => change(wall - DAY, wall + DAY);

  const first = (local: string): number => {
    const wall = civil(local);
    return instants(wall)[0] ?? gapEnd(wall);
  };

  const hourStart = (at: number): number => {
    const start = at - modulo(at + offset(at), HOUR);
    return offset(start) === offset(at) ? start : change(start, at);
  };

  const nextHour = (start: number): number => {
    const next = start - modulo(start + offset(start), HOUR) + HOUR;
    return offset(next - 1) === offset(start) ? next : change(start, next - 1);
  };

  const text = (at: number): string => civilText(at + offset(at));

  return Object.freeze({
    name,
    text,
    first,
    after(local) {
      const wall = civil(local);
      const last = instants(wall).at(-1);
      return last === undefined ? gapEnd(wall) : last + 1_000;
    },
    hours(from, to) {
      const starts: number[] = [];
      if (to <= from) return starts;
      for (let at = hourStart(from); at < to; at = nextHour(at)) starts.push(at);
      return starts;
    },
    days(from, to) {
      const starts: number[] = [];
      if (to <= from) return starts;
      let date = text(from).slice(0, 10);
      let at = first(`${date} 00:00:00`);
      while (at < to) {
        date = addDays(`${date} 00:00:00`, 1);
        const next = first(`${date} 00:00:00`);
        // A date that was skipped altogether has no length.
        if (next > at) starts.push(at);
        at = next;
      }
      return starts;
    },
  } satisfies Zone);
}

/** Opens each zone once; making a formatter costs more than any question needs it for. */
export function createZones(): (name: string) => Zone {
  const opened = new Map<string, Zone>();
  return (name) => {
    const known = opened.get(name);
    if (known !== undefined) return known;
    const zone = openZone(name);
    opened.set(name, zone);
    return zone;
  };
}
