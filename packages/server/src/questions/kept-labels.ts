/**
 * Figures of the hours that have one name, like the third of each day: those that are over are counted once and kept, with everybody who was there, for as long as
 * nothing changes them. Who asks again has the hours since counted, and is told what counting all of them would tell.
 */
import { type Figures, figuresOfBoth, MemberSeries, NOBODY } from '../warehouse/rolled/member-series.js';
import type { Asked } from './asked.js';
import { countedSeries, joinedSeries } from './kept-series.js';
import type { TimeRange } from './period.js';
import { grouped, type Source } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;

const NOT_YET = new MemberSeries(0, new Map(), NOBODY);

/** Hours of one name, in their order. */
export interface Label {
  /** Of the zone and the first of its hours as well. */
  readonly name: string;
  readonly hours: readonly TimeRange[];
}

/**
 * @param source its filters and sites
 * @param over the instant up to which hours are over; whoever asks has to see to it that nothing changed them meanwhile
 * @returns null of a label with more visitors or addresses than are kept
 * @throws as `asked.run`
 */
export async function keptLabels(source: Source, labels: readonly Label[], over: number, asked: Asked): Promise<readonly (Figures | null)[]> {
  const { kept } = asked;
  if (kept === null) return labels.map(() => null);
  const parts = labels.map(({ name, hours }) => {
    const reading = kept.series.read(SiteScope.idsOf(source.scope), JSON.stringify(['hours', name, source.filters]), (hours[0]?.from ?? 0) / HOUR);
    const known = reading.kept === null ? NOT_YET : reading.kept.counts;
    const gone = hours.filter(({ to }) => to <= over);
    const until = gone.at(-1)?.to ?? 0;
    return { reading, known: known === null || known.until > until ? null : known, until, gone, going: hours.filter(({ to }) => to > over) };
  });
  const plan = grouped(source, []);
  const asking = parts.flatMap(({ known, gone, going }) => (known === null ? [] : [gone.filter(({ from }) => from >= known.until), going]));
  const found = (await countedSeries(asking.map((ranges) => ({ plan, ranges, byBucket: false })), asked)).values();
  return parts.map(({ reading, known, until }) => {
    if (known === null) return null;
    const [added = null, since = null] = [found.next().value, found.next().value];
    const counts = known.until === until ? known : added === null ? null : joinedSeries(known, added);
    if (counts !== known) reading.keep({ before: Math.ceil(until / HOUR), counts });
    return counts === null || since === null ? null : figuresOfBoth(counts.whole, since.whole);
  });
}
