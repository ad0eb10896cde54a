import { open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { SegmentName } from './folder.js';
import type { ColumnTypes, RowsFile } from './row-files.js';
import { type Columns, JOURNAL_TABLES, type JournalTable } from './row.js';
import { type Range, type Scan, scanSegmentInSteps, STEP_BYTES } from './scan.js';
import type { SegmentReader } from './segment-reader.js';

/** A segment that will not be written again: one insert batch per table. */
export interface SealedSegment {
  /** Batch number, the `batch_id` of its rows. */
  readonly seq: number;
  readonly epoch: number;
  /** Milliseconds UTC: nothing in it was acknowledged before. */
  readonly createdAt: number;
  readonly bytes: number;
  readonly rows: Readonly<Record<JournalTable, number>>;
  readonly columns: Columns;
  /**
   * True when it may have been stored under a token that the store no longer remembers: delete its batch, then
   * `journal.renew` it, then insert.
   */
  readonly stale: boolean;
  /** Deduplication token of one table's batch: the same bytes always go under the same one. */
  token(table: JournalTable): string;
  /** Rows of each table that has any, as the store takes them (JSONCompactEachRow). Reads the file. */
  payload(): Promise<Map<JournalTable, Buffer>>;
  /**
   * The same in files of `folder`, one for each table that has rows, made by another thread; whoever asks removes them. Null when
   * it can't be had that way: something is damaged, say, of which `payload` takes care.
   */
  rowFiles(folder: string, types: ColumnTypes): Promise<readonly RowsFile[] | null>;
}

export interface SealedDetails extends SegmentName {
  readonly file: string;
  readonly createdAt: number;
  /** Bytes of the file that count: what stands behind was refused. */
  readonly bytes: number;
  readonly rows: Readonly<Record<JournalTable, number>>;
  readonly columns: Columns;
  readonly stale: boolean;
  readonly installation: string;
}

/** Sets aside what can not be read; called with the file's bytes and what was found damaged in them. */
export type KeepDamage = (name: SegmentName, bytes: Buffer, damage: readonly Range[]) => Promise<void>;

export function totalRows(rows: Readonly<Record<JournalTable, number>>): number {
  return JOURNAL_TABLES.reduce((sum, table) => sum + rows[table], 0);
}

/** Rows that a segment's bound is about. One that only remembers an id is a tenth of another's work, and with two for each event segments would be half as large. */
export function boundedRows(rows: Readonly<Record<JournalTable, number>>): number {
  return totalRows(rows) - rows.event_ids;
}

/** Visits, spider hits and custom events: what was received. Rows of the ledger and remembered ids only speak of them. */
export function recordsOf(rows: Readonly<Record<JournalTable, number>>): number {
  return rows.visits + rows.spider_hits + rows.events;
}

/** The first bytes of a file: behind them may stand remains of another segment. Fewer when there are no more. */
async function readStart(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const content = Buffer.allocUnsafeSlow(bytes);
    let at = 0;
    for (let read = -1; at < bytes && read !== 0; at += read) read = (await handle.read(content, at, bytes - at, at)).bytesRead;
    return content.subarray(0, at);
  } finally {
    await handle.close();
  }
}

/** Each table's rows, one after the other. In steps, like the scan: a segment of a busy minute is many megabytes. */
async function collectRows(bytes: Buffer, scan: Scan): Promise<Map<JournalTable, Buffer>> {
  const payload = new Map<JournalTable, Buffer>();
  let copied = 0;
  for (const table of JOURNAL_TABLES) {
    const ranges = scan.ranges[table];
    if (ranges.length === 0) continue;
    const rows = Buffer.allocUnsafeSlow(ranges.reduce((sum, { start, end }) => sum + end - start, 0));
    let at = 0;
    for (const { start, end } of ranges) {
      at += bytes.copy(rows, at, start, end);
      copied += end - start;
      if (copied < STEP_BYTES) continue;
      copied = 0;
      await setImmediate();
    }
    payload.set(table, rows);
  }
  return payload;
}

export function sealedSegment(details: SealedDetails, reader: SegmentReader, keepDamage: KeepDamage): SealedSegment {
  const { seq, epoch, createdAt, bytes, rows, columns, stale, installation, file } = details;
  return {
    seq,
    epoch,
    createdAt,
    bytes,
    rows,
    columns,
    stale,
    token: (table) => `${installation}-${String(seq)}-${String(epoch)}-${table}`,
    payload: async () => {
      const content = await readStart(file, bytes);
      const scan = await scanSegmentInSteps(content, seq, columns);
      if (scan.damage.length > 0) await keepDamage({ seq, epoch }, content, scan.damage);
      return collectRows(content, scan);
    },
    rowFiles: (folder, types) => reader.rowFiles({ file, seq, bytes, columns, types, folder }),
  };
}
