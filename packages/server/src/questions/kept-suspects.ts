/**
 * Who is suspicious, of which hours that are over are looked at once and kept for as long as nothing changes them: who asks again has those looked at who came
 * since. Signs of a device are of one visit each. A walk is of all of the time, so that it is judged anew of whoever comes again. Days of an address, in UTC, are
 * apart, and the one that runs is counted each time.
 */
import type { Interval } from './crawler-ranges.js';
import type { Asked } from './asked.js';
import { courseOf } from './kept-groups.js';
import type { TimeRange } from './period.js';
import { during, type Source } from './plan.js';
import { SiteScope } from './scope.js';
import { extended, NO_SUSPECTS, sizeOf, type SuspectList } from './suspect-list.js';
import { compileParts, type PartsRow } from './suspicion-sql.js';
import type { ZoneCountries } from './zone-countries.js';
import { isWorthKeeping } from './worth.js';
import { zoneCountries, zonesApartIn } from './zones-apart.js';

const HOUR = 3_600_000;
const DAY = 24;
/** Suspects of one list; of a list with more every asking looks at everybody. */
const MOST = 400_000;
/** Times that visits may come in late while it is asked, before everything is looked at at once. */
const TRIES = 3;

/** What is known of a time up to an hour. */
interface Known {
  /** Hours since 1970: up to the first, devices and walks are looked at, up to the second, addresses. */
  readonly before: number;
  readonly crowdsBefore: number;
  readonly list: SuspectList;
  readonly apart: readonly string[];
  /** By what it was judged. */
  readonly hidden: readonly Interval[];
  readonly zones: ZoneCountries;
}

/** A time that is asked about. */
interface Time {
  readonly source: Source;
  readonly range: TimeRange;
  readonly asked: Asked;
}

const within = (source: Source, from: number, to: number): Source => during(source, from < to ? [{ from, to }] : []);

/** Up to an instant. @param crowdsTo up to when addresses are looked at @returns null where there are too many zones */
async function goneOn(known: Known, { source, range, asked }: Time, to: number, crowdsTo: number): Promise<Known | null> {
  const from = Math.max(range.from, known.before * HOUR);
  const added = within(source, from, to);
  const { apart, isWhole } = from < to ? await zonesApartIn(added, asked) : { apart: [], isWhole: true };
  if (!isWhole) return null;
  const { rows } = await asked.run<PartsRow>(compileParts({
    devices: added, walks: within(source, range.from, to), among: from === range.from ? null : added, crowds: within(source, Math.max(range.from, known.crowdsBefore * HOUR), crowdsTo), apart, hidden: known.hidden,
  }, MOST + 1));
  return { ...known, before: Math.floor(to / HOUR), crowdsBefore: Math.floor(crowdsTo / HOUR), list: extended(known.list, rows), apart: [...new Set([...known.apart, ...apart])] };
}

export interface KeptSuspects {
  readonly list: SuspectList;
  /** Zones and countries that do not go together, of all that occur, as `zone country`. */
  readonly apart: readonly string[];
}

/** All suspects of some visits; null where nothing can be kept. @throws as `asked.run` */
export async function keptSuspects(source: Source, asked: Asked): Promise<KeptSuspects | null> {
  const course = courseOf(source, 'suspects', asked.now);
  if (asked.kept === null || course === null) return null;
  const { range, over, name } = course;
  const time = { source, range, asked };
  const [hidden, zones] = [asked.crawlers.hidden, zoneCountries(asked.now)];
  const begin = Math.floor(range.from / HOUR);
  if (!isWorthKeeping(source, over - begin, asked)) return null;
  const nothing: Known = { before: begin, crowdsBefore: begin, list: NO_SUSPECTS, apart: [], hidden, zones };
  for (let i = 0; i < TRIES; i += 1) {
    const reading = asked.kept.suspects.read(SiteScope.idsOf(source.scope), name);
    if (reading.kept !== null && (reading.kept.counts === null || reading.kept.before > over)) return null;
    const kept = reading.kept?.counts?.rows[0] as Known | undefined;
    let known: Known | null = kept?.hidden === hidden && kept.zones === zones ? kept : nothing;
    if (known.before < over) {
      // Addresses are looked at day by day, those of the day that the last hour is of with what came since.
      known = await goneOn(known, time, over * HOUR, Math.max(range.from, Math.floor(over / DAY) * DAY * HOUR));
      const size = known === null ? Number.POSITIVE_INFINITY : sizeOf(known.list);
      reading.keep({ before: over, counts: known === null || size > MOST ? null : { rows: [known], size } });
      if (known === null || size > MOST) return null;
    }
    const now = await goneOn(known, time, range.to, range.to);
    if (now === null || sizeOf(now.list) > MOST) return null;
    if (reading.isTrue(over)) return { list: now.list, apart: now.apart };
  }
  return null;
}
