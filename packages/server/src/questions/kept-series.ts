/**
 * Figures of a time that runs still, and of one that goes as far as it is now in the day: those of its hours that are over are counted once and kept, with
 * everybody who was there, for as long as nothing changes them. Who asks again has what came since counted, and is told what counting all of it would tell.
 */
import type { Reading } from '../warehouse/rolled/kept-counts.js';
import { ADDRESS, type Figures, figuresOf, figuresOfBoth, MemberSeries, NOBODY, type Presence, VISITOR } from '../warehouse/rolled/member-series.js';
import { SortedRecords } from '../warehouse/rolled/sorted-records.js';
import type { Asked } from './asked.js';
import { ALL, compileSeries, type SeriesRow, type SeriesStretch } from './compile-series.js';
import { countIn, type Row } from './counts.js';
import { hourOver, type TimeRange } from './period.js';
import { counted, manyCame } from './many-came.js';
import type { GroupPlan } from './plan.js';
import { asWhole, type Running } from './running.js';
import { endedSeries, runningSeries } from './running-series.js';
import { SiteScope } from './scope.js';
import { isBusyEnough } from './worth.js';

const HOUR = 3_600_000;
const FIGURES: ReadonlySet<string> = new Set(['pv', 'uv', 'ip', 'referer_num']);
/** A twentieth of the visits that make a site busy: fewer are counted as quickly as what came since. */
const WORTH = 20;
/** Visitors or addresses of one time that are kept; with more, every asking counts. */
const MOST_MEMBERS = 200_000;
/** Times that visits may come in late while it is asked, before everything is asked at once. */
const TRIES = 3;

/** A time of which the beginning is kept. */
interface Course {
  readonly plan: GroupPlan;
  readonly range: TimeRange;
  /** Up to when it is kept: no bucket goes across, unless there is but one. */
  readonly until: number;
  /** The hour that it is kept up to. */
  readonly before: number;
  /** The bucket of all of it; null where it has several. */
  readonly only: number | null;
  readonly name: string;
}

const edgesOf = (plan: GroupPlan): readonly number[] => plan.cuts[0] ?? [];

/** The bucket that an instant is in, as `cutOf` has it. */
const bucketAt = (edges: readonly number[], instant: number): number => edges.findLast((edge) => edge <= instant) ?? edges[0] ?? 0;

/** Whether a time has several buckets. */
const isByBucket = (edges: readonly number[], { from, to }: TimeRange): boolean => edges.some((edge) => edge > from && edge < to);

/** Whether it asks for nothing but figures of visits, as a whole or by bucket. */
const isPlain = ({ table, time, crawlers, keys, cuts, labels, figures, totals, page }: GroupPlan): boolean =>
  table === 'visits' && time === 'created_at' && crawlers === null && keys.length === 0 && cuts.length <= 1 && labels.every((named) => named === null) && !totals && page === null && figures.every((figure) => FIGURES.has(figure));

/** @returns null where nothing of it is kept; what is over as a whole is kept by kept-periods.ts */
function courseOf(plan: GroupPlan, range: TimeRange, asked: Asked): Course | null {
  const { rolled, now } = asked;
  if (rolled === null) return null;
  const over = hourOver(now) * HOUR;
  if (range.to % HOUR === 0 && range.to <= over) return null;
  const edges = edgesOf(plan);
  const isOne = !isByBucket(edges, range);
  const last = Math.min(over, Math.floor(range.to / HOUR) * HOUR);
  const until = isOne ? last : (edges.findLast((edge) => edge <= last) ?? range.from);
  // Of a day that begins with the hour that runs nothing is over.
  if (until < range.from || !(isBusyEnough(plan, (until - range.from) / HOUR, WORTH, rolled) || manyCame(plan, asked))) return null;
  return {
    plan, range, until, before: Math.ceil(until / HOUR), only: isOne ? bucketAt(edges, range.from) : null,
    name: JSON.stringify(['series', range.from, isOne ? null : edges, plan.filters]),
  };
}

/** Remembers how many were counted of a time that runs. */
function remember(plan: GroupPlan, rows: readonly Row[], asked: Asked): void {
  if (!isPlain(plan) || (plan.ranges?.at(-1)?.to ?? 0) <= hourOver(asked.now) * HOUR) return;
  // Of a roll-up one row is all of them.
  const told = plan.rollup ? rows.filter((row) => countIn(row, 'c0') === 0) : rows;
  counted(plan, told.reduce((sum, row) => sum + countIn(row, 'm_pv'), 0), asked);
}

/** Its times, each with buckets of its own; null where it is to be asked for as a whole. */
function coursesOf(plan: GroupPlan, asked: Asked): readonly Course[] | null {
  const ranges = plan.ranges ?? [];
  const isApart = ranges.length === 1 || (ranges.length > 1 && !plan.rollup && ranges.every(({ from }) => edgesOf(plan).includes(from)));
  if (!isApart || !isPlain(plan)) return null;
  const courses = ranges.map((range) => courseOf(plan, range, asked));
  return courses.every((course) => course !== null) ? courses : null;
}

const membersOf = ({ visitors, addresses }: Presence): number => Math.max(visitors.size, addresses.size);

/** What rows tell of a stretch; null where there are more than are kept. */
function seriesOf({ plan, ranges, byBucket }: SeriesStretch, rows: readonly SeriesRow[]): MemberSeries | null {
  const all = rows.find(({ bucket }) => bucket === ALL);
  const whole: Presence = all === undefined ? NOBODY : {
    pv: Number(all.m_pv), referer_num: Number(all.m_referer_num),
    visitors: new SortedRecords(Buffer.from(all.visitors, 'base64url'), VISITOR), addresses: new SortedRecords(Buffer.from(all.addresses, 'base64url'), ADDRESS),
  };
  if (membersOf(whole) > MOST_MEMBERS) return null;
  const figuresIn = (row: SeriesRow): Figures => ({ pv: Number(row.m_pv), referer_num: Number(row.m_referer_num), uv: Number(row.m_uv), ip: Number(row.m_ip) });
  const only = whole.pv > 0 ? [[bucketAt(edgesOf(plan), ranges[0]?.from ?? 0), figuresOf(whole)] as const] : [];
  return new MemberSeries(ranges.at(-1)?.to ?? 0, new Map(byBucket ? rows.filter((row) => row !== all).map((row) => [Number(row.bucket), figuresIn(row)] as const) : only), whole);
}

/** What there is of some stretches, counted by one statement. @returns null of one with more members than are kept. @throws as `asked.run` */
export async function countedSeries(stretches: readonly SeriesStretch[], asked: Asked): Promise<(MemberSeries | null)[]> {
  const asking = stretches.filter(({ ranges }) => ranges.some(({ from, to }) => from < to));
  const rows = asking.length === 0 ? [] : (await asked.run<SeriesRow>(compileSeries(asking, MOST_MEMBERS + 1))).rows;
  return stretches.map((stretch) => {
    const at = asking.indexOf(stretch);
    return at === -1 ? new MemberSeries(stretch.ranges.at(-1)?.to ?? 0, new Map(), NOBODY) : seriesOf(stretch, rows.filter(({ part }) => Number(part) === at));
  });
}

/** Both, the later one last; null where there are more members than are kept. */
export function joinedSeries(kept: MemberSeries, added: MemberSeries): MemberSeries | null {
  const all = kept.with(added);
  return membersOf(all.whole) > MOST_MEMBERS ? null : all;
}

const rowOf = (bucket: number, figures: Figures): Row => ({ c0: bucket, m_pv: figures.pv, m_uv: figures.uv, m_ip: figures.ip, m_referer_num: figures.referer_num });

/** The rows of a plan, as the store would give them. */
function rowsOf({ plan, only }: Course, over: MemberSeries, since: MemberSeries): Row[] {
  const all = figuresOfBoth(over.whole, since.whole);
  if (plan.cuts.length === 0) return [rowOf(0, all)];
  const buckets: Iterable<readonly [number, Figures]> = only === null ? [...over.buckets, ...since.buckets] : all.pv > 0 ? [[only, all]] : [];
  return [...Array.from(buckets, ([bucket, figures]) => rowOf(bucket, figures)), ...(plan.rollup ? [rowOf(0, all)] : [])];
}

/** What is kept of a course, nothing at first; null where it can not be gone on from. */
interface Reached {
  readonly course: Course;
  readonly reading: Reading<MemberSeries>;
  readonly kept: MemberSeries;
}

function reached(course: Course, kept: NonNullable<Asked['kept']>): Reached | null {
  const reading = kept.series.read(SiteScope.idsOf(course.plan.scope), course.name, course.range.from / HOUR);
  const series = reading.kept === null ? new MemberSeries(course.range.from, new Map(), NOBODY) : reading.kept.counts;
  return series === null || series.until > course.until ? null : { course, reading, kept: series };
}

/** `isKept`: told from what is kept of it, so that it can be counted as a whole where that does not tell. */
interface Since extends Running<MemberSeries> {
  readonly isKept: boolean;
}

/** What came since a course ends: of the hour that runs, from what is kept of it where anything is. @param isFirst as in kept-groups.ts */
function sinceOf({ plan, range, until }: Course, isFirst: boolean, asked: Asked): Since {
  const since: TimeRange = { from: until, to: range.to };
  const edges = edgesOf(plan);
  // The hour that runs next may have begun, which the one before is apart from.
  const isInPieces = edges.every((edge) => edge <= until || edge >= Math.min(range.to, asked.now) || edge === until + HOUR);
  const running = isFirst && isInPieces ? runningSeries(plan, since, (instant) => bucketAt(edges, instant), joinedSeries, asked) : null;
  return { ...(running ?? asWhole<MemberSeries>(since)), isKept: running !== null };
}

/** Rows of some courses, by one statement. @returns null of a course of which there is more than is kept, or whose hours changed meanwhile */
async function rowsOfSome(some: readonly Reached[], isFirst: boolean, asked: Asked): Promise<(Row[] | null)[]> {
  const stretchOf = ({ plan }: Course, range: TimeRange): SeriesStretch => ({ plan, ranges: [range], byBucket: isByBucket(edgesOf(plan), range) });
  const sinces = some.map(({ course }) => sinceOf(course, isFirst, asked));
  const overOf = ({ course, kept }: Reached): TimeRange => ({ from: kept.until, to: course.until });
  const ended = some.map((one) => {
    const edges = edgesOf(one.course.plan);
    return isByBucket(edges, overOf(one)) ? null : endedSeries(one.course.plan, overOf(one), bucketAt(edges, one.kept.until), asked);
  });
  const found = await countedSeries(some.flatMap((one, i) => [...(ended[i] === null ? [stretchOf(one.course, overOf(one))] : []), ...(sinces[i]?.pieces.map((piece) => stretchOf(one.course, piece)) ?? [])]), asked);
  let at = 0;
  return some.map(({ course, reading, kept }, i) => {
    const pieces = sinces[i]?.pieces.length ?? 0;
    const hour = ended[i] ?? null;
    const added = hour ?? found[at++] ?? null;
    const rest = found.slice(at, (at += pieces));
    const since = sinces[i]?.told(rest) ?? null;
    if (since === null && sinces[i]?.isKept === true && rest.every((piece) => piece !== null)) return null;
    const counts = added === null || since === null ? null : joinedSeries(kept, added);
    if (counts === null || reading.kept === null || kept.until !== course.until) reading.keep({ before: course.before, counts });
    return counts === null || since === null || !reading.isTrue(course.before) || sinces[i]?.isTrue() !== true ? null : rowsOf(course, counts, since);
  });
}

/** Rows of a plan by its courses. @returns null where it is to be asked for */
async function rowsOfAll(plans: readonly (readonly Course[])[], asked: Asked): Promise<(Row[] | null)[]> {
  const done = new Map<Course, Row[]>();
  for (let i = 0; i < TRIES; i += 1) {
    const some = plans.flat().flatMap((course) => (done.has(course) || asked.kept === null ? [] : (reached(course, asked.kept) ?? [])));
    if (some.length === 0) break;
    const rows = await rowsOfSome(some, i === 0, asked);
    for (const [at, { course }] of some.entries()) {
      const own = rows[at] ?? null;
      if (own !== null) done.set(course, own);
    }
  }
  return plans.map((courses) => (courses.every((course) => done.has(course)) ? courses.flatMap((course) => done.get(course) ?? []) : null));
}

/**
 * The rows of several plans, with their place in the list as `part`.
 * @param isRolled whether a plan is answered from roll-ups
 * @param ask asks some of them of the store, in one statement, and gives theirs
 * @throws as `ask` and `asked.run` do
 */
export async function withKeptSeries(plans: readonly GroupPlan[], asked: Asked, isRolled: (plan: GroupPlan) => boolean, ask: (plans: readonly GroupPlan[]) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const { kept } = asked;
  const parts = plans.map((plan, part) => {
    const isCounted = !isRolled(plan);
    const courses = kept === null || !isCounted ? null : coursesOf(plan, asked);
    return { plan, part, isCounted, courses: kept === null || courses?.every((course) => reached(course, kept) !== null) !== true ? null : courses };
  });
  const askFor = async (some: typeof parts): Promise<Row[]> =>
    some.length === 0 ? [] : (await ask(some.map(({ plan }) => plan))).map((row): Row => ({ ...row, part: some[countIn(row, 'part')]?.part ?? 0 }));
  const going = parts.filter(({ courses }) => courses !== null);
  const [others, rows] = await Promise.all([askFor(parts.filter(({ courses }) => courses === null)), rowsOfAll(going.flatMap(({ courses }) => (courses === null ? [] : [courses])), asked)]);
  for (const { plan, part, isCounted, courses } of parts) if (courses === null && isCounted) remember(plan, others.filter((row) => countIn(row, 'part') === part), asked);
  const told = going.flatMap(({ part }, i) => rows[i]?.map((row): Row => ({ ...row, part })) ?? []);
  return [...others, ...told, ...(await askFor(going.filter((_, i) => (rows[i] ?? null) === null)))];
}
