import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { JournalFolder, SegmentName } from './folder.js';
import type { Columns } from './row.js';
import { type Range, scanSegment } from './scan.js';
import { type SealedDetails, totalRows } from './sealed-segment.js';

/** Copies damaged stretches of a segment to quarantine and says so. */
export async function setAside(folder: JournalFolder, log: Logger, name: SegmentName, bytes: Buffer, damage: readonly Range[]): Promise<void> {
  for (const { start, end } of damage) {
    const file = await folder.quarantine(name.seq, start, bytes.subarray(start, end));
    log.error({ segment: name.seq, offset: start, bytes: end - start, file }, 'journal: damaged bytes set aside; visits in them are not counted until they are mended');
  }
}

export interface RecoveryOptions {
  readonly folder: JournalFolder;
  readonly log: Logger;
  readonly columns: Columns;
  readonly installation: string;
  readonly epoch: number;
  /** Milliseconds UTC, for segments whose own time is lost. */
  readonly now: number;
}

/**
 * Reads what an earlier process left: keeps every frame that holds, cuts an unfinished tail, sets damage aside, removes
 * segments without a row. All that it answers with are sealed, oldest first.
 */
export async function recoverSegments(options: RecoveryOptions): Promise<SealedDetails[]> {
  const { folder, log, columns, installation, epoch, now } = options;
  const recovered: SealedDetails[] = [];
  for (const { bytes: size, ...name } of await folder.segments()) {
    const file = folder.segmentFile(name);
    const bytes = await readFile(file);
    const scan = scanSegment(bytes, name.seq, columns);
    if (scan.damage.length > 0) await setAside(folder, log, name, bytes, scan.damage);
    if (scan.torn !== null) {
      log.warn({ segment: name.seq, bytes: scan.torn.end - scan.torn.start }, 'journal: an unfinished write at the end of a segment was cut off; nobody was told that it was safe');
    }
    if (totalRows(scan.rows) === 0) {
      log.info({ segment: name.seq, bytes: size }, 'journal: a segment without rows was removed');
      await folder.remove(name);
      continue;
    }
    if (scan.end < size) await folder.cut(name, scan.end);
    recovered.push({ ...name, file, createdAt: scan.createdAt ?? now, bytes: scan.end, rows: scan.rows, columns: scan.columns, stale: name.epoch !== epoch, installation });
  }
  return recovered;
}
