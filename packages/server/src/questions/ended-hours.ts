/**
 * Hours that were kept while they ran (running.ts) need not be counted again once they are over: what is kept of one goes up to its end, as a rule, and what
 * changes it takes it away.
 */
import type { Reading, Sized } from '../warehouse/rolled/kept-counts.js';
import type { Stretch } from './kept-groups.js';
import { isSome } from './momentary.js';
import type { TimeRange } from './period.js';

const HOUR = 3_600_000;

/** What is kept of the last hour of a range. */
export interface EndedHour<List> {
  readonly list: List;
  /** What there is of the range besides. */
  readonly others: readonly TimeRange[];
}

/** @param readingOf where an hour is kept (`runningName`) @returns null where nothing is kept of the hour that a range ends with */
export function endedHour<List extends Sized>({ from, to }: TimeRange, readingOf: (hour: number) => Pick<Reading<List>, 'kept'>): EndedHour<List> | null {
  const hour = to / HOUR - 1;
  if (!Number.isInteger(hour) || hour * HOUR < from) return null;
  const { kept } = readingOf(hour);
  if (kept === null || kept.counts === null || kept.before <= hour || kept.before > hour + 1) return null;
  const others = [{ from, to: hour * HOUR }, { from: Math.round(kept.before * HOUR), to }];
  return { list: kept.counts, others: others.filter((other) => other.from < other.to) };
}

/** How some stretches are counted, and put together. */
export interface CountingOver<List> {
  readonly endedOf: (stretch: Stretch) => EndedHour<List> | null;
  readonly count: (stretches: readonly Stretch[]) => Promise<readonly (List | null)[]>;
  readonly joined: (list: List, added: List) => List | null;
}

/** What there is of some stretches, of which only that is counted which was not kept while it ran. @returns null of one with more than is kept. @throws as `count` */
export async function countedOver<List>(stretches: readonly Stretch[], { endedOf, count, joined }: CountingOver<List>): Promise<(List | null)[]> {
  const parts = stretches.map((stretch) => {
    const ended = isSome(stretch) ? endedOf(stretch) : null;
    return { list: ended?.list, asking: ended === null ? [stretch] : ended.others.map((other): Stretch => [stretch[0], other]) };
  });
  const asking = parts.flatMap((part) => part.asking);
  const counted = asking.length === 0 ? [] : await count(asking);
  let at = 0;
  return parts.map((part) => {
    const lists = [...(part.list === undefined ? [] : [part.list]), ...counted.slice(at, (at += part.asking.length))];
    return lists.reduce((all, list) => (all === null || list === null ? null : joined(all, list)));
  });
}
