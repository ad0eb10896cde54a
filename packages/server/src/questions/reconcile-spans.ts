/** Which time both of two sources cover: what one alone covers can not be compared. */
import { MATCH_WINDOW } from '@footfall/contract';
import type { TimeRange } from './period.js';

/** The records of a source in one hour, times in milliseconds. */
export interface SourceHour {
  readonly records: number;
  /** Of these, not by crawlers. */
  readonly people: number;
  readonly first: number;
  readonly last: number;
}

/** By hour since 1970; hours without a record are not in it. */
export type SourceHours = ReadonlyMap<number, SourceHour>;

/** Hours without a record that a source may have in a row and still count as quiet, where the other has fewer records of people than this in each of them: crawlers send no beacons. */
export const QUIET = { hours: 12, people: 10 } as const;

const AFTER = MATCH_WINDOW.after * 1_000;
const BEFORE = MATCH_WINDOW.before * 1_000;

/**
 * From a source's first record to its last, as long as records go on: an hour without any ends it, unless that is a quiet one. As much is added at both ends as a pair may be apart.
 */
function stretches(own: SourceHours, other: SourceHours, lead: number, trail: number): TimeRange[] {
  const isQuiet = (after: number, before: number): boolean => {
    if (before - after - 1 > QUIET.hours) return false;
    for (let hour = after + 1; hour < before; hour += 1) if ((other.get(hour)?.people ?? 0) >= QUIET.people) return false;
    return true;
  };
  const found: { from: number; to: number; hour: number }[] = [];
  for (const [hour, { first, last }] of [...own].toSorted(([a], [b]) => a - b)) {
    const running = found.at(-1);
    if (running !== undefined && isQuiet(running.hour, hour)) Object.assign(running, { to: last + trail + 1, hour });
    else found.push({ from: first - lead, to: last + trail + 1, hour });
  }
  return found.map(({ from, to }) => ({ from, to }));
}

/** What is in both, ascending. Each list is ascending and without overlap. */
export function inBoth(some: readonly TimeRange[], others: readonly TimeRange[]): TimeRange[] {
  const shared = some.flatMap((one) => others.map((other) => ({ from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) })));
  return shared.filter(({ from, to }) => from < to);
}

/** What log and beacons both cover until an instant: a request just made may still get its beacon. */
export function comparedSpans(log: SourceHours, beacon: SourceHours, until: number): TimeRange[] {
  return inBoth(inBoth(stretches(log, beacon, BEFORE, AFTER), stretches(beacon, log, AFTER, BEFORE)), [{ from: 0, to: until - AFTER }]);
}
