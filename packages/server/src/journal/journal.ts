import { rename } from 'node:fs/promises';
import { FootfallError } from '@footfall/contract';
import { CommitQueue } from './commit-queue.js';
import type { JournalFolder } from './folder.js';
import { copyJournal } from './copy.js';
import { CURRENT_COLUMNS } from './ledger-row.js';
import { DEFAULT_LIMITS, type JournalLimits, type JournalOptions, type JournalStatus } from './options.js';
import { setAside } from './recovery.js';
import type { RowBlock } from './row-block.js';
import { SealedList } from './sealed-list.js';
import { recordsOf, type SealedDetails, type SealedSegment, sealedSegment, totalRows } from './sealed-segment.js';
import type { Disk } from './segment-file.js';
import { SegmentReader } from './segment-reader.js';
import type { SpareFiles } from './spare-files.js';
import type { State } from './state.js';
import { SegmentWriter } from './writer.js';

/*
 * Invariant (DESIGN.md has all of them, with the layout; commit-queue.ts those of writing): a promise from `append` resolves only when
 * its rows are on disk under a checksum, in a file whose name is on disk.
 */

const TICK = 200;
/** What `openJournal` found and made in the folder. */
export interface JournalParts {
  readonly folder: JournalFolder;
  readonly disk: Disk;
  readonly state: State;
  readonly spares: SpareFiles;
  readonly lock: { release(): void };
  readonly recovered: readonly SealedDetails[];
}

export class Journal {
  readonly #options: JournalOptions;
  readonly #parts: JournalParts;
  readonly #limits: JournalLimits;
  readonly #writer: SegmentWriter;
  readonly #reader: SegmentReader;
  readonly #queue: CommitQueue;
  readonly #sealed = new SealedList();
  readonly #listeners: (() => void)[] = [];
  readonly #tick: NodeJS.Timeout;
  /** Whether someone waits until what is sealed is stored. */
  #awaited = false;
  #closed = false;

  constructor(options: JournalOptions, parts: JournalParts) {
    this.#options = options;
    this.#parts = parts;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#writer = new SegmentWriter({ ...options, ...parts, columns: options.columns ?? CURRENT_COLUMNS, limits: this.#limits, onSealed: (details) => this.#onSegment(details) });
    this.#reader = new SegmentReader(options.log);
    for (const details of parts.recovered) this.#sealed.add(this.#sealedOf(details));
    this.#setPace();
    this.#queue = new CommitQueue({ writer: this.#writer, limits: this.#limits, log: options.log, beforeCommit: options.beforeCommit }, parts.state.upcoming);
    this.#tick = setInterval(() => this.#onTick(), TICK);
    this.#tick.unref();
  }

  /**
   * Resolves when the rows would survive a power cut. The rows of one call are in one frame: all or none. The block is the caller's again when the
   * call returns, and empty unless it was refused at once.
   * @throws FootfallError 'journal.full' (budget reached or no space on the disk: nothing of it is kept), 'server.stopping'.
   */
  append(block: RowBlock): Promise<void> {
    if (this.#closed) return Promise.reject(new FootfallError('server.stopping'));
    const pending = this.#queue.pendingSize + block.bytes;
    if (this.#queue.isBlocked || pending > this.#limits.pending || this.#bytes() + pending > this.#limits.budget) return Promise.reject(new FootfallError('journal.full'));
    return this.#queue.append(block);
  }

  /** Sealed segments that are not stored yet, oldest first, as of now. */
  sealed(): readonly SealedSegment[] {
    return [...this.#sealed.all];
  }

  /** The name that this folder's batches go by; a folder that was lost and made anew has another. */
  get installation(): string {
    return this.#parts.state.installation;
  }

  /** The first batch number that is not settled: every batch of this folder below it is stored for good, or there is none. */
  firstUnsettled(): number {
    return Math.min(this.#sealed.oldest?.seq ?? this.#queue.upcoming, this.#queue.upcoming);
  }

  /** The numbers of the batches in which everything is that waits. */
  unsettled(): number[] {
    const { unsealed } = this.#writer;
    return [...this.#sealed.all.map(({ seq }) => seq), ...(unsealed === null ? [] : [unsealed])];
  }

  /** Called after each sealing. */
  onSealed(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when all that was appended so far, and what `beforeCommit` has by then, is in sealed segments (or was refused). */
  seal(): Promise<void> {
    // What is counted once the folder is given up comes too late.
    if (!this.#closed) this.#queue.commitBeside();
    return new Promise((resolve) =>
      this.#queue.seal(() => {
        this.#awaited = true;
        this.#setPace();
        resolve();
      }),
    );
  }

  /** Forgets a segment that the store has durably. */
  async remove(segment: SealedSegment): Promise<void> {
    await this.#parts.spares.give(this.#parts.folder.segmentFile(segment));
    this.#sealed.remove(segment);
    this.#setPace();
  }

  /** Removes the files of stored segments that are kept to be written over, with what still stands in them. */
  dropSpares(): Promise<void> {
    return this.#parts.spares.removeAll();
  }

  /**
   * Gives a stale segment an epoch later than its own, and with it a token never used. Its batch must have been deleted from the
   * store before. Durable when it resolves.
   */
  async renew(segment: SealedSegment): Promise<SealedSegment> {
    const { folder, disk, state } = this.#parts;
    if (state.epoch <= segment.epoch) await state.raiseEpoch();
    const file = folder.segmentFile({ seq: segment.seq, epoch: state.epoch });
    await rename(folder.segmentFile(segment), file);
    await disk.syncFolder(folder.path);
    const renewed = this.#sealedOf({ ...segment, epoch: state.epoch, stale: false, file, installation: state.installation });
    this.#sealed.replace(renewed);
    return renewed;
  }

  /**
   * Marks a segment stale whose batch went out and was never answered: it may be in the store, or may not, and the store's
   * memory of its token may say either. A later process finds it stale in any case.
   */
  distrust(segment: SealedSegment): void {
    this.#sealed.replace({ ...segment, stale: true });
  }

  /**
   * Copies everything that was appended so far and is not stored yet into a folder that is not there, as `openJournal` takes it. For
   * whoever holds the flusher: nothing may be removed meanwhile.
   */
  async copyTo(folder: string): Promise<{ readonly segments: number; readonly records: number }> {
    await this.seal();
    const segments = this.sealed();
    await copyJournal(this.#parts.folder, folder, segments);
    return { segments: segments.length, records: segments.reduce((sum, { rows }) => sum + recordsOf(rows), 0) };
  }

  status(): JournalStatus {
    const { active } = this.#writer;
    const waiting = [...this.#sealed.all.map(({ rows }) => rows), ...(active === null ? [] : [active.rows])];
    return {
      waitingRows: waiting.reduce((sum, rows) => sum + totalRows(rows), 0),
      waitingRecords: waiting.reduce((sum, rows) => sum + recordsOf(rows), 0),
      waitingBytes: this.#bytes(),
      segments: waiting.length,
      oldestWaitingAt: this.#sealed.oldest?.createdAt ?? active?.createdAt ?? null,
      failing: this.#queue.isFailing,
    };
  }

  /**
   * Segment numbers, to tell when something is stored: all that was acknowledged until now is in segments up to `newest`, and
   * whatever is in a segment before `oldest` is in the store (Infinity: everything is).
   */
  marks(): { readonly newest: number; readonly oldest: number } {
    return { newest: this.#writer.newest, oldest: Math.min(this.#sealed.oldest?.seq ?? Infinity, this.#writer.unsealed ?? Infinity) };
  }

  /** Commits what waits, seals, and gives the folder up. Appends are refused from the call on. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#tick);
    this.#queue.commitBeside();
    await this.seal();
    await this.#writer.close();
    await this.#reader.close();
    await this.#parts.spares.removeAll();
    this.#parts.lock.release();
  }

  #bytes(): number {
    return this.#sealed.bytes + (this.#writer.active?.bytes ?? 0);
  }

  #onSegment(details: SealedDetails): void {
    this.#sealed.add(this.#sealedOf(details));
    this.#setPace();
    for (const listener of this.#listeners) listener();
  }

  /** A segment that nothing waits for is read slowly: who answers visitors goes before. */
  #setPace(): void {
    if (this.#sealed.oldest === undefined) this.#awaited = false;
    this.#reader.hurry(this.#awaited || this.#sealed.all.length > 1);
  }

  #sealedOf(details: SealedDetails): SealedSegment {
    return sealedSegment(details, this.#reader, (name, bytes, damage) => setAside(this.#parts.folder, this.#options.log, name, bytes, damage));
  }

  #onTick(): void {
    this.#queue.tick();
    const { active } = this.#writer;
    if (active === null) return;
    const { ageMs, busyRows, busyAgeMs, line, lineAgeMs } = this.#limits;
    const usual = totalRows(active.rows) < busyRows ? ageMs : Math.max(ageMs, busyAgeMs);
    const lasts = this.#sealed.all.length < line ? usual : Math.max(usual, lineAgeMs);
    const age = this.#options.now() - active.createdAt;
    // Below 0 the clock was set back: the segment would not come of age before it has caught up.
    if (age >= lasts || age < 0) this.#queue.seal(() => undefined);
  }
}
