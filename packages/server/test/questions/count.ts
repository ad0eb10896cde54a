/** Counting by hand: plain loops over records, sharing no code with what is tested. */
import type { VisitRecord } from '@footfall/contract';

/** Local date, hour and offset of an instant, read off a formatter: `2026-10-25`, `02`, `GMT+02:00`. */
export function wallClock(zone: string): (at: number) => { date: string; hour: string; clock: string; offset: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset',
  });
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, part.value]));
    const { year = '', month = '', day = '', hour = '', minute = '', second = '', timeZoneName = '' } = parts;
    return { date: `${year}-${month}-${day}`, hour, clock: `${hour}:${minute}:${second}`, offset: timeZoneName };
  };
}

/** `YYYY-MM-DD HH:mm:ss` of an instant. */
export function localText(zone: string): (at: number) => string {
  const read = wallClock(zone);
  return (at) => {
    const { date, clock } = read(at);
    return `${date} ${clock}`;
  };
}

export function traffic(visits: readonly VisitRecord[]): { pv: number; uv: number; ip: number } {
  return { pv: visits.length, uv: new Set(visits.map((visit) => visit.visitor)).size, ip: new Set(visits.map((visit) => visit.ip)).size };
}

/** Values and how often each occurs, most first, ties by value. */
export function tally(values: readonly string[]): (readonly [value: string, num: number])[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}
