import { FootfallError } from '@footfall/contract';
import type { Logger } from 'pino';
import type { JournalStatus } from '../journal/options.js';
import { JOURNAL_TABLES } from '../journal/row.js';
import type { SealedSegment } from '../journal/sealed-segment.js';
import { BackOff } from './back-off.js';
import { deadLetterFolder } from './dead-letters.js';
import { SegmentSender } from './segment-sender.js';
import type { Store } from './store.js';

/*
 * Invariants:
 * - a segment is removed only after the store has answered for each of its tables;
 * - a batch that went out and was not answered, whatever cut it off, is deleted and gets a token never used before it goes
 *   out again (journal/DESIGN.md, "After a crash, after a power cut");
 * - segments are begun in order, and never merged: a token means fixed bytes;
 * - nothing but a rejection of the rows themselves ends the attempts, and rejected rows are kept in a file and counted.
 */

/** Segments being sent at the same time; each sends its tables one after the other. */
const IN_FLIGHT = 2;
/** Batches named in one deletion: the list travels in the address of a request. */
const DELETED_AT_ONCE = 200;

export interface FlusherJournal {
  sealed(): readonly SealedSegment[];
  onSealed(listener: () => void): void;
  seal(): Promise<void>;
  remove(segment: SealedSegment): Promise<void>;
  renew(segment: SealedSegment): Promise<SealedSegment>;
  distrust(segment: SealedSegment): void;
  status(): JournalStatus;
}

export interface FlusherOptions {
  readonly journal: FlusherJournal;
  readonly store: Store;
  readonly log: Logger;
  /** Milliseconds UTC. */
  readonly now: () => number;
  /** The journal's folder; rows that the store refuses are kept in `dead-letter` inside. */
  readonly folder: string;
  /** 0 up to 1, for the jitter of waits. */
  readonly random?: () => number;
}

export interface FlusherStatus {
  /** Milliseconds UTC: everything acknowledged before is stored. Now, when nothing waits. */
  readonly completeUpTo: number;
  readonly waitingRows: number;
  readonly waitingBytes: number;
  readonly waitingSegments: number;
  /** Since when the store has not taken anything (milliseconds UTC); null while it does. */
  readonly failingSince: number | null;
  readonly lastError: string | null;
  readonly storedRows: number;
  readonly deadRows: number;
}

export interface Flusher {
  start(): void;
  /** Lets inserts under way come to their end and begins no other. What waits stays in the journal. */
  stop(): Promise<void>;
  /**
   * Resolves when all that was acknowledged before the call is stored.
   * @throws FootfallError 'server.stopping' when the flusher is stopped before.
   */
  drained(): Promise<void>;
  /**
   * Resolves when nothing is on its way to the store, and begins nothing until the given function is called: what is in the store, and what
   * is in the journal, stays so meanwhile. Several may hold it.
   */
  hold(): Promise<() => void>;
  status(): FlusherStatus;
}

class SegmentFlusher implements Flusher {
  readonly #options: FlusherOptions;
  readonly #sender: SegmentSender;
  readonly #backOff: BackOff;
  readonly #busy = new Map<number, Promise<void>>();
  readonly #waiters = new Set<{ upTo: number; resolve: () => void; reject: (error: Error) => void }>();
  #running = false;
  #listening = false;
  #holders = 0;
  #pause: NodeJS.Timeout | null = null;
  #failingSince: number | null = null;
  #lastError: string | null = null;

  constructor(options: FlusherOptions) {
    this.#options = options;
    this.#sender = new SegmentSender(options.store, options.log, deadLetterFolder(options.folder));
    this.#backOff = new BackOff(options.random ?? Math.random);
  }

  start(): void {
    this.#running = true;
    if (!this.#listening) this.#options.journal.onSealed(() => this.#advance());
    this.#listening = true;
    this.#advance();
  }

  async stop(): Promise<void> {
    this.#running = false;
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#pause = null;
    await Promise.all(this.#busy.values());
    for (const waiter of this.#waiters) waiter.reject(new FootfallError('server.stopping'));
    this.#waiters.clear();
  }

  async drained(): Promise<void> {
    await this.#options.journal.seal();
    const upTo = this.#options.journal.sealed().at(-1)?.seq;
    if (upTo === undefined) return;
    if (!this.#running) throw new FootfallError('server.stopping');
    await new Promise<void>((resolve, reject) => this.#waiters.add({ upTo, resolve, reject }));
  }

  async hold(): Promise<() => void> {
    this.#holders += 1;
    let held = true;
    await Promise.all(this.#busy.values());
    return () => {
      if (held) this.#holders -= 1;
      held = false;
      this.#advance();
    };
  }

  status(): FlusherStatus {
    const { waitingRows, waitingBytes, segments, oldestWaitingAt } = this.#options.journal.status();
    return {
      completeUpTo: oldestWaitingAt ?? this.#options.now(),
      waitingRows,
      waitingBytes,
      waitingSegments: segments,
      failingSince: this.#failingSince,
      lastError: this.#lastError,
      storedRows: this.#sender.storedRows,
      deadRows: this.#sender.deadRows,
    };
  }

  /** Begins whatever may be begun. Called whenever that may have changed. */
  #advance(): void {
    if (!this.#running || this.#pause !== null || this.#holders > 0) return;
    const stale = this.#options.journal.sealed().filter((segment) => segment.stale);
    if (stale.length > 0) {
      if (this.#busy.size === 0) this.#begin(-1, () => this.#renew(stale));
      return;
    }
    for (const segment of this.#options.journal.sealed()) {
      if (this.#busy.size >= IN_FLIGHT) return;
      if (!this.#busy.has(segment.seq)) this.#begin(segment.seq, () => this.#flush(segment));
    }
  }

  #begin(key: number, work: () => Promise<void>): void {
    this.#busy.set(key, this.#run(key, work));
  }

  /** Never rejects. */
  async #run(key: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#onFailure(error);
    }
    this.#busy.delete(key);
    this.#answerWaiters();
    this.#advance();
  }

  /** Whatever of these batches the store has goes, then they get tokens never used. Nothing else is sent meanwhile. */
  async #renew(all: readonly SealedSegment[]): Promise<void> {
    const { journal, store, log } = this.#options;
    const stale = all.slice(0, DELETED_AT_ONCE);
    log.warn({ segments: all.length }, 'flush: what became of these batches is not known; what the store has of them is deleted, and they are stored anew');
    for (const table of JOURNAL_TABLES) await store.deleteBatches(table, stale.map((segment) => segment.seq));
    for (const segment of stale) await journal.renew(segment);
  }

  async #flush(segment: SealedSegment): Promise<void> {
    try {
      await this.#sender.send(segment);
    } catch (error) {
      // An insert that ended without an answer may have been cut off between the store's note of the token and the
      // rows themselves; sent again under that token they would be taken for stored.
      this.#options.journal.distrust(segment);
      throw error;
    }
    await this.#options.journal.remove(segment);
    this.#onTaken();
  }

  /** A store that deletes may still refuse every insert, a full disk for one: nothing less than a stored segment ends the waits. */
  #onTaken(): void {
    if (this.#failingSince !== null) this.#options.log.info('flush: the store takes visits again');
    this.#failingSince = null;
    this.#lastError = null;
    this.#backOff.reset();
  }

  #onFailure(error: unknown): void {
    const wait = this.#backOff.next();
    this.#lastError = error instanceof Error ? error.message : String(error);
    this.#failingSince ??= this.#options.now();
    this.#options.log.warn({ err: error, retry_in_ms: Math.round(wait) }, 'flush: the store did not take a batch; it stays in the journal');
    if (!this.#running || this.#pause !== null) return;
    this.#pause = setTimeout(() => {
      this.#pause = null;
      this.#advance();
    }, wait);
  }

  #answerWaiters(): void {
    const oldest = this.#options.journal.sealed()[0]?.seq ?? Infinity;
    for (const waiter of this.#waiters) {
      if (waiter.upTo >= oldest) continue;
      this.#waiters.delete(waiter);
      waiter.resolve();
    }
  }
}

/** Empties the journal into the store. Nothing happens before `start`. */
export function createFlusher(options: FlusherOptions): Flusher {
  return new SegmentFlusher(options);
}
