import { encodeDescription } from './description.js';
import type { SegmentName } from './folder.js';
import { HEADER_BYTES, KIND_DESCRIPTION, KIND_END, KIND_ROWS, schemaNumber, type TableShare, writeHeader } from './frame.js';
import { type Columns, JOURNAL_TABLES, type JournalTable, perTable } from './row.js';
import type { RowBlock } from './row-block.js';
import { type RowPrefix, rowPrefix } from './row-prefix.js';
import type { SegmentFile } from './segment-file.js';

/** UTF-8 takes at most this many bytes per UTF-16 unit. */
const UTF8_BYTES = 3;
const NO_SHARES: readonly TableShare[] = JOURNAL_TABLES.map(() => ({ bytes: 0, rows: 0 }));
/** A buffer up to this size is kept for the next commit. */
const KEPT_BUFFER = 8 * 1024 * 1024;

/** Memory that each commit is composed in; there is one commit at a time, so one is enough. */
export class CommitBuffer {
  #kept = Buffer.allocUnsafeSlow(64 * 1024);

  atLeast(bytes: number): Buffer {
    if (bytes <= this.#kept.length) return this.#kept;
    const larger = Buffer.allocUnsafeSlow(bytes);
    if (bytes <= KEPT_BUFFER) this.#kept = larger;
    return larger;
  }
}

/** The segment being written. Its counts are of what is on disk, never of what is under way; `bytes` ends before the end mark. */
export class ActiveSegment {
  readonly rows: Record<JournalTable, number> = perTable(() => 0);
  bytes = 0;
  readonly #schema: number;
  readonly #prefix: RowPrefix;
  #frames = 0;

  constructor(
    readonly name: SegmentName,
    readonly createdAt: number,
    readonly columns: Columns,
    readonly file: SegmentFile,
  ) {
    this.#schema = schemaNumber(columns);
    this.#prefix = rowPrefix(name.seq);
  }

  /** Puts one frame of rows and an end mark behind what is there; the first also writes the description. Durable when it resolves. */
  async commit(block: RowBlock, memory: CommitBuffer): Promise<void> {
    const first = this.#frames === 0;
    const description = first ? encodeDescription({ seq: this.name.seq, createdAt: this.createdAt, columns: this.columns }) : '';
    const capacity = block.bytes + description.length * UTF8_BYTES + 3 * HEADER_BYTES;
    const buffer = memory.atLeast(capacity);
    let end = first ? this.#description(buffer, description) : 0;
    const start = end;
    end += HEADER_BYTES;
    const shares = JOURNAL_TABLES.map((table) => {
      const from = end;
      end = block.tables[table].writeTo(buffer, end, this.#prefix);
      return { bytes: end - from, rows: block.tables[table].rows };
    });
    const index = this.#frames + (first ? 1 : 0);
    writeHeader(buffer, start, { kind: KIND_ROWS, seq: this.name.seq, index, schema: this.#schema, bodyBytes: end - start - HEADER_BYTES, shares });
    writeHeader(buffer, end, { kind: KIND_END, seq: this.name.seq, index: index + 1, schema: this.#schema, bodyBytes: 0, shares: NO_SHARES });
    await this.file.write(buffer.subarray(0, end + HEADER_BYTES), this.bytes);
    this.#frames = index + 1;
    this.bytes += end;
    for (const table of JOURNAL_TABLES) this.rows[table] += block.tables[table].rows;
  }

  /** Takes the only frame back: the segment counts as empty. */
  forget(): void {
    this.bytes = 0;
    for (const table of JOURNAL_TABLES) this.rows[table] = 0;
  }

  #description(buffer: Buffer, text: string): number {
    const bodyBytes = buffer.write(text, HEADER_BYTES, 'utf8');
    writeHeader(buffer, 0, { kind: KIND_DESCRIPTION, seq: this.name.seq, index: 0, schema: this.#schema, bodyBytes, shares: NO_SHARES });
    return HEADER_BYTES + bodyBytes;
  }
}
