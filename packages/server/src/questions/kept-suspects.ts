/**
 * Who is suspicious, of which hours that are over are looked at once and kept for as long as nothing changes them, and so is the running hour up to a moment a
 * little while ago: who asks again has those looked at who came since. Signs of a device are of one visit each. A walk is of all of the time, and a crowd of a day
 * in UTC, so that they are judged anew of whoever comes again.
 */
import { randomUUID } from 'node:crypto';
import type { Reading } from '../warehouse/rolled/kept-counts.js';
import type { RowList } from '../warehouse/rolled/row-list.js';
import type { Asked } from './asked.js';
import { type Course, courseOf } from './kept-groups.js';
import { hourOver, type TimeRange } from './period.js';
import { during, type Source } from './plan.js';
import { SETTLED, STEP } from './running.js';
import { SiteScope } from './scope.js';
import { extended, followed, NO_SUSPECTS, saidBy, sizeOf, type SuspectList } from './suspect-list.js';
import { compileParts, type PartsRow } from './suspicion-sql.js';
import { type Keeping, upToDate } from './up-to-date.js';
import { isWorthKeeping } from './worth.js';
import { clocksOfYear, zonesApartIn } from './zones-apart.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Milliseconds in which few visitors come. */
const SHORT = 120_000;
/** Rows that a look at everybody reads of 100,000 visits, each five times: with fewer, one look takes less than several. */
const MANY_ROWS = 500_000;
/** Suspects of one list; of a list with more every asking looks at everybody. */
const MOST = 400_000;
/** Times that visits may come in late while it is asked, before everything is looked at at once; what is kept of the running hour is used the first time alone. */
const TRIES = 3;

/** What a stretch of time says. */
interface Said {
  readonly list: SuspectList;
  /** Zones and countries that do not go together, of those that occur, as `zone country`. */
  readonly apart: readonly string[];
}

/** What is known of a time up to an hour. */
interface Known extends Said {
  /** Milliseconds. */
  readonly until: number;
  /** By what it was judged: a name of it. */
  readonly judgedBy: string;
  /** One of its own, which what goes on from it is told by. */
  readonly mark: string;
}

/** What the running hour says beside it, up to a moment. */
interface Running extends Said {
  readonly mark: string;
  readonly until: number;
}

/** A time that is asked about. */
interface Time {
  readonly source: Source;
  readonly range: TimeRange;
  readonly asked: Asked;
}

/** Names what suspects are judged by. Clocks of zones are those of a year. */
const judges = ({ crawlers, now }: Asked): string => JSON.stringify([clocksOfYear(now), crawlers.hidden.map(({ first, last }) => [String(first), String(last)])]);

/** Where the day in UTC begins. */
const dayOf = (instant: number): number => Math.floor(instant / DAY) * DAY;
const within = (source: Source, from: number, to: number): Source => during(source, from < to ? [{ from, to }] : []);
const together = (one: readonly string[], other: readonly string[]): readonly string[] => (other.length === 0 ? one : [...new Set([...one, ...other])]);

/**
 * @param known zones and countries that are known not to go together: mostly there are no others, so that nothing has to wait until it is known which there are; null: that is waited for
 * @returns null where there are too many zones, or suspects
 */
async function said({ source, range, asked }: Time, { from, to }: TimeRange, known: readonly string[] | null): Promise<Said | null> {
  const added = within(source, from, to);
  const isFirst = from === range.from;
  // Of whoever came before and not since, no more is said than is known.
  const among = isFirst ? null : added;
  const told = async (apart: readonly string[]): Promise<SuspectList> => saidBy((await asked.run<PartsRow>(compileParts({
    devices: added,
    walks: within(source, range.from, to), crowds: within(source, Math.max(range.from, dayOf(from)), to),
    among, areFew: Math.min(to, asked.now) - from <= SHORT,
    apart, hidden: asked.crawlers.hidden,
  }, MOST + 1))).rows);
  const zones = from < to ? zonesApartIn(added, asked) : { apart: [], isWhole: true };
  const [{ apart, isWhole }, likely] = await Promise.all([zones, known === null ? null : told(known)]);
  if (!isWhole) return null;
  const likelyApart = new Set(known);
  const list = likely !== null && apart.every((pair) => likelyApart.has(pair)) ? likely : await told(apart);
  return sizeOf(list) > MOST ? null : { list, apart };
}

/** Up to an hour. */
async function goneOn(known: Known, time: Time, to: number): Promise<Known | null> {
  if (known.until === to) return { ...known, mark: randomUUID() };
  const added = await said(time, { from: known.until, to }, null);
  if (added === null) return null;
  const list = extended(known.list, added.list);
  return sizeOf(list) > MOST ? null : { ...known, until: to, list, apart: together(known.apart, added.apart), mark: randomUUID() };
}

/** With what was kept of the hour after it while that ran, so that this need not be looked at again. @param all what is kept of it, the longest first */
function withRunning(known: Known, all: readonly (Running | null)[], to: number): Known {
  const running = all.find((one) => one?.mark === known.mark && one.until <= to) ?? null;
  return running === null ? known : { ...known, until: running.until, list: extended(known.list, running.list), apart: together(known.apart, running.apart) };
}

/** What is kept of the time since an hour: of all of it, and up to the end of the one after it. */
interface Readings {
  readonly running: Reading<RowList>;
  readonly ended: Reading<RowList>;
}

const foundIn = ({ kept }: Reading<RowList>): Running | null => (kept?.counts?.rows[0] as Running | undefined) ?? null;

/**
 * What the time since the hour says.
 * @param readings what is kept of it, as far as visits have come in; null where nothing is to be kept
 * @returns null as `said`; 'late' where visits came in that are earlier than what is kept
 */
async function sinceThen(known: Known, time: Time, readings: Readings | null): Promise<Said | 'late' | null> {
  const { range, asked } = time;
  const kept = readings === null ? null : foundIn(readings.running);
  const running = kept?.mark === known.mark && kept.until <= range.to ? kept : null;
  const look = (from: number, to: number): Promise<Said | null> => said(time, { from, to }, together(known.apart, running?.apart ?? []));
  const joinedTo = (one: Said | null, other: Said): Said => (one === null ? other : { list: followed(one.list, other.list), apart: together(one.apart, other.apart) });
  const [from, latest, end] = [running?.until ?? known.until, Math.min(asked.now - SETTLED, range.to), (hourOver(asked.now) + 1) * HOUR];
  // The end of the hour is kept apart: what is known goes on from there when the hour is over.
  const isEnd = from < end && latest >= end;
  const settled = isEnd ? end : latest;
  const isTrue = (until: number): boolean => readings?.running.isTrue(until / HOUR) === true;
  if (readings === null || (!isEnd && settled - from < STEP)) {
    const rest = await look(from, range.to);
    if (rest === null) return null;
    return running === null || isTrue(running.until) ? joinedTo(running, rest) : 'late';
  }
  // Neither has to know what the other says.
  const [added, rest] = await Promise.all([look(from, settled), look(settled, range.to)]);
  if (added === null || rest === null) return null;
  if (!isTrue(settled)) return 'late';
  const further: Running = { ...joinedTo(running, added), mark: known.mark, until: settled };
  const counts = { rows: [further], size: sizeOf(further.list) };
  readings.running.keep({ before: settled / HOUR, counts });
  if (isEnd) readings.ended.keep({ before: settled / HOUR, counts });
  return joinedTo(further, rest);
}

const readingOf = (kept: NonNullable<Asked['kept']>, { source, range, name }: Course, what: string): Reading<RowList> => kept.suspects.read(SiteScope.idsOf(source.scope), `${name}${what}`, range.from / HOUR);

/** Remembers that a look at everybody read so many rows: more of them come in the running hour than the hours before it tell. */
export function lookedAtAll(source: Source, rowsRead: number, asked: Asked): void {
  const course = courseOf(source, 'suspects', asked.now);
  if (asked.kept !== null && course !== null && rowsRead >= MANY_ROWS) readingOf(asked.kept, course, ' many').keep({ before: course.over, counts: { rows: [], size: 1 } });
}

/** A look at what is kept, and what is known by it; null where there is more than is kept, or where it goes further already. */
interface Seen {
  readonly reading: Reading<RowList>;
  readonly known: Known | null;
}

/** How what is kept is brought up to the hour that is over last. @param nothing what is known where nothing is kept */
function keepingOf(kept: NonNullable<Asked['kept']>, course: Course, nothing: Known, time: Time): Keeping<Seen, Seen> {
  const { over } = course;
  const isUp = ({ known }: Seen): boolean => known === null || known.until >= over * HOUR;
  return {
    look() {
      const reading = readingOf(kept, course, '');
      if (reading.kept !== null && (reading.kept.counts === null || reading.kept.before > over)) return { reading, known: null };
      const found = reading.kept?.counts?.rows[0] as Known | undefined;
      return { reading, known: found?.judgedBy === nothing.judgedBy ? found : nothing };
    },
    isUp,
    async make(seen, asked) {
      const { reading, known } = seen;
      if (known === null || isUp(seen)) return seen;
      const further = await goneOn(withRunning(known, [' ended', ' running'].map((what) => foundIn(readingOf(kept, course, what))), over * HOUR), { ...time, asked }, over * HOUR);
      reading.keep({ before: over, counts: further === null ? null : { rows: [further], size: sizeOf(further.list) } });
      return { reading, known: further };
    },
  };
}

/** All suspects of some visits; null where nothing can be kept. @throws as `asked.run` */
export async function keptSuspects(source: Source, asked: Asked): Promise<Said | null> {
  const course = courseOf(source, 'suspects', asked.now);
  if (asked.kept === null || course === null) return null;
  const { range, over } = course;
  const time = { source, range, asked };
  if (!isWorthKeeping(source, over - Math.floor(range.from / HOUR), asked) && readingOf(asked.kept, course, ' many').kept === null) return null;
  const judgedBy = judges(asked);
  // Nothing is the same whenever it is gone on from: in the first hour of a day nothing is over.
  const nothing: Known = { until: range.from, list: NO_SUSPECTS, apart: [], judgedBy, mark: `nothing by ${judgedBy}` };
  const keeping = keepingOf(asked.kept, course, nothing, time);
  for (let i = 0; i < TRIES; i += 1) {
    const readings = { running: readingOf(asked.kept, course, ' running'), ended: readingOf(asked.kept, course, ' ended') };
    const { reading, known } = await upToDate([SiteScope.idsOf(source.scope), course.name, over], keeping, asked);
    if (known === null) return null;
    const since = await sinceThen(known, time, i === 0 ? readings : null);
    if (since === null) return null;
    if (since === 'late') continue;
    const list = extended(known.list, since.list);
    if (sizeOf(list) > MOST) return null;
    if (reading.isTrue(over)) return { list, apart: together(known.apart, since.apart) };
  }
  return null;
}
