import { rename } from 'node:fs/promises';
import { FootfallError } from '@footfall/contract';
import { isOutOfSpace } from './file-errors.js';
import type { JournalFolder } from './folder.js';
import { copyJournal } from './copy.js';
import { Group } from './group.js';
import { CURRENT_COLUMNS } from './ledger-row.js';
import { type Beside, DEFAULT_LIMITS, type JournalLimits, type JournalOptions, type JournalStatus } from './options.js';
import { setAside } from './recovery.js';
import type { JournalRow } from './row.js';
import { RowBlock, RowBlocks } from './row-block.js';
import { SealedList } from './sealed-list.js';
import { recordsOf, type SealedDetails, type SealedSegment, sealedSegment, totalRows } from './sealed-segment.js';
import type { Disk } from './segment-file.js';
import { SegmentReader } from './segment-reader.js';
import type { SpareFiles } from './spare-files.js';
import type { State } from './state.js';
import { SegmentWriter } from './writer.js';

/*
 * Invariants (DESIGN.md has them in full, with the layout):
 * - a promise from `append` resolves only when its rows are on disk under a checksum, in a file whose name is on disk;
 * - the writer is used in #work only, one step after the other, so nothing here needs a lock;
 * - rows taken from `beforeCommit` are on disk, or given back; they are taken when nothing more is added to their group, so that what
 *   counts the rows of a later group is in that one's frame;
 * - after a failed write appends are refused until the next tick, so that a full disk is not hammered.
 */

const TICK = 200;
const NOTHING_BESIDE: Beside = { rows: [], giveBack: () => undefined };

/** A group to commit, or what to call once everything before it is sealed. */
type Work = Group | (() => void);

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
  readonly #queue: Work[] = [];
  readonly #blocks = new RowBlocks();
  readonly #sealed = new SealedList();
  readonly #listeners: (() => void)[] = [];
  readonly #tick: NodeJS.Timeout;
  #pendingSize = 0;
  /** Batches that are neither stored nor listed as sealed have this number or a higher one. */
  #upcoming: number;
  #running = false;
  #failing = false;
  #blocked = false;
  #closed = false;

  constructor(options: JournalOptions, parts: JournalParts) {
    this.#options = options;
    this.#parts = parts;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#writer = new SegmentWriter({ ...options, ...parts, columns: options.columns ?? CURRENT_COLUMNS, limits: this.#limits, onSealed: (details) => this.#onSegment(details) });
    this.#reader = new SegmentReader(options.log);
    for (const details of parts.recovered) this.#sealed.add(this.#sealedOf(details));
    this.#upcoming = parts.state.upcoming;
    this.#tick = setInterval(() => this.#onTick(), TICK);
    this.#tick.unref();
  }

  /**
   * Resolves when the rows would survive a power cut. The rows of one call are in one frame: all or none. A block is the caller's again when the
   * call returns.
   * @throws FootfallError 'journal.full' (budget reached or no space on the disk: nothing of it is kept), 'server.stopping'.
   */
  append(rows: RowBlock | readonly JournalRow[]): Promise<void> {
    if (this.#closed) return Promise.reject(new FootfallError('server.stopping'));
    const block = rows instanceof RowBlock ? rows : RowBlock.of(rows);
    const size = block.bytes;
    const pending = this.#pendingSize + size;
    if (this.#blocked || pending > this.#limits.pending || this.#bytes() + pending > this.#limits.budget) return Promise.reject(new FootfallError('journal.full'));
    this.#pendingSize = pending;
    const group = this.#groupFor(block.rows, size);
    group.add(block);
    return group.promise;
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
    return Math.min(this.#sealed.oldest?.seq ?? this.#upcoming, this.#upcoming);
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

  /** Resolves when all that was appended so far is in sealed segments (or was refused). */
  seal(): Promise<void> {
    return new Promise((resolve) => this.#enqueue(resolve));
  }

  /** Forgets a segment that the store has durably. */
  async remove(segment: SealedSegment): Promise<void> {
    await this.#parts.spares.give(this.#parts.folder.segmentFile(segment));
    this.#sealed.remove(segment);
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
      failing: this.#failing,
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
    this.#enqueue(this.#quietGroup());
    await this.seal();
    await this.#writer.close();
    await this.#reader.close();
    await this.#parts.spares.removeAll();
    this.#parts.lock.release();
  }

  #bytes(): number {
    return this.#sealed.bytes + (this.#writer.active?.bytes ?? 0);
  }

  #groupFor(rows: number, size: number): Group {
    const last = this.#queue.at(-1);
    if (last instanceof Group && last.rows + rows <= this.#limits.rows && last.size + size <= this.#limits.bytes) return last;
    const group = new Group(this.#blocks.take());
    this.#enqueue(group);
    return group;
  }

  #enqueue(work: Work): void {
    const last = this.#queue.at(-1);
    if (last instanceof Group) this.#complete(last);
    this.#queue.push(work);
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => void this.#work());
  }

  /** Nothing is added to the group any more. */
  #complete(group: Group): void {
    if (group.beside !== undefined) return;
    group.beside = this.#options.beforeCommit?.() ?? NOTHING_BESIDE;
    group.addBeside(group.beside.rows);
  }

  /** Never rejects: each step answers for its own failure. */
  async #work(): Promise<void> {
    for (let work = this.#queue.shift(); work !== undefined; work = this.#queue.shift()) {
      if (work instanceof Group) {
        await this.#commit(work);
      } else {
        await this.#writer.seal();
        work();
      }
      // Here no write is under way, so what is not listed is the active segment, or comes later.
      this.#upcoming = this.#writer.upcoming;
    }
    this.#running = false;
  }

  async #commit(group: Group): Promise<void> {
    this.#pendingSize -= group.size;
    this.#complete(group);
    try {
      if (group.isEmpty) return group.resolve();
      await this.#writer.write(group);
    } catch (error) {
      group.beside?.giveBack();
      this.#onFailure(error, group);
      return;
    } finally {
      this.#blocks.give(group.block);
    }
    group.resolve();
    if (this.#failing) this.#options.log.info('journal: writing again');
    this.#failing = false;
    await this.#writer.sealIfFull();
  }

  #onFailure(error: unknown, group: Group): void {
    const level = isOutOfSpace(error) ? 'warn' : 'error';
    this.#options.log[this.#failing ? 'debug' : level]({ err: error, rows: group.rows }, 'journal: could not write; senders are told to retry');
    this.#failing = true;
    this.#blocked = true;
    group.reject(new FootfallError('journal.full', {}, { cause: error }));
  }

  #onSegment(details: SealedDetails): void {
    this.#sealed.add(this.#sealedOf(details));
    for (const listener of this.#listeners) listener();
  }

  #sealedOf(details: SealedDetails): SealedSegment {
    return sealedSegment(details, this.#reader, (name, bytes, damage) => setAside(this.#parts.folder, this.#options.log, name, bytes, damage));
  }

  #onTick(): void {
    this.#blocked = false;
    if (!this.#running) this.#enqueue(this.#quietGroup());
    const { active } = this.#writer;
    if (active === null) return;
    const { ageMs, busyRows, busyAgeMs, line, lineAgeMs } = this.#limits;
    const usual = totalRows(active.rows) < busyRows ? ageMs : Math.max(ageMs, busyAgeMs);
    const lasts = this.#sealed.all.length < line ? usual : Math.max(usual, lineAgeMs);
    const age = this.#options.now() - active.createdAt;
    // Below 0 the clock was set back: the segment would not come of age before it has caught up.
    if (age >= lasts || age < 0) this.#enqueue(() => undefined);
  }

  /** A group nobody waits for: it only takes what `beforeCommit` has, which is given back when it fails. */
  #quietGroup(): Group {
    const group = new Group(this.#blocks.take());
    group.promise.catch((error: unknown) => this.#options.log.debug({ err: error }, 'journal: the ledger waits for the next commit'));
    return group;
  }
}
