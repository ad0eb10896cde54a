/** Of the hour that runs, what counted-rest.ts counts of it: by group, with everybody who was there. */
import type { Reading, Sized } from '../warehouse/rolled/kept-counts.js';
import type { Asked } from './asked.js';
import type { TimeRange } from './period.js';
import type { CohortPlan, GroupPlan } from './plan.js';
import { runningName, runningOf } from './running.js';
import { SiteScope } from './scope.js';

/** Visitors and addresses of one hour that are kept; with more, every asking counts. */
const MOST_MEMBERS = 200_000;

/** A group, and who was there: each once. */
export interface Grouped {
  readonly pv: string | number;
  readonly visitors: readonly string[];
  readonly addresses: readonly string[];
}

/** How groups are told apart, and what two of the same come to, besides their members. */
export interface Grouping<Row extends Grouped> {
  readonly keyOf: (row: Row) => string;
  readonly both: (row: Row, other: Row) => Row;
}

type Members = Readonly<Record<'visitors' | 'addresses', ReadonlySet<string>>>;

/** Groups of a time. */
class Groups<Row extends Grouped> implements Sized {
  readonly rows: readonly Row[];
  readonly #grouping: Grouping<Row>;
  /** Made once for many askings. */
  #members: ReadonlyMap<string, { readonly row: Row; readonly of: Members }> | null = null;

  constructor(rows: readonly Row[], grouping: Grouping<Row>) {
    this.rows = rows;
    this.#grouping = grouping;
  }

  get size(): number {
    return this.rows.reduce((sum, { visitors, addresses }) => sum + visitors.length + addresses.length, this.rows.length);
  }

  get views(): number {
    return this.rows.reduce((sum, { pv }) => sum + Number(pv), 0);
  }

  /** With those of another time. */
  with(others: Groups<Row>): Groups<Row> {
    if (others.rows.length === 0) return this;
    const { keyOf, both } = this.#grouping;
    this.#members ??= new Map(this.rows.map((row) => [keyOf(row), { row, of: { visitors: new Set(row.visitors), addresses: new Set(row.addresses) } }]));
    const known = this.#members;
    const came = new Map(others.rows.map((row) => [keyOf(row), row]));
    const added = (list: readonly string[], there: ReadonlySet<string>, more: readonly string[]): string[] => list.concat(more.filter((name) => !there.has(name)));
    const together = Array.from(known, ([key, { row, of }]): Row => {
      const other = came.get(key);
      return other === undefined ? row : { ...both(row, other), visitors: added(row.visitors, of.visitors, other.visitors), addresses: added(row.addresses, of.addresses, other.addresses) };
    });
    return new Groups([...together, ...others.rows.filter((row) => !known.has(keyOf(row)))], this.#grouping);
  }
}

/** A rest in pieces, each of which is counted by itself. */
export interface RestInPieces<Row> {
  /** The times of each. */
  readonly times: readonly (readonly TimeRange[])[];
  /** @param rows of each @returns null where they do not tell everything */
  told(rows: readonly (readonly Row[])[]): readonly Row[] | null;
  /** Whether what was kept of it is true still. */
  isTrue(): boolean;
}

/**
 * @param rest of a plan, the latest last
 * @param name what is counted of its visits, besides the filters
 * @param isFirst as in kept-groups.ts
 */
export function restInPieces<Row extends Grouped>({ scope, filters }: GroupPlan | CohortPlan, rest: readonly TimeRange[], name: string, grouping: Grouping<Row>, isFirst: boolean, { kept, now }: Pick<Asked, 'kept' | 'now'>): RestInPieces<Row> {
  const [earlier, last] = [rest.slice(0, -1), rest.at(-1)];
  const readingOf = (hour: number, { rests }: NonNullable<Asked['kept']>): Reading<Groups<Row>> => rests.read(SiteScope.idsOf(scope), runningName(hour, [name, filters]), hour) as Reading<Groups<Row>>;
  const empty = new Groups<Row>([], grouping);
  const joined = (groups: Groups<Row>, others: Groups<Row>): Groups<Row> | null => {
    const all = groups.with(others);
    return all.size > MOST_MEMBERS ? null : all;
  };
  const running = kept === null || !isFirst || last === undefined ? null : runningOf(last, (hour) => readingOf(hour, kept), { empty, joined, viewsOf: ({ views }) => views }, now);
  if (running === null) return { times: [rest], told: ([rows = null]) => rows, isTrue: () => true };
  const pieces = running.pieces.map((piece) => [piece]);
  // Earlier times are no part of any of its pieces, for those may be kept.
  const isMore = earlier.length > 0;
  return {
    times: isMore ? [...pieces, earlier] : pieces,
    told(rows) {
      const lists = rows.map((some) => new Groups(some, grouping));
      const before = isMore ? (lists.pop() ?? empty) : empty;
      const all = running.told(lists);
      return all === null ? null : (joined(all, before)?.rows ?? null);
    },
    isTrue: () => running.isTrue(),
  };
}
