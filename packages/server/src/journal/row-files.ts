import { closeSync, openSync, readSync, rmSync, writevSync } from 'node:fs';
import { join } from 'node:path';
import { type Columns, JOURNAL_TABLES, type JournalTable } from './row.js';
import { type Range, scanSegment } from './scan.js';

/** One table's rows in a file of their own, as the store takes them (JSONCompactEachRow). */
export interface RowsFile {
  readonly table: JournalTable;
  readonly path: string;
}

/** What it takes to read a segment anywhere. */
export interface SegmentToRead {
  readonly file: string;
  readonly seq: number;
  /** Bytes of the file that count. */
  readonly bytes: number;
  /** Columns of this version. */
  readonly columns: Columns;
  /** Where the files go, and how their names begin: no two jobs at a time have the same. */
  readonly folder: string;
  readonly prefix: string;
}

/** Pieces handed to the kernel in one call; it takes no more than 1,024. */
const PIECES = 512;

/** Memory that segments are read into, one at a time: fresh memory costs more than the reading itself. */
export class ReadBuffer {
  #kept = Buffer.alloc(0);

  /** The first bytes of a file; fewer when there are no more. */
  read(file: string, bytes: number): Buffer {
    if (this.#kept.length < bytes) this.#kept = Buffer.allocUnsafeSlow(bytes);
    const fd = openSync(file, 'r');
    try {
      let at = 0;
      for (let read = -1; at < bytes && read !== 0; at += read) read = readSync(fd, this.#kept, at, bytes - at, at);
      return this.#kept.subarray(0, at);
    } finally {
      closeSync(fd);
    }
  }
}

function writeAll(fd: number, pieces: readonly Buffer[]): void {
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

function writeRows(fd: number, bytes: Buffer, ranges: readonly Range[]): void {
  try {
    writeAll(fd, ranges.map(({ start, end }) => bytes.subarray(start, end)));
  } finally {
    closeSync(fd);
  }
}

/**
 * Leaves the rows of each table that has any in a file. Blocks: for a thread that has nothing else to do.
 * @returns null when something in the segment is damaged; nothing is left then
 * @throws file errors; nothing is left then
 */
export function writeRowFiles({ file, seq, bytes, columns, folder, prefix }: SegmentToRead, memory: ReadBuffer): RowsFile[] | null {
  const content = memory.read(file, bytes);
  const { damage, ranges } = scanSegment(content, seq, columns);
  if (damage.length > 0) return null;
  const files: RowsFile[] = [];
  try {
    for (const table of JOURNAL_TABLES) {
      if (ranges[table].length === 0) continue;
      const path = join(folder, `${prefix}-${table}`);
      const fd = openSync(path, 'wx', 0o600);
      files.push({ table, path });
      writeRows(fd, content, ranges[table]);
    }
  } catch (error) {
    for (const { path } of files) rmSync(path, { force: true });
    throw error;
  }
  return files;
}
