import { JournalFolder } from './folder.js';
import { Journal } from './journal.js';
import { CURRENT_COLUMNS } from './ledger-row.js';
import type { JournalOptions } from './options.js';
import { recoverSegments } from './recovery.js';
import { nodeDisk } from './segment-file.js';
import { SpareFiles } from './spare-files.js';
import { openState, readBootId } from './state.js';

/**
 * Opens the journal in a folder, or makes one: takes the lock, recovers what an earlier process left.
 * @throws what `lock` throws when another server holds the folder; file errors.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { log, now } = options;
  const folder = new JournalFolder(options.folder);
  const disk = options.disk ?? nodeDisk();
  const lock = options.lock(options.folder);
  try {
    await folder.prepare();
    const found = await folder.segments();
    const largestSeq = found.at(-1)?.seq ?? 0;
    const largestEpoch = found.reduce((largest, segment) => Math.max(largest, segment.epoch), 0);
    const boot = await (options.bootId ?? readBootId)();
    const state = await openState({ file: folder.stateFile, disk, boot, now: now(), largestSeq, largestEpoch });
    if (!state.known && found.length > 0) log.error('journal: its state was lost; what waits is deleted from the store and stored anew');
    const columns = options.columns ?? CURRENT_COLUMNS;
    const recovered = await recoverSegments({ folder, log, columns, installation: state.installation, epoch: state.epoch, now: now() });
    if (recovered.length > 0) log.info({ segments: recovered.length }, 'journal: recovered what was not stored yet');
    return new Journal(options, { folder, disk, spares: new SpareFiles(folder.path), state, lock, recovered });
  } catch (error) {
    lock.release();
    throw error;
  }
}
