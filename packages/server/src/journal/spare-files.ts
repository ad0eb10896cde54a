import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Files kept at most: what is stored while the next segment is written, and one more. */
const MOST = 3;
/** Bytes; writing over a smaller file saves nothing worth keeping it. */
const LEAST = 64 * 1024;

/**
 * Files of stored segments, kept to be written over by the next ones. Writing over blocks that a file has already changes
 * nothing in the file system's own records, so that a commit waits for its own bytes only, and not for what other
 * processes have in the file system's journal: about half the time, and half the work. What stands in such a file behind
 * the end of its new segment are remains; see frame.ts, KIND_END.
 */
export class SpareFiles {
  readonly #folder: string;
  readonly #free: string[] = [];
  #kept = 0;

  /** @param folder the journal's; it holds no spare files yet */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes over the file of a segment that is not needed any more: keeps it, or removes it. */
  async give(file: string): Promise<void> {
    if (this.#free.length >= MOST || (await stat(file)).size < LEAST) return rm(file);
    this.#kept += 1;
    const spare = join(this.#folder, `${String(this.#kept)}.spare`);
    await rename(file, spare);
    this.#free.push(spare);
  }

  /** A spare file, which is the caller's from now on; undefined when there is none. */
  take(): string | undefined {
    return this.#free.pop();
  }

  async removeAll(): Promise<void> {
    for (const spare of this.#free.splice(0)) await rm(spare, { force: true });
  }
}
