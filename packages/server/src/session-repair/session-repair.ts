/**
 * Makes the sessions of stored visits exactly right, some time after they came in.
 *
 * What memory gives a visit at once (enrich/sessions.ts) is wrong where a view comes late, where logs are imported out of
 * order or beside what the tracker counted, where a row was refused by the store, and after a restart or with several servers.
 * So everything that was stored is looked at once more, batch by batch, and what does not fit is changed.
 *
 * Invariants:
 * - Only settled batches are looked at: a batch that may still be deleted and stored anew would come back with what it had.
 * - The watermark moves behind a slice only when all of the slice is right. A crash repeats at most one slice, and looking twice
 *   changes nothing.
 * - Before the first change of a slice `begun` is kept. A slice up to there that is looked at again is looked at in full,
 *   because the change may have been carried out in part.
 * - A journal folder of which nothing is known begins at zero: everything is looked at.
 * - It rests for 60 times as long as a round took, at least `everyMs`: never more than a sixtieth of the time; and nobody waits for it
 *   then, so its questions take their time, until somebody does wait.
 */
import { FootfallError } from '@footfall/contract';
import type { Logger } from 'pino';
import { pause } from './pause.js';
import { PIECE_VISITS } from './pieces.js';
import { QuietStore } from './quiet-store.js';
import { type ChangedVisitor, type KnownSessions, nextSlice, repairSlice, repairVisitors, type SliceStore } from './repair-slice.js';
import { readWatermark, type Watermark, type WatermarkStore, writeWatermark } from './watermark.js';

export interface SessionRepairOptions {
  readonly store: SliceStore;
  readonly journal: { readonly installation: string; firstUnsettled(): number };
  readonly marks: WatermarkStore;
  readonly sessions: KnownSessions;
  readonly log: Logger;
  /** Milliseconds between the end of a round and the next. */
  readonly everyMs?: number;
  /** Visits looked at at once, as near as hours allow. */
  readonly pieceVisits?: number;
}

export interface SessionRepair {
  /** Begins to look at what is stored, in the background. */
  start(): void;
  /** Ends after the step under way; what was not looked at is looked at after the next start. */
  stop(): Promise<void>;
  /**
   * Resolves when the sessions of all visits in batches settled before the call are right. Waits for the store as long as it takes.
   * @throws FootfallError 'server.stopping' when stopped before
   */
  settled(): Promise<void>;
  /**
   * Does work that changes which visits are stored while nothing else looks at sessions; `repair` makes those right that it touches.
   * Fails as the work does, and with FootfallError 'server.stopping' when stopped before.
   */
  alone<T>(work: (repair: (visitors: readonly ChangedVisitor[]) => Promise<number>, signal: AbortSignal) => Promise<T>): Promise<T>;
}

const EVERY_MS = 20_000;
const REST = 60;
const RETRY_MS = 2_000;

class BackgroundRepair implements SessionRepair {
  readonly #options: SessionRepairOptions;
  readonly #stopping = new AbortController();
  #mark: Watermark;
  /** A change may be under way that this process, or one before it, did not see the end of. */
  #unsure = true;
  #failing = false;
  #round: Promise<void> = Promise.resolve();
  #loop: Promise<void> | null = null;
  /** Fires when somebody waits for the round under way. */
  #hurry = new AbortController();

  constructor(options: SessionRepairOptions, mark: Watermark) {
    this.#options = options;
    this.#mark = mark;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new FootfallError('server.stopping'));
    this.#hurry.abort();
    await this.#loop;
    await this.#round;
  }

  async settled(): Promise<void> {
    const { signal } = this.#stopping;
    const { store, journal } = this.#options;
    const target = journal.firstUnsettled() - 1;
    for (;;) {
      this.#hurry.abort();
      await this.#once(store);
      if (this.#mark.checked >= target) return;
      signal.throwIfAborted();
      await pause(RETRY_MS, signal);
    }
  }

  async alone<T>(work: (repair: (visitors: readonly ChangedVisitor[]) => Promise<number>, signal: AbortSignal) => Promise<T>): Promise<T> {
    const { store, sessions } = this.#options;
    const { signal } = this.#stopping;
    this.#hurry.abort();
    const begun = this.#round.then(async () => {
      signal.throwIfAborted();
      // A correction that this process did not see the end of would write what held before the work.
      await store.sessionFixesDone();
      return work((visitors) => repairVisitors({ store, sessions, signal }, visitors), signal);
    });
    this.#round = begun.then(() => undefined, () => undefined);
    return begun;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const started = performance.now();
      this.#hurry = new AbortController();
      const store = new QuietStore(this.#options.store, this.#hurry.signal, signal);
      await this.#once(store);
      await pause(Math.max(this.#options.everyMs ?? EVERY_MS, REST * (performance.now() - started - store.rested)), signal);
    }
  }

  /** One round, after those that are under way. Never rejects. */
  #once(store: SliceStore): Promise<void> {
    this.#round = this.#round.then(() => this.#attempt(store));
    return this.#round;
  }

  async #attempt(store: SliceStore): Promise<void> {
    const { log } = this.#options;
    if (this.#stopping.signal.aborted) return;
    try {
      if (this.#unsure) await store.sessionFixesDone();
      this.#unsure = true;
      await this.#lookAtAll(store);
      this.#unsure = false;
      this.#failing = false;
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      log[this.#failing ? 'debug' : 'warn']({ err: error }, 'sessions: what was stored could not be looked at; it is tried again');
      this.#failing = true;
    }
  }

  async #lookAtAll(store: SliceStore): Promise<void> {
    const { journal, marks, sessions, log, pieceVisits = PIECE_VISITS } = this.#options;
    const { signal } = this.#stopping;
    let mark = this.#mark;
    const keep = async (next: Watermark): Promise<void> => {
      await writeWatermark(marks, journal.installation, next);
      this.#mark = mark = next;
    };
    const lastBatch = journal.firstUnsettled() - 1;
    while (mark.checked < lastBatch) {
      signal.throwIfAborted();
      const slice = await nextSlice(store, { firstBatch: mark.checked + 1, lastBatch });
      if (slice.visits === 0) {
        // Nothing to do again after a crash, so nothing to keep.
        this.#mark = mark = { ...mark, checked: slice.lastBatch };
        continue;
      }
      const beforeChange = (): Promise<void> => keep({ ...mark, begun: Math.max(mark.begun, slice.lastBatch) });
      const corrected = await repairSlice({ store, sessions, pieceVisits, beforeChange, signal }, slice, slice.firstBatch <= mark.begun);
      await keep({ ...mark, checked: slice.lastBatch });
      if (corrected > 0) log.info({ visits: slice.visits, corrected }, 'sessions: visits were given the sessions they belong to');
    }
  }
}

/**
 * The repair of sessions over a store. To be opened before anything that is left in the journal is stored again: that comes back with
 * the sessions it had, so the watermark goes back behind it, durably. Nothing else happens before `start` or `settled`.
 */
export async function openSessionRepair(options: SessionRepairOptions): Promise<SessionRepair> {
  const { journal, marks } = options;
  const kept = await readWatermark(marks, journal.installation);
  const mark = { ...kept, checked: Math.min(kept.checked, journal.firstUnsettled() - 1) };
  if (mark.checked < kept.checked) await writeWatermark(marks, journal.installation, mark);
  return new BackgroundRepair(options, mark);
}
