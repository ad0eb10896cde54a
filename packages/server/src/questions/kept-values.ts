/**
 * Page views by value of a column. Of the hour that "until now" cuts in a time compared with, the whole is asked for once, in moments of ten seconds, and
 * kept for as long as nothing changes it: a later asking takes some moments more.
 */
import { CountList } from '../warehouse/rolled/count-list.js';
import type { Reading } from '../warehouse/rolled/kept-counts.js';
import type { RowList } from '../warehouse/rolled/row-list.js';
import type { Asked } from './asked.js';
import { compileValues, type ValuesOf, type ValuesRow } from './compile-values.js';
import type { Listing, Rest, Stretch } from './kept-groups.js';
import { CLOCK_STEP, hourOver } from './period.js';
import { during } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;
/** Values of one list that are kept; of a list with more every asking counts. */
const MOST_VALUES = 60_000;
/** Values of an hour by its moments. */
const MOST_OF_HOUR = 20_000;

const NOTHING: ValuesRow = { part: 0, values: [], nums: [], moments: [] };
const EMPTY = new CountList(new Map());

const isSome = ([, { from, to }]: Stretch): boolean => from < to;

/** The rows of some askings, in their order. */
async function valuesRows(asking: readonly ValuesOf[], column: string, asked: Asked): Promise<ValuesRow[]> {
  if (asking.length === 0) return [];
  const { rows } = await asked.run<ValuesRow>(compileValues(asking, column));
  return asking.map((_, part) => rows.find((row) => Number(row.part) === part) ?? NOTHING);
}

/** What a row tells of the time before an instant; null where it does not tell all. */
function listOf({ values, nums, moments }: ValuesRow, until: number): CountList | null {
  if (values.length > MOST_VALUES) return null;
  const counts = new Map<string, number>();
  for (const [i, value] of values.entries()) {
    if ((moments[i] ?? 0) * CLOCK_STEP < until) counts.set(value, (counts.get(value) ?? 0) + (nums[i] ?? 0));
  }
  return new CountList(counts);
}

const plain = ([source, range]: Stretch): ValuesOf => ({ source: during(source, [range]), byMoment: false, most: MOST_VALUES + 1 });

async function countValues(stretches: readonly Stretch[], column: string, asked: Asked): Promise<(CountList | null)[]> {
  const asking = stretches.filter(isSome);
  const rows = await valuesRows(asking.map(plain), column, asked);
  return stretches.map((stretch) => (isSome(stretch) ? listOf(rows[asking.indexOf(stretch)] ?? NOTHING, Number.POSITIVE_INFINITY) : EMPTY));
}

/** The beginning of an hour, of which moments may be kept. */
interface Beginning {
  readonly hour: number;
  readonly whole: ValuesOf;
  readonly reading: Reading<RowList>;
}

function beginningOf(stretch: Stretch, column: string, { kept, now }: Asked): Beginning | null {
  const [source, { from, to }] = stretch;
  const hour = from / HOUR;
  if (kept === null || !isSome(stretch) || !Number.isInteger(hour) || hour >= hourOver(now) || to > from + HOUR || to % CLOCK_STEP !== 0) return null;
  const reading = kept.periods.read(SiteScope.idsOf(source.scope), JSON.stringify(['values', column, hour, source.filters]));
  // Where there are too many moments the beginning is counted each time.
  if (reading.kept?.counts === null) return null;
  return { hour, whole: { source: during(source, [{ from, to: from + HOUR }]), byMoment: true, most: MOST_OF_HOUR + 1 }, reading };
}

async function restOfValues(stretches: readonly Stretch[], column: string, asked: Asked): Promise<Rest<CountList>> {
  const parts = stretches.map((stretch) => ({ stretch, beginning: beginningOf(stretch, column, asked) }));
  const missing = parts.filter(({ stretch, beginning }) => (beginning === null ? isSome(stretch) : beginning.reading.kept === null));
  const found = await valuesRows(missing.map(({ stretch, beginning }) => beginning?.whole ?? plain(stretch)), column, asked);
  const lists = parts.map((part) => {
    const { stretch, beginning } = part;
    if (!isSome(stretch)) return EMPTY;
    const [, { to }] = stretch;
    const row = found[missing.indexOf(part)] ?? (beginning?.reading.kept?.counts?.rows[0] as ValuesRow | undefined) ?? NOTHING;
    if (beginning === null) return listOf(row, Number.POSITIVE_INFINITY);
    const size = row.values.length;
    const isWhole = size <= MOST_OF_HOUR;
    if (beginning.reading.kept === null) beginning.reading.keep({ before: beginning.hour + 1, counts: isWhole ? { rows: [row], size } : null });
    return isWhole ? listOf(row, to) : null;
  });
  return { lists, isTrue: () => parts.every(({ beginning }) => beginning === null || beginning.reading.isTrue(beginning.hour + 1)) };
}

export const valuesListing = (column: string): Listing<CountList> => ({
  column,
  empty: EMPTY,
  kept: ({ counts }) => counts,
  count: (stretches, asked) => countValues(stretches, column, asked),
  rest: (stretches, asked) => restOfValues(stretches, column, asked),
  joined(list, added) {
    const all = list.with(added);
    return all.size > MOST_VALUES ? null : all;
  },
});
