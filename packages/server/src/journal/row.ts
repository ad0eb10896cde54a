/**
 * The tables that the journal holds rows for, in the order in which a frame holds them and the flusher sends them. Another
 * table is another version of the frame (frame.ts): what an earlier version left on disk must stay readable.
 */
export const JOURNAL_TABLES = ['visits', 'spider_hits', 'events', 'event_ids', 'ledger'] as const;

export type JournalTable = (typeof JOURNAL_TABLES)[number];

/**
 * One row, encoded once: `tail` is the text of a JSON array without its opening bracket. The journal puts
 * `[<batch number>,` before it when it is known which segment the row goes to, and a newline after it.
 */
export interface JournalRow {
  readonly table: JournalTable;
  readonly tail: string;
}

/** Ordered columns of each table; the first is `batch_id`, which the journal fills. */
export type Columns = Readonly<Record<JournalTable, readonly string[]>>;

/** Something for each table. */
export const perTable = <T>(make: () => T): Record<JournalTable, T> => ({ visits: make(), spider_hits: make(), events: make(), event_ids: make(), ledger: make() });
