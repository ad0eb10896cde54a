import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './file-errors.js';
import { JournalFolder } from './folder.js';
import { CURRENT_COLUMNS } from './ledger-row.js';
import { scanSegment } from './scan.js';
import { recordsOf } from './sealed-segment.js';
import { readState } from './state.js';

/** What lies in a journal's folder; nothing is changed in it. */
export interface JournalCheck {
  /** False when there is no journal. */
  readonly there: boolean;
  readonly segments: number;
  readonly bytes: number;
  /** Records in them; null where they were not read. */
  readonly records: number | null;
  /** When the oldest was written last, milliseconds UTC; null without one. */
  readonly oldestAt: number | null;
  /** Segments in which something acknowledged can not be read. */
  readonly damaged: readonly string[];
  /** Files with bytes that were set aside as damaged, and with rows that the store refused. */
  readonly quarantined: number;
  readonly deadLetters: number;
  /** No batch number below it was ever promised; null when the state can not be read. */
  readonly highWater: number | null;
}

async function countIn(folder: string): Promise<number> {
  try {
    return (await readdir(folder)).length;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** @param read whether every segment is read and held to its checksums: for a journal that nobody writes */
export async function checkJournal(path: string, read: boolean): Promise<JournalCheck> {
  const folder = new JournalFolder(path);
  const segments = await folder.segments().catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  const damaged: string[] = [];
  let records = 0;
  let oldestAt: number | null = null;
  for (const name of segments ?? []) {
    const file = folder.segmentFile(name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
    oldestAt = Math.min(oldestAt ?? Infinity, mtimeMs);
    if (!read) continue;
    const scan = scanSegment(await readFile(file), name.seq, CURRENT_COLUMNS);
    records += recordsOf(scan.rows);
    if (scan.damage.length > 0) damaged.push(file);
  }
  return {
    there: segments !== null,
    segments: segments?.length ?? 0,
    bytes: segments?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0,
    records: read ? records : null,
    oldestAt: oldestAt === Infinity ? null : oldestAt,
    damaged,
    quarantined: await countIn(join(path, 'quarantine')),
    deadLetters: await countIn(join(path, 'dead-letter')),
    highWater: (await readState(folder.stateFile))?.highWater ?? null,
  };
}
