import { readFile, rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { JOURNAL_TABLES, type JournalTable } from '../journal/row.js';
import type { SealedSegment } from '../journal/sealed-segment.js';
import { refusalBatch, writeDeadLetters } from './dead-letters.js';
import { insertAround } from './poison.js';
import { isRejection, type RowsPath, type Store } from './store.js';

/** From this size on a segment is read by its own thread, into files, where the store can read them. */
const FILE_BYTES = 256 * 1024;

/** Tables whose rows are what the ledger counts; rows of the others only speak of them. */
const COUNTED: ReadonlySet<JournalTable> = new Set(['visits', 'spider_hits', 'events']);

/** Rows one by one, whatever they were sent as. */
async function asText(segment: SealedSegment, table: JournalTable, body: Buffer | RowsPath): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body;
  if (body.format === 'JSONCompactEachRow') return readFile(body.path);
  return (await segment.payload()).get(table) ?? Buffer.alloc(0);
}

/** Sends one segment at a time to its end; counts what became of rows since the process started. */
export class SegmentSender {
  storedRows = 0;
  deadRows = 0;

  constructor(
    readonly store: Store,
    readonly log: Logger,
    readonly deadLetterFolder: string,
  ) {}

  /**
   * Resolves when every row of the segment is in the store, or in a dead-letter file. The ledger goes last, so that it
   * never counts what can not be seen yet.
   * @throws what the store throws when it can not take rows now. Sending again is harmless.
   */
  async send(segment: SealedSegment): Promise<void> {
    const files = await this.#rowFiles(segment);
    try {
      await this.#sendTables(segment, files ?? (await segment.payload()));
    } finally {
      for (const { path } of files?.values() ?? []) await rm(path, { force: true });
    }
  }

  async #sendTables(segment: SealedSegment, rows: ReadonlyMap<JournalTable, Buffer | RowsPath>): Promise<void> {
    let stored = 0;
    let dead = 0;
    for (const table of JOURNAL_TABLES) {
      const body = rows.get(table);
      if (body === undefined) continue;
      const refused = await this.#sendTable(segment, table, body);
      stored += segment.rows[table] - refused;
      dead += refused;
    }
    this.storedRows += stored;
    this.deadRows += dead;
  }

  async #rowFiles(segment: SealedSegment): Promise<ReadonlyMap<JournalTable, RowsPath> | null> {
    const folder = segment.bytes < FILE_BYTES ? undefined : this.store.rowsFolder();
    const files = folder === undefined ? null : await segment.rowFiles(folder, this.store.types);
    return files === null ? null : new Map(files.map(({ table, path, format }) => [table, { path, format }]));
  }

  /** Answers with the number of rows that the store refuses. */
  async #sendTable(segment: SealedSegment, table: JournalTable, body: Buffer | RowsPath): Promise<number> {
    const batch = { table, columns: segment.columns[table], body, token: segment.token(table) };
    try {
      await this.store.insert(batch);
      return 0;
    } catch (error) {
      if (!isRejection(error)) throw error;
      this.log.error({ err: error, segment: segment.seq, table }, 'flush: the store rejects a batch; looking for the rows at fault');
    }
    const poison = await insertAround(this.store, batch, await asText(segment, table, body));
    if (poison.length === 0) return 0;
    const file = await writeDeadLetters(this.deadLetterFolder, segment, table, poison);
    if (COUNTED.has(table)) await this.store.insert(refusalBatch(segment, table, poison));
    this.log.error({ segment: segment.seq, table, rows: poison.length, file }, 'flush: rows that the store refuses were set aside');
    return poison.length;
  }
}
