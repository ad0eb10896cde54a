import type { QueryParams } from '../warehouse/query-params.js';
import type { Answer, QueryOptions } from '../warehouse/store-query.js';
import { pause } from './pause.js';
import type { SliceStore } from './repair-slice.js';

/** Times as long as a question took. */
const REST = 2;

/** The store, for a round that nobody waits for: with one thread, and a rest after each question. */
export class QuietStore implements SliceStore {
  readonly #store: SliceStore;
  readonly #hurry: AbortSignal;
  #rested = 0;

  /** @param hurry fires when there is to be no rest any more */
  constructor(store: SliceStore, hurry: AbortSignal) {
    this.#store = store;
    this.#hurry = hurry;
  }

  /** Milliseconds in which nothing was asked. */
  get rested(): number {
    return this.#rested;
  }

  async query<Row>(sql: string, params: QueryParams, options?: QueryOptions): Promise<Answer<Row>> {
    const asked = performance.now();
    const answer = await this.#store.query<Row>(sql, params, { ...options, quietly: true });
    const answered = performance.now();
    await pause(REST * (answered - asked), this.#hurry);
    this.#rested += performance.now() - answered;
    return answer;
  }

  fixSessions(...given: Parameters<SliceStore['fixSessions']>): Promise<void> {
    return this.#store.fixSessions(...given);
  }

  sessionFixesDone(): Promise<void> {
    return this.#store.sessionFixesDone();
  }
}
