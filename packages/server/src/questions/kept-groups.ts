/**
 * Page views by value of a column, of which those of hours that are over are counted once and kept for as long as nothing changes them: who asks again
 * has the hours since counted, and is told what counting all of them would tell.
 */
import { type Counts, CountList } from '../warehouse/rolled/count-list.js';
import type { Reading } from '../warehouse/rolled/kept-counts.js';
import type { Asked } from './asked.js';
import { compileUnion } from './compile.js';
import { countIn, type Row } from './counts.js';
import type { TimeRange } from './period.js';
import { during, type GroupPlan, grouped, type Source } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;
/** After the end of an hour: what comes later of it has what is kept counted anew. */
const OVER_MS = 5 * 60_000;
/** Times that visits may come in late while they are counted, before all are counted at once. */
const TRIES = 3;
/** Values of one list that are kept; of a list with more every asking counts. */
const MOST_VALUES = 20_000;

const NOTHING: Counts = new Map();

/** What was counted of hours that are over, and of those since. */
export interface KeptGroups {
  readonly over: CountList;
  readonly since: Counts;
}

/** A source whose counts are kept: how far they go, and what there is of them. */
interface Course {
  readonly source: Source;
  readonly range: TimeRange;
  /** The hour that what is kept goes up to. */
  readonly over: number;
  readonly name: string;
}

function courseOf(source: Source, column: string, now: number): Course | null {
  const [range, ...others] = source.ranges ?? [];
  if (range === undefined || others.length > 0 || source.table !== 'visits' || source.time !== 'created_at' || source.crawlers !== null) return null;
  const over = Math.min(Math.floor((now - OVER_MS) / HOUR), Math.floor(range.to / HOUR));
  if (over * HOUR <= range.from) return null;
  // A range that is over is kept apart from one that begins when it does and goes on. One that ends as far back as it is now in the day ends later each time.
  return { source, range, over, name: JSON.stringify([column, range.from, over * HOUR === range.to ? range.to : null, source.filters]) };
}

/** Counts several stretches in one statement. @returns null of a stretch with more values than are kept */
async function counted(stretches: readonly (readonly [Source, TimeRange])[], column: string, asked: Asked): Promise<(Counts | null)[]> {
  const asking: { readonly at: number; readonly plan: GroupPlan }[] = [];
  stretches.forEach(([source, range], at) => {
    if (range.from < range.to) asking.push({ at, plan: grouped(during(source, [range]), ['pv'], { keys: [column], page: { limit: MOST_VALUES + 1, offset: 0 } }) });
  });
  const found: (Map<string, number> | null)[] = stretches.map(() => new Map());
  if (asking.length === 0) return found;
  const { rows } = await asked.run<Row>(compileUnion(asking.map(({ plan }) => plan)));
  for (const row of rows) found[asking[countIn(row, 'part')]?.at ?? 0]?.set(String(row[`k_${column}`]), countIn(row, 'm_pv'));
  return found.map((counts) => (counts !== null && counts.size > MOST_VALUES ? null : counts));
}

/** Brings what is kept up to the hour that is over last. @returns null where there is more than is kept, or where it goes further already */
async function broughtUp(courses: readonly Course[], readings: readonly Reading[], column: string, asked: Asked): Promise<CountList[] | null> {
  const kept = courses.map(({ range }, i) => readings[i]?.kept ?? { before: Math.floor(range.from / HOUR), counts: new CountList(NOTHING) });
  if (kept.some(({ before, counts }, i) => counts === null || before > (courses[i]?.over ?? 0))) return null;
  const since = await counted(courses.map(({ source, range, over }, i) => [source, { from: Math.max(range.from, (kept[i]?.before ?? 0) * HOUR), to: over * HOUR }]), column, asked);
  const lists = courses.map(({ over }, i) => {
    const [before, added] = [kept[i]?.counts, since[i]];
    const list = before === null || before === undefined || added === null || added === undefined ? null : before.with(added);
    const counts = list === null || list.size > MOST_VALUES ? null : list;
    if (kept[i]?.before !== over) readings[i]?.keep({ before: over, counts });
    return counts;
  });
  return lists.every((list) => list !== null) ? lists : null;
}

/**
 * The groups of several sources by one column, from as few statements as can be.
 * @param sources each of one stretch of time
 * @returns null where nothing can be kept, or had better not be: then all of it is to be asked for at once
 */
export async function keptGroups(sources: readonly Source[], column: string, asked: Asked): Promise<KeptGroups[] | null> {
  const { kept } = asked;
  const courses = sources.map((source) => courseOf(source, column, asked.now));
  if (kept === null || !courses.every((course) => course !== null)) return null;
  for (let i = 0; i < TRIES; i += 1) {
    const readings: readonly Reading[] = courses.map(({ source, name }) => kept.read(SiteScope.idsOf(source.scope), name));
    const lists = await broughtUp(courses, readings, column, asked);
    if (lists === null) return null;
    const rest = await counted(courses.map(({ source, range, over }) => [source, { from: over * HOUR, to: range.to }]), column, asked);
    if (courses.every(({ over }, at) => readings[at]?.isTrue(over) === true)) {
      const groups = lists.map((over, at) => ({ over, since: rest[at] ?? null }));
      return groups.every((group): group is KeptGroups => group.since !== null) ? groups : null;
    }
  }
  return null;
}
