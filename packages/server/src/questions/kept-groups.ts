/**
 * Page views by value of a column, of which those of hours that are over are counted once and kept for as long as nothing changes them: who asks again
 * has the hours since counted, and is told what counting all of them would tell.
 */
import type { Kept, KeptCounts, Reading, Sized } from '../warehouse/rolled/kept-counts.js';
import type { KeptOfOver } from '../warehouse/rolled/known-hours.js';
import type { Asked } from './asked.js';
import { hourOver, type TimeRange } from './period.js';
import type { Source } from './plan.js';
import { SiteScope } from './scope.js';
import { type Keeping, upToDate } from './up-to-date.js';

const HOUR = 3_600_000;
/** Times that visits may come in late while they are counted, before all are counted at once. */
const TRIES = 3;

/** A kind of list, how it is counted and where it is kept. */
export interface Listing<List extends Sized> {
  /** What is listed. */
  readonly column: string;
  readonly empty: List;
  kept(all: KeptOfOver): Pick<KeptCounts<List>, 'read'>;
  /** Counts several stretches in one statement. @returns null of a stretch with more values than are kept */
  count(stretches: readonly Stretch[], asked: Asked): Promise<readonly (List | null)[]>;
  /** What there is of hours that are not over in a stretch, counted as `count` does unless it is kept. @param isFirst what is kept of the hour that runs is used the first time alone: visits that come late all the time must not have it asked for again and again */
  rest(stretches: readonly Stretch[], asked: Asked, isFirst: boolean): Promise<Rest<List>>;
  /** Both together; null where they are more than are kept. */
  joined(list: List, added: List): List | null;
}

/** What was counted, or kept, of the last hours of stretches. */
export interface Rest<List> {
  readonly lists: readonly (List | null)[];
  /** Whether what was kept of it is true still. */
  isTrue(): boolean;
}

/** Time of a source; it may be none. */
export type Stretch = readonly [source: Source, range: TimeRange];

/** What was counted of hours that are over, and of those since. */
export interface KeptGroups<List> {
  readonly over: List;
  readonly since: List;
}

/** A source whose counts are kept: how far they go, and what there is of them. */
export interface Course {
  readonly source: Source;
  readonly range: TimeRange;
  /** The hour that what is kept goes up to. */
  readonly over: number;
  readonly name: string;
}

/** How far a source can be kept; null where it can not. @param column what is kept of it */
export function courseOf(source: Source, column: string, now: number): Course | null {
  const [range, ...others] = source.ranges ?? [];
  if (range === undefined || others.length > 0 || source.table !== 'visits' || source.time !== 'created_at' || source.crawlers !== null) return null;
  const over = Math.min(hourOver(now), Math.floor(range.to / HOUR));
  // Of a day that begins with the hour that runs nothing is over.
  if (over * HOUR < range.from) return null;
  // A range that is over is kept apart from one that begins when it does and goes on. One that ends as far back as it is now in the day ends later each time.
  return { source, range, over, name: JSON.stringify([column, range.from, over * HOUR === range.to ? range.to : null, source.filters]) };
}

/** Who looks at what is kept, and what he sees. */
interface Look<List extends Sized> {
  readonly readings: readonly Reading<List>[];
  readonly kept: readonly Kept<List>[];
}

interface Brought<List extends Sized> {
  readonly readings: readonly Reading<List>[];
  readonly lists: readonly List[] | null;
}

/** Brings what is kept up to the hour that is over last. `lists` is null where there is more than is kept, or where it goes further already. */
async function broughtUp<List extends Sized>(courses: readonly Course[], { readings, kept }: Look<List>, listing: Listing<List>, asked: Asked): Promise<Brought<List>> {
  if (kept.some(({ before, counts }, i) => counts === null || before > (courses[i]?.over ?? 0))) return { readings, lists: null };
  const since = await listing.count(courses.map(({ source, range, over }, i) => [source, { from: Math.max(range.from, (kept[i]?.before ?? 0) * HOUR), to: over * HOUR }]), asked);
  const lists = courses.map(({ over }, i) => {
    const [before, added] = [kept[i]?.counts ?? null, since[i] ?? null];
    const counts = before === null || added === null ? null : listing.joined(before, added);
    if (kept[i]?.before !== over) readings[i]?.keep({ before: over, counts });
    return counts;
  });
  return { readings, lists: lists.every((list) => list !== null) ? lists : null };
}

/**
 * The groups of several sources, from as few statements as can be.
 * @param sources each of one stretch of time
 * @returns null where nothing can be kept, or had better not be: then all of it is to be asked for at once
 */
export async function keptGroups<List extends Sized>(sources: readonly Source[], listing: Listing<List>, asked: Asked): Promise<KeptGroups<List>[] | null> {
  const kept = asked.kept === null ? null : listing.kept(asked.kept);
  const courses = sources.map((source) => courseOf(source, listing.column, asked.now));
  if (kept === null || !courses.every((course) => course !== null)) return null;
  const keeping: Keeping<Look<List>, Brought<List>> = {
    look() {
      const readings = courses.map(({ source, range, name }) => kept.read(SiteScope.idsOf(source.scope), name, range.from / HOUR));
      return { readings, kept: readings.map((reading, i) => reading.kept ?? { before: Math.floor((courses[i]?.range.from ?? 0) / HOUR), counts: listing.empty }) };
    },
    isUp: (seen) => seen.kept.every(({ before }, i) => before >= (courses[i]?.over ?? 0)),
    make: (seen, asking) => broughtUp(courses, seen, listing, asking),
  };
  const key = courses.map(({ source, name, over }) => [SiteScope.idsOf(source.scope), name, over]);
  for (let i = 0; i < TRIES; i += 1) {
    const { readings, lists } = await upToDate(key, keeping, asked);
    if (lists === null) return null;
    const rest = await listing.rest(courses.map(({ source, range, over }) => [source, { from: over * HOUR, to: range.to }]), asked, i === 0);
    if (rest.isTrue() && courses.every(({ over }, at) => readings[at]?.isTrue(over) === true)) {
      const groups = lists.map((over, at) => ({ over, since: rest.lists[at] ?? null }));
      return groups.every((group): group is KeptGroups<List> => group.since !== null) ? groups : null;
    }
  }
  return null;
}
