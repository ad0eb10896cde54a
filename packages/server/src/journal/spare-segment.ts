import { rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Disk } from './segment-file.js';

/**
 * A file of zeros kept ready to become the next segment of a busy journal. A commit that writes over blocks which the
 * file has already is half as long as one that makes the file grow, because the file system has nothing to note.
 * Without one, for whatever reason, segments grow as they are written.
 */
export class SpareSegment {
  #state: 'none' | 'making' | 'ready' = 'none';

  /** @param file a name that is removed when the journal is opened. @param bytes how much a full segment takes. */
  constructor(
    readonly file: string,
    readonly bytes: number,
    readonly disk: Disk,
    readonly log: Logger,
  ) {}

  /** Begins to make one, unless there is one. Never throws. */
  prepare(): void {
    if (this.#state !== 'none') return;
    this.#state = 'making';
    this.disk.reserve(this.file, this.bytes).then(
      () => {
        this.#state = 'ready';
      },
      async (error: unknown) => {
        this.log.debug({ err: error }, 'journal: no room for a spare segment; the next one grows as it is written');
        await this.#remove();
      },
    );
  }

  /** The file, which is the caller's from now on; undefined without one. */
  take(): string | undefined {
    if (this.#state !== 'ready') return undefined;
    this.#state = 'none';
    return this.file;
  }

  async #remove(): Promise<void> {
    await rm(this.file, { force: true }).catch((error: unknown) => this.log.debug({ err: error }, 'journal: a spare segment stays behind until the next start'));
    this.#state = 'none';
  }
}
