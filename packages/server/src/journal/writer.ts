import type { Logger } from 'pino';
import { ActiveSegment, CommitBuffer } from './active-segment.js';
import type { JournalFolder } from './folder.js';
import type { Group } from './group.js';
import { isMissing } from './file-errors.js';
import { type EmptySegment, NextFile } from './next-file.js';
import type { JournalLimits } from './options.js';
import type { Columns } from './row.js';
import { boundedRows, type SealedDetails } from './sealed-segment.js';
import type { Disk } from './segment-file.js';
import type { SpareFiles } from './spare-files.js';
import type { State } from './state.js';

export interface WriterParts {
  readonly folder: JournalFolder;
  readonly disk: Disk;
  readonly state: State;
  readonly spares: SpareFiles;
  readonly log: Logger;
  readonly now: () => number;
  readonly columns: Columns;
  readonly limits: JournalLimits;
  readonly onSealed: (details: SealedDetails) => void;
}

/**
 * Writes groups into segments and seals them. Its caller runs one operation at a time.
 * Invariants: what `write` answered is durable; a failed write never moves the end of the segment, and ends it.
 */
export class SegmentWriter {
  readonly #parts: WriterParts;
  readonly #memory = new CommitBuffer();
  readonly #next: NextFile;
  #active: ActiveSegment | null = null;
  #ending: number | null = null;
  #newest = 0;
  /** Whether the name of the active segment's file is on disk. */
  #named = true;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#next = new NextFile(parts);
  }

  /** The segment being written, null between segments. */
  get active(): ActiveSegment | null {
    return this.#active;
  }

  /** Number of the segment that was begun but not yet given to `onSealed`; null without one. */
  get unsealed(): number | null {
    return this.#active?.name.seq ?? this.#ending;
  }

  /** No segment that is written from now on has a lower number, the one being written included. */
  get upcoming(): number {
    return this.#active?.name.seq ?? this.#next.upcoming;
  }

  /** Number of the segment that was begun last, 0 before the first. */
  get newest(): number {
    return this.#newest;
  }

  /** Makes a group durable, in a new segment when it does not fit; seals the segment when it is full. */
  async write(group: Group): Promise<void> {
    if (this.#active !== null && !this.#fits(this.#active, group)) await this.seal();
    const active = (this.#active ??= await this.#create());
    const first = active.bytes === 0;
    try {
      await active.commit(group.block, this.#memory);
      if (!this.#named) await this.#parts.disk.syncFolder(this.#parts.folder.path);
      this.#named = true;
      this.#next.prepare();
    } catch (error) {
      if (first) active.forget();
      await this.#end(active, true);
      throw error;
    }
  }

  async sealIfFull(): Promise<void> {
    const { rows, bytes } = this.#parts.limits;
    if (this.#active !== null && (boundedRows(this.#active.rows) >= rows || this.#active.bytes >= bytes)) await this.seal();
  }

  /** Ends the segment, if there is one. Never rejects: all that counts is on disk already. */
  async seal(): Promise<void> {
    if (this.#active !== null) await this.#end(this.#active, false);
  }

  /** Ends the segment and removes what was made ready for others. */
  async close(): Promise<void> {
    await this.seal();
    await this.#next.close();
  }

  #fits(active: ActiveSegment, group: Group): boolean {
    const { rows, bytes } = this.#parts.limits;
    return boundedRows(active.rows) + group.rows <= rows && active.bytes + group.size <= bytes;
  }

  async #create(): Promise<ActiveSegment> {
    const { now, columns } = this.#parts;
    const { name, file, named }: EmptySegment = await this.#next.take();
    this.#newest = name.seq;
    this.#named = named;
    return new ActiveSegment(name, now(), columns, file);
  }

  /** @param cut whether bytes of a failed write may stand behind the last acknowledged frame. */
  async #end(active: ActiveSegment, cut: boolean): Promise<void> {
    const { folder, log, state, onSealed } = this.#parts;
    this.#active = null;
    this.#ending = active.name.seq;
    try {
      if (cut) await active.file.truncate(active.bytes);
      await active.file.close();
      if (active.bytes === 0) await folder.remove(active.name);
    } catch (error) {
      if (!isMissing(error)) log.error({ err: error, segment: active.name.seq }, 'journal: could not end a segment cleanly');
    }
    this.#ending = null;
    if (active.bytes === 0) return;
    const { name, createdAt, bytes, rows, columns } = active;
    onSealed({ ...name, file: folder.segmentFile(name), createdAt, bytes, rows, columns, stale: false, installation: state.installation });
  }
}
