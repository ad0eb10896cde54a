/**
 * Of the hour that "until now" cuts in a time compared with, the whole is asked for once, in moments of ten seconds, and kept for as long as nothing changes
 * it: a later asking takes some moments more.
 */
import type { Reading, Sized } from '../warehouse/rolled/kept-counts.js';
import type { RowList } from '../warehouse/rolled/row-list.js';
import type { Asked } from './asked.js';
import type { Listing, Rest, Stretch } from './kept-groups.js';
import { CLOCK_STEP, hourOver } from './period.js';
import { during, type Source } from './plan.js';
import { SiteScope } from './scope.js';

const HOUR = 3_600_000;
/** Groups of an hour by its moments. */
export const MOST_OF_HOUR = 20_000;

/** Some visits, and whether they are told by moments too. */
export interface CountOf {
  readonly source: Source;
  readonly byMoment: boolean;
}

/** A kind of list, and the rows that it is made of. */
export interface Momentary<List, Row> {
  /** Of what there are rows. */
  readonly name: string;
  readonly empty: List;
  /** A row of each, in their order. @throws as `asked.run` */
  rows(asking: readonly CountOf[], asked: Asked): Promise<readonly Row[]>;
  /** Groups of a row, by moments where it has any. */
  sizeOf(row: Row): number;
  /** What a row tells of the time before an instant, or of all; null where it does not tell everything. */
  listOf(row: Row, until: number | null): List | null;
}

/** A stretch that begins an hour which is over. */
interface Beginning {
  readonly hour: number;
  readonly whole: CountOf;
  readonly reading: Reading<RowList>;
}

const isSome = ([, { from, to }]: Stretch): boolean => from < to;

const plain = ([source, range]: Stretch): CountOf => ({ source: during(source, [range]), byMoment: false });

function beginningOf(stretch: Stretch, name: string, { kept, now }: Asked): Beginning | null {
  const [source, { from, to }] = stretch;
  const hour = from / HOUR;
  if (kept === null || !isSome(stretch) || !Number.isInteger(hour) || hour >= hourOver(now) || to > from + HOUR || to % CLOCK_STEP !== 0) return null;
  const reading = kept.periods.read(SiteScope.idsOf(source.scope), JSON.stringify(['values', name, hour, source.filters]));
  // Where there are too many moments the beginning is counted each time.
  if (reading.kept?.counts === null) return null;
  return { hour, whole: { source: during(source, [{ from, to: from + HOUR }]), byMoment: true }, reading };
}

/** Counts stretches, without keeping anything. @throws as `asked.run` */
async function countStretches<List, Row>(stretches: readonly Stretch[], kind: Momentary<List, Row>, asked: Asked): Promise<(List | null)[]> {
  const asking = stretches.filter(isSome);
  const rows = asking.length === 0 ? [] : await kind.rows(asking.map(plain), asked);
  return stretches.map((stretch) => {
    const row = rows[asking.indexOf(stretch)];
    return row === undefined ? kind.empty : kind.listOf(row, null);
  });
}

/** The same of stretches that are, or begin, the last hour of a time. @throws as `asked.run` */
async function restByMoments<List, Row>(stretches: readonly Stretch[], kind: Momentary<List, Row>, asked: Asked): Promise<Rest<List>> {
  const parts = stretches.map((stretch) => ({ stretch, beginning: beginningOf(stretch, kind.name, asked) }));
  const missing = parts.filter(({ stretch, beginning }) => (beginning === null ? isSome(stretch) : beginning.reading.kept === null));
  const found = missing.length === 0 ? [] : await kind.rows(missing.map(({ stretch, beginning }) => beginning?.whole ?? plain(stretch)), asked);
  const lists = parts.map((part) => {
    const { stretch, beginning } = part;
    const [, { to }] = stretch;
    const row = found[missing.indexOf(part)] ?? (beginning?.reading.kept?.counts?.rows[0] as Row | undefined);
    if (row === undefined) return kind.empty;
    if (beginning === null) return kind.listOf(row, null);
    const size = kind.sizeOf(row);
    const isWhole = size <= MOST_OF_HOUR;
    if (beginning.reading.kept === null) beginning.reading.keep({ before: beginning.hour + 1, counts: isWhole ? { rows: [row], size } : null });
    return isWhole ? kind.listOf(row, to) : null;
  });
  return { lists, isTrue: () => parts.every(({ beginning }) => beginning === null || beginning.reading.isTrue(beginning.hour + 1)) };
}

/** How a kind of list is kept. @param most groups of one list; of a list with more every asking counts */
export function listingOf<List extends Sized & { with(others: List): List }, Row>(kind: Momentary<List, Row>, most: number, kept: Listing<List>['kept']): Listing<List> {
  return {
    column: kind.name,
    empty: kind.empty,
    kept,
    count: (stretches, asked) => countStretches(stretches, kind, asked),
    rest: (stretches, asked) => restByMoments(stretches, kind, asked),
    joined(list, added) {
      const all = list.with(added);
      return all.size > most ? null : all;
    },
  };
}
