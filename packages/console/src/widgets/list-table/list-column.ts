import type { ReactNode } from 'react';

/** A column of a file, as the server knows it and as it is headed. */
export interface FileColumn {
  readonly key: string;
  readonly title: string;
}

/** A column of a list. */
export interface ListColumn<T> {
  readonly key: string;
  /** In the heading, in the column chooser and in downloads. */
  readonly title: string;
  /** What the heading means, where that is not plain. */
  readonly hint?: string;
  /** Nothing to read in the heading: it is there for screen readers alone. */
  readonly bare?: boolean;
  /** Pixels; of a column that grows, at least. */
  readonly width: number;
  /** Takes the room that the others leave. One column of a list does. */
  readonly grow?: boolean;
  /** Figures stand at the right. */
  readonly numeric?: boolean;
  /** Which way the first click on the heading puts the list in order; absent: it can not. */
  readonly sort?: 'asc' | 'desc';
  /** Stays in sight when the list is scrolled sideways. */
  readonly fixed?: boolean;
  /** Not shown until chosen. */
  readonly hidden?: boolean;
  /** @param at the row's place in the whole list, from 1 */
  readonly render: (row: T, at: number) => ReactNode;
  /** The cell of the totals row. */
  readonly total?: ReactNode;
  /** What it is in a file, where that is not one column of the same key and title. */
  readonly file?: readonly FileColumn[];
}

/** The place of the column in which a row of totals is named: the one that grows, else the first, where it has no figure; -1: none. */
export function totalsNameAt(columns: readonly Pick<ListColumn<never>, 'total' | 'bare' | 'grow'>[]): number {
  const free = (column: Pick<ListColumn<never>, 'total' | 'bare'> | undefined): boolean => column !== undefined && column.total === undefined && !column.bare;
  const growing = columns.findIndex((column) => column.grow && free(column));
  return growing === -1 && free(columns[0]) ? 0 : growing;
}

/** The columns that a file of these has. */
export function fileColumns<T>(columns: readonly ListColumn<T>[]): readonly FileColumn[] {
  return columns.filter(({ bare }) => !bare).flatMap(({ key, title, file }) => file ?? [{ key, title }]);
}
