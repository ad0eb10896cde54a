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
  /** The longest last. */
  readonly #free: { readonly path: string; readonly bytes: number }[] = [];
  #kept = 0;

  /** @param folder the journal's; it holds no spare files yet */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes over the file of a segment that is not needed any more. The longest are kept, the others removed. */
  async give(file: string): Promise<void> {
    const { size: bytes } = await stat(file);
    if (bytes < LEAST) return rm(file);
    this.#kept += 1;
    const path = join(this.#folder, `${String(this.#kept)}.spare`);
    await rename(file, path);
    this.#free.push({ path, bytes });
    this.#free.sort((one, other) => one.bytes - other.bytes);
    if (this.#free.length > MOST) await this.#remove(this.#free.shift());
  }

  /** The longest spare file, which is the caller's from now on; undefined when there is none. */
  take(): string | undefined {
    return this.#free.pop()?.path;
  }

  async removeAll(): Promise<void> {
    for (const spare of this.#free.splice(0)) await this.#remove(spare);
  }

  async #remove(spare: { readonly path: string } | undefined): Promise<void> {
    if (spare !== undefined) await rm(spare.path, { force: true });
  }
}
