/**
 * Page views by value of the columns that a dashboard lists, of what is not over: its lists and pies are asked for at the same time, and each would have the
 * store read the same visits. One statement counts all of them; who asks for the next column asks word for word the same, and is told with whom asked first.
 */
import { ColumnLists } from '../warehouse/rolled/column-lists.js';
import type { MomentaryValues, ValueList } from '../warehouse/rolled/value-list.js';
import type { Asked } from './asked.js';
import { compileValues, type ValuesRow } from './compile-values.js';
import { countedOver, type EndedHour } from './ended-hours.js';
import type { Listing, Stretch } from './kept-groups.js';
import { listFound, NO_VALUES, valuesIn, valuesListing } from './kept-values.js';
import { endedOf, listingOf } from './listing.js';
import { MOST_OF_HOUR, type Momentary } from './momentary.js';

const COLUMNS = ['url', 'referer', 'entry_url', 'browser_name', 'country_code'] as const;
/** Values of all lists together; with more each is counted by itself. */
const MOST_VALUES = 300_000;
/** Page views of an hour that are kept: reading five columns costs more than a second range in the statement. */
const MANY = 2_000;

const NOTHING = new ColumnLists(COLUMNS.map(() => NO_VALUES));

type Found = readonly (ValueList | MomentaryValues)[];

const panels: Momentary<ColumnLists, Found> = {
  name: 'panels',
  empty: NOTHING,
  async rows(asking, asked) {
    const { rows } = await asked.run<ValuesRow>(compileValues(asking.map((one) => ({ ...one, most: (one.byMoment ? MOST_OF_HOUR : MOST_VALUES) + 1 })), COLUMNS));
    return asking.map(({ byMoment }, part) => COLUMNS.map((_, at) => {
      const row = rows.find((one) => Number(one.part) === part && Number(one.column) === at);
      return row === undefined ? NO_VALUES : valuesIn(row, byMoment);
    }));
  },
  sizeOf: (found) => Math.max(...found.map(({ size }) => size)),
  roomOf: (found) => found.reduce((sum, { size }) => sum + size, 0),
  listOf(found, until) {
    const lists = found.map((one) => listFound(one, until, MOST_VALUES));
    return lists.every((list) => list !== null) ? new ColumnLists(lists) : null;
  },
};

const together = listingOf(panels, { most: MOST_VALUES, many: MANY }, ({ panels: kept }) => kept);

/** Of the hour that all lists were kept of together while it ran, one list. */
function endedAt(place: number, stretch: Stretch, { kept }: Asked): EndedHour<ValueList> | null {
  const ended = kept === null ? null : endedOf(stretch, panels.name, kept.panels);
  const list = ended?.list.lists[place];
  return ended === null || list === undefined ? null : { ...ended, list };
}

/** A column's list, with the others' where there is any time to be counted that is not over; null for a column that no dashboard lists. */
export function panelListing(column: string): Listing<ValueList> | null {
  const place = COLUMNS.findIndex((one) => one === column);
  if (place === -1) return null;
  const alone = valuesListing(column);
  return {
    ...alone,
    count: (stretches, asked) => countedOver(stretches, { endedOf: (stretch) => endedAt(place, stretch, asked), count: (some) => alone.count(some, asked), joined: (list, added) => alone.joined(list, added) }),
    async rest(stretches, asked, isFirst) {
      const rest = await together.rest(stretches, asked, isFirst);
      return { lists: rest.lists.map((all) => all?.lists[place] ?? null), isTrue: () => rest.isTrue() };
    },
  };
}
