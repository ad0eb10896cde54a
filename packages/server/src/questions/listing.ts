/** How a kind of list is counted and kept. */
import type { Asked } from './asked.js';
import { countedOver, type EndedHour, endedHour } from './ended-hours.js';
import { beginningPart } from './kept-beginnings.js';
import type { Listing, Rest, Stretch } from './kept-groups.js';
import { type Counts, type Momentary, type Part, plainPart, toldOf, wholeOf } from './momentary.js';
import { type Counting, runningName, runningOf } from './running.js';
import { SiteScope } from './scope.js';

/** `most`: groups of one list; of a list with more every asking counts. `many`: as of Counting. */
interface Limits {
  readonly most: number;
  readonly many?: number | undefined;
}

/** A stretch that begins with the hour that runs; null where it does not. */
function runningPart<List extends Counts, Row>(stretch: Stretch, kind: Momentary<List, Row>, keeping: ReturnType<Listing<List>['kept']>, counting: Pick<Counting<List>, 'joined' | 'many'>, now: number): Part<List, Row> | null {
  const [{ scope, filters }, range] = stretch;
  const running = runningOf(range, (hour) => keeping.read(SiteScope.idsOf(scope), runningName(hour, [kind.name, filters]), hour), { ...counting, empty: kind.empty, viewsOf: ({ total }) => total }, now);
  return running === null ? null : {
    asking: running.pieces.map(({ from, to }) => wholeOf(stretch, from, to)),
    told: (rows) => running.told(rows.map((row) => kind.listOf(row, null))),
    isTrue: () => running.isTrue(),
  };
}

/** What is kept of the last hour of a stretch since it ran. */
export const endedOf = <List extends Counts>([{ scope, filters }, range]: Stretch, name: string, keeping: ReturnType<Listing<List>['kept']>): EndedHour<List> | null =>
  endedHour(range, (hour) => keeping.read(SiteScope.idsOf(scope), runningName(hour, [name, filters]), hour));

export function listingOf<List extends Counts, Row>(kind: Momentary<List, Row>, { most, many }: Limits, kept: Listing<List>['kept']): Listing<List> {
  const joined = (list: List, added: List): List | null => {
    const all = list.with(added);
    return all.size > most ? null : all;
  };
  /** What is kept of hours that run still, or that "until now" cuts. @throws as `asked.run` */
  async function rest(stretches: readonly Stretch[], asked: Asked, isFirst: boolean): Promise<Rest<List>> {
    const running = (stretch: Stretch): Part<List, Row> | null => (asked.kept === null || !isFirst ? null : runningPart(stretch, kind, kept(asked.kept), { joined, many }, asked.now));
    const parts = stretches.map((stretch) => beginningPart(stretch, kind, asked) ?? running(stretch) ?? plainPart(stretch, kind));
    const lists = await toldOf(parts, kind, asked);
    return { lists, isTrue: () => parts.every((part) => part.isTrue()) };
  }
  return {
    column: kind.name,
    empty: kind.empty,
    kept,
    rest,
    count: (stretches, asked) => countedOver(stretches, {
      endedOf: (stretch) => (asked.kept === null ? null : endedOf(stretch, kind.name, kept(asked.kept))),
      count: (some) => toldOf(some.map((stretch) => plainPart(stretch, kind)), kind, asked),
      joined,
    }),
    joined,
  };
}
