import type { QueryParams } from '../warehouse/query-params.js';
import { type Answer, QUIET_SHARE, QUIET_SPEED, type QueryOptions } from '../warehouse/store-query.js';
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

  /** Milliseconds of its questions in which the store did nothing for them, about; never more. */
  get rested(): number {
    return this.#rested;
  }

  async query<Row>(sql: string, params: QueryParams, options?: QueryOptions): Promise<Answer<Row>> {
    try {
      if (!this.#hurry.aborted) return await this.#quietly<Row>(sql, params, options);
    } catch (error) {
      if (!this.#hurry.aborted) throw error;
    }
    this.#stopping.throwIfAborted();
    return this.#store.query<Row>(sql, params, options);
  }

  /** Counts as rest only what its rows have to take: a question that reads few is answered without a pause. */
  async #quietly<Row>(sql: string, params: QueryParams, options?: QueryOptions): Promise<Answer<Row>> {
    const asked = performance.now();
    const answer = await this.#store.query<Row>(sql, params, { ...options, quietly: true, signal: this.#hurry });
    this.#rested += (1 - QUIET_SHARE) * Math.min(performance.now() - asked, (1_000 * answer.statistics.rows_read) / QUIET_SPEED);
    return answer;
  }

  fixSessions(...given: Parameters<SliceStore['fixSessions']>): Promise<void> {
    return this.#store.fixSessions(...given);
  }

  sessionFixesDone(): Promise<void> {
    return this.#store.sessionFixesDone();
  }
}
