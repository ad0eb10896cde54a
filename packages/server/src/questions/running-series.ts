/** Of the hour that runs, its figures and everybody who was there, as kept-series.ts has them of the hours before. */
import type { Reading } from '../warehouse/rolled/kept-counts.js';
import { figuresOf, MemberSeries, NOBODY } from '../warehouse/rolled/member-series.js';
import type { Asked } from './asked.js';
import { endedHour } from './ended-hours.js';
import type { TimeRange } from './period.js';
import type { GroupPlan } from './plan.js';
import { type Counting, inTurn, type Running, type RunningHour, runningHours, runningName } from './running.js';
import { SiteScope } from './scope.js';

const NOTHING = new MemberSeries(0, new Map(), NOBODY);

/** A series of one bucket, or none. */
const inOne = (until: number, bucket: number, { whole }: MemberSeries): MemberSeries => new MemberSeries(until, whole.pv > 0 ? new Map([[bucket, figuresOf(whole)]]) : new Map(), whole);

/** Where an hour is kept while it runs. */
const runningOn = ({ scope, filters }: GroupPlan, kept: NonNullable<Asked['kept']>) => (hour: number): Reading<MemberSeries> => kept.series.read(SiteScope.idsOf(scope), runningName(hour, [filters]), hour);

/** An hour that has ended, as it was kept to its end while it ran; null where it was not. @param bucket of all of it */
export function endedSeries(plan: GroupPlan, range: TimeRange, bucket: number, { kept }: Asked): MemberSeries | null {
  const ended = kept === null ? null : endedHour(range, runningOn(plan, kept));
  // Figures of a bucket that more has to be counted of can not be added up.
  return ended === null || ended.others.length > 0 ? null : inOne(range.to, bucket, ended.list);
}

/**
 * @param bucketOf that an instant is in
 * @param joined both, the later one last; null where there are more than are kept
 * @returns null where nothing of it is kept; what it tells is null, too, where visits are in another bucket
 */
export function runningSeries(plan: GroupPlan, range: TimeRange, bucketOf: (instant: number) => number, joined: Counting<MemberSeries>['joined'], { kept, now }: Asked): Running<MemberSeries> | null {
  if (kept === null) return null;
  const counting = { empty: NOTHING, joined, viewsOf: ({ whole }: MemberSeries) => whole.pv };
  // What is kept of it goes for whatever it is cut by.
  const inBucket = ({ range: time, running }: RunningHour<MemberSeries>): Running<MemberSeries> => {
    const bucket = bucketOf(time.from);
    const uncut = (piece: MemberSeries | null): MemberSeries | null => (piece === null || [...piece.buckets.keys()].some((key) => key !== bucket) ? null : new MemberSeries(piece.until, new Map(), piece.whole));
    return {
      ...running,
      told(counted) {
        const all = running.told(counted.map(uncut));
        return all === null ? null : inOne(time.to, bucket, all);
      },
    };
  };
  const hours = runningHours(range, runningOn(plan, kept), counting, now);
  if (hours === null) return null;
  const isOne = hours.every((hour) => bucketOf(hour.range.from) === bucketOf(range.from));
  return isOne ? inBucket({ range, running: inTurn(hours.map(({ running }) => running), joined) }) : inTurn(hours.map(inBucket), joined);
}
