/** Parts of a time that a list is put together from: what has to be counted of each, in one statement with that of the others, and what is kept of it. */
import type { Sized } from '../warehouse/rolled/kept-counts.js';
import type { Asked } from './asked.js';
import type { Stretch } from './kept-groups.js';
import { during, type Source } from './plan.js';

/** Groups of an hour by its moments. */
export const MOST_OF_HOUR = 20_000;

/** Some visits, and whether they are told by moments too. */
export interface CountOf {
  readonly source: Source;
  readonly byMoment: boolean;
}

/** Page views by what is listed. */
export interface Counts extends Sized {
  /** Page views. */
  readonly total: number;
  with(others: this): this;
}

/** A kind of list, and the rows that it is made of. */
export interface Momentary<List, Row> {
  /** Of what there are rows. */
  readonly name: string;
  readonly empty: List;
  /** A row of each, in their order. @throws as `asked.run` */
  rows(asking: readonly CountOf[], asked: Asked): Promise<readonly Row[]>;
  /** Groups of a row, of its longest list, by moments where it has any. */
  sizeOf(row: Row): number;
  /** Groups of all its lists, where it has several. */
  roomOf?(row: Row): number;
  /** What a row tells of the time before an instant, or of all; null where it does not tell everything. */
  listOf(row: Row, until: number | null): List | null;
}

/** A part of a time. */
export interface Part<List, Row> {
  readonly asking: readonly CountOf[];
  /** @param rows one of each that was asked @returns null where they do not tell everything */
  told(rows: readonly Row[]): List | null;
  /** Whether what was kept of it is true still. */
  isTrue(): boolean;
}

export const isSome = ([, { from, to }]: Stretch): boolean => from < to;

/** Visits of a stretch, as a whole. */
export const wholeOf = ([source]: Stretch, from: number, to: number): CountOf => ({ source: during(source, [{ from, to }]), byMoment: false });

/** A stretch of which nothing is kept. */
export function plainPart<List, Row>(stretch: Stretch, kind: Momentary<List, Row>): Part<List, Row> {
  const [, { from, to }] = stretch;
  return {
    asking: isSome(stretch) ? [wholeOf(stretch, from, to)] : [],
    told: ([row]) => (row === undefined ? kind.empty : kind.listOf(row, null)),
    isTrue: () => true,
  };
}

/** The lists of some parts, counted by one statement. @throws as `asked.run` */
export async function toldOf<List, Row>(parts: readonly Part<List, Row>[], kind: Momentary<List, Row>, asked: Asked): Promise<(List | null)[]> {
  const asking = parts.flatMap((part) => part.asking);
  const rows = asking.length === 0 ? [] : await kind.rows(asking, asked);
  let at = 0;
  return parts.map((part) => part.told(rows.slice(at, (at += part.asking.length))));
}
