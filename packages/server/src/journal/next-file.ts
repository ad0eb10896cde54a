import type { Logger } from 'pino';
import type { JournalFolder, SegmentName } from './folder.js';
import type { Disk, SegmentFile } from './segment-file.js';
import type { SpareFiles } from './spare-files.js';
import type { State } from './state.js';

export interface NextFileParts {
  readonly folder: JournalFolder;
  readonly disk: Disk;
  readonly state: State;
  readonly spares: SpareFiles;
  readonly log: Logger;
}

/** An empty segment: its number is given out, its file is open. */
export interface EmptySegment {
  readonly name: SegmentName;
  readonly file: SegmentFile;
  /** Whether its name is on disk. */
  readonly named: boolean;
}

/**
 * Makes the file of the next segment ready while the last is written, its name already on disk, because putting a name on
 * disk waits for everything that is on its way into the file system's journal. What could not be made ready is tried again
 * when it is needed, and only then an error.
 */
export class NextFile {
  readonly #parts: NextFileParts;
  #ready: Promise<EmptySegment | null> | null = null;
  #floor: number | null = null;

  constructor(parts: NextFileParts) {
    this.#parts = parts;
  }

  /** No segment that `take` gives from now on has a lower number. */
  get upcoming(): number {
    return this.#floor ?? this.#parts.state.upcoming;
  }

  /** Begins to make the next one ready, unless it is. */
  prepare(): void {
    if (this.#ready !== null) return;
    this.#floor = this.#parts.state.upcoming;
    this.#ready = this.#prepared();
  }

  /** The next segment. @throws file errors */
  async take(): Promise<EmptySegment> {
    const ready = await this.#ready;
    const segment = ready ?? (await this.#make());
    this.#ready = null;
    this.#floor = null;
    return segment;
  }

  /** Removes what was made ready and will not be needed. */
  async close(): Promise<void> {
    const ready = await this.#ready;
    if (ready !== null) await this.#discard(ready);
  }

  async #make(): Promise<EmptySegment> {
    const { state, disk, folder, spares } = this.#parts;
    const name = { seq: await state.nextSeq(), epoch: state.epoch };
    const spare = spares.take();
    const path = folder.segmentFile(name);
    return { name, file: await (spare === undefined ? disk.create(path) : disk.reuse(spare, path)), named: false };
  }

  async #prepared(): Promise<EmptySegment | null> {
    let made: EmptySegment | null = null;
    try {
      made = await this.#make();
      await this.#parts.disk.syncFolder(this.#parts.folder.path);
      return { ...made, named: true };
    } catch (error) {
      this.#parts.log.debug({ err: error }, 'journal: the next segment could not be made ready');
      if (made !== null) await this.#discard(made);
      return null;
    }
  }

  async #discard({ name, file }: EmptySegment): Promise<void> {
    try {
      await file.close();
      await this.#parts.folder.remove(name);
    } catch (error) {
      this.#parts.log.warn({ err: error, segment: name.seq }, 'journal: an empty segment could not be removed; the next start does it');
    }
  }
}
