import { closeSync, openSync, readSync, rmSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { NativeBlock } from '../native/block.js';
import { type Columns, JOURNAL_TABLES, type JournalTable } from './row.js';
import { scanSegment } from './scan.js';

/** How rows are written in a file, by the store's names of its formats. */
export type RowsFormat = 'JSONCompactEachRow' | 'Native';

/** One table's rows in a file of their own, as the store takes them. */
export interface RowsFile {
  readonly table: JournalTable;
  readonly path: string;
  readonly format: RowsFormat;
}

/** The store's types of a table's columns, by name; a table that is not here goes as JSON. */
export type ColumnTypes = Readonly<Partial<Record<JournalTable, Readonly<Record<string, string>>>>>;

/** What it takes to read a segment anywhere. */
export interface SegmentToRead {
  readonly file: string;
  readonly seq: number;
  /** Bytes of the file that count. */
  readonly bytes: number;
  /** Columns of this version. */
  readonly columns: Columns;
  readonly types: ColumnTypes;
  /** Where the files go, and how their names begin: no two jobs at a time have the same. */
  readonly folder: string;
  readonly prefix: string;
}

/** Bytes read at once: a fraction of a millisecond. */
const READ_BYTES = 1024 * 1024;

/** Pieces handed to the kernel in one call; it takes no more than 1,024. */
const PIECES = 512;

/** Memory that segments are read into, one at a time: fresh memory costs more than the reading itself. */
export class ReadBuffer {
  #kept = Buffer.alloc(0);

  /** The first bytes of a file; fewer when there are no more. @param step called between small steps */
  read(file: string, bytes: number, step: () => void): Buffer {
    if (this.#kept.length < bytes) this.#kept = Buffer.allocUnsafeSlow(bytes);
    const fd = openSync(file, 'r');
    try {
      let at = 0;
      for (let read = -1; at < bytes && read !== 0; at += read) {
        read = readSync(fd, this.#kept, at, Math.min(READ_BYTES, bytes - at), at);
        step();
      }
      return this.#kept.subarray(0, at);
    } finally {
      closeSync(fd);
    }
  }
}

/** Blocks by the columns that they take: a block keeps its memory from one segment to the next. */
export class NativeBlocks {
  readonly #known = new Map<string, NativeBlock | null>();

  /** An empty block for these columns; null when one of them has no type, or one that is not known. */
  of(columns: readonly string[], types: Readonly<Record<string, string>> | undefined): NativeBlock | null {
    const typed = columns.map((name) => [name, types?.[name] ?? ''] as const);
    const key = typed.join('\n');
    let block = this.#known.get(key);
    if (block === undefined) {
      block = NativeBlock.of(typed);
      this.#known.set(key, block);
    }
    block?.clear();
    return block;
  }
}

function writeAll(fd: number, pieces: readonly Uint8Array[]): void {
  for (let at = 0; at < pieces.length; at += PIECES) {
    let rest = pieces.slice(at, at + PIECES);
    while (rest.length > 0) {
      let written = writevSync(fd, rest);
      const whole = rest.findIndex((piece) => {
        if (written < piece.length) return true;
        written -= piece.length;
        return false;
      });
      const first = rest[whole];
      rest = first === undefined ? [] : [first.subarray(written), ...rest.slice(whole + 1)];
    }
  }
}

function writeTo(fd: number, pieces: readonly Uint8Array[]): void {
  try {
    writeAll(fd, pieces);
  } finally {
    closeSync(fd);
  }
}

/** What a thread keeps from one segment to the next. */
export interface ReadingMemory {
  readonly content: ReadBuffer;
  readonly blocks: NativeBlocks;
}

/**
 * Leaves the rows of each table that has any in a file: as one block of the store's own format where its columns take them, else as
 * they stand, for the store to say what is wrong with them. Blocks: for a thread that has nothing else to do.
 * @param step called after each small step, a fraction of a millisecond long
 * @returns null when something in the segment is damaged; nothing is left then
 * @throws file errors; nothing is left then
 */
export function writeRowFiles({ file, seq, bytes, columns, types, folder, prefix }: SegmentToRead, { content: memory, blocks }: ReadingMemory, step: () => void): RowsFile[] | null {
  const content = memory.read(file, bytes, step);
  const { damage, ranges, columns: written } = scanSegment(content, seq, columns, step);
  if (damage.length > 0) return null;
  const files: RowsFile[] = [];
  try {
    for (const table of JOURNAL_TABLES) {
      if (ranges[table].length === 0) continue;
      const path = join(folder, `${prefix}-${table}`);
      const block = blocks.of(written[table], types[table]);
      const isNative = block !== null && ranges[table].every(({ start, end }) => block.take(content, start, end, step));
      const fd = openSync(path, 'wx', 0o600);
      files.push({ table, path, format: isNative ? 'Native' : 'JSONCompactEachRow' });
      writeTo(fd, isNative ? block.pieces() : ranges[table].map(({ start, end }) => content.subarray(start, end)));
    }
  } catch (error) {
    for (const { path } of files) rmSync(path, { force: true });
    throw error;
  }
  return files;
}
