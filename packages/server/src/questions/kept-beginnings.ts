/**
 * Of the hour that "until now" cuts in a time compared with, the whole is asked for once, in moments of ten seconds, and kept for as long as nothing changes
 * it: a later asking takes some moments more.
 */
import type { Asked } from './asked.js';
import type { Stretch } from './kept-groups.js';
import { isSome, type Momentary, MOST_OF_HOUR, type Part } from './momentary.js';
import { CLOCK_STEP, hourOver } from './period.js';
import { during } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;

/** A stretch that begins an hour which is over; null where it is not, or there are too many moments. */
export function beginningPart<List, Row>(stretch: Stretch, kind: Momentary<List, Row>, { kept, now }: Asked): Part<List, Row> | null {
  const [source, { from, to }] = stretch;
  const hour = from / HOUR;
  if (kept === null || !isSome(stretch) || !Number.isInteger(hour) || hour >= hourOver(now) || to > from + HOUR || to % CLOCK_STEP !== 0) return null;
  const reading = kept.periods.read(SiteScope.idsOf(source.scope), JSON.stringify(['values', kind.name, hour, source.filters]), hour);
  if (reading.kept?.counts === null) return null;
  const known = reading.kept?.counts.rows[0] as Row | undefined;
  return {
    asking: known === undefined ? [{ source: during(source, [{ from, to: from + HOUR }]), byMoment: true }] : [],
    told([row = known]) {
      if (row === undefined) return kind.empty;
      const size = kind.sizeOf(row);
      const isWhole = size <= MOST_OF_HOUR;
      if (known === undefined) reading.keep({ before: hour + 1, counts: isWhole ? { rows: [row], size: kind.roomOf?.(row) ?? size } : null });
      return isWhole ? kind.listOf(row, to) : null;
    },
    isTrue: () => reading.isTrue(hour + 1),
  };
}
