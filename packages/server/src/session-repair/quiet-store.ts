import type { QueryParams } from '../warehouse/query-params.js';
import { type Answer, QUIET_SHARE, type QueryOptions } from '../warehouse/store-query.js';
import type { SliceStore } from './repair-slice.js';

/** The store, for a round that nobody waits for: its questions take their time, until somebody does wait. */
export class QuietStore implements SliceStore {
  readonly #store: SliceStore;
  readonly #hurry: AbortSignal;
  readonly #stopping: AbortSignal;
  #rested = 0;

  /**
   * @param hurry fires when somebody waits: the question under way is asked anew, and no other is asked quietly any more
   * @param stopping fires, before `hurry`, when nothing is to be asked any more
   */
  constructor(store: SliceStore, hurry: AbortSignal, stopping: AbortSignal) {
    this.#store = store;
    this.#hurry = hurry;
    this.#stopping = stopping;
  }

  /** Milliseconds of its questions in which the store did nothing for them. */
  get rested(): number {
    return this.#rested;
  }

  async query<Row>(sql: string, params: QueryParams, options?: QueryOptions): Promise<Answer<Row>> {
    const asked = performance.now();
    try {
      if (!this.#hurry.aborted) return await this.#store.query<Row>(sql, params, { ...options, quietly: true, signal: this.#hurry });
    } catch (error) {
      if (!this.#hurry.aborted) throw error;
    } finally {
      this.#rested += (1 - QUIET_SHARE) * (performance.now() - asked);
    }
    this.#stopping.throwIfAborted();
    return this.#store.query<Row>(sql, params, options);
  }

  fixSessions(...given: Parameters<SliceStore['fixSessions']>): Promise<void> {
    return this.#store.fixSessions(...given);
  }

  sessionFixesDone(): Promise<void> {
    return this.#store.sessionFixesDone();
  }
}
