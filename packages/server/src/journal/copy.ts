import { copyFile, cp, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isMissing } from './file-errors.js';
import type { JournalFolder, SegmentName } from './folder.js';

/** What stands beside the segments and is kept as long as somebody has not looked at it. */
const KEPT_ASIDE = ['quarantine', 'dead-letter'];

/**
 * Copies segments, the state and what was set aside. Whole files: what stands behind the end mark of a segment belongs to none, and is
 * told from it as it is in the original. Not linked: a stored segment's file is written over. Not synced: whoever keeps the copy does that.
 */
export async function copyJournal(from: JournalFolder, to: string, segments: readonly SegmentName[]): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of segments) {
    const file = from.segmentFile(name);
    await copyFile(file, join(to, basename(file)));
  }
  await copyFile(from.stateFile, join(to, basename(from.stateFile)));
  for (const name of KEPT_ASIDE) {
    await cp(join(from.path, name), join(to, name), { recursive: true }).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
}
