/** Rows of an answer, as whoever asked read them. */
export interface RowList {
  readonly rows: readonly unknown[];
  /** How many values they hold, roughly. */
  readonly size: number;
}
