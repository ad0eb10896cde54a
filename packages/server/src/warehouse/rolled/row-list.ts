/** Rows of an answer, as the store gave them. */
export interface RowList {
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly size: number;
}
