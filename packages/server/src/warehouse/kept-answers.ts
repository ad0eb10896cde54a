/**
 * Answers that are kept until anything is stored or changed: who asks the same again, word for word, is told what he would be told by asking.
 * An answer under way is shared as well, with whoever comes before anything has changed since it began.
 */
import type { Answer } from './store-query.js';
import type { Stillness } from './stillness.js';

export interface KeptAnswers {
  /** What the same question was answered, or is being answered; null where nothing is known, or it may have changed. */
  find<T>(key: string): Promise<Answer<T>> | null;
  /** Asks, and keeps what comes of it. */
  asking<T>(key: string, ask: () => Promise<Answer<T>>): Promise<Answer<T>>;
}

interface Entry {
  readonly answer: Promise<Answer<unknown>>;
  rows: number;
}

/** Rows of all answers, and of one, that are kept: some tens of megabytes. Answers under way count as none. */
const MOST_ROWS = 50_000;
const MOST_ROWS_OF_ONE = 5_000;
const MOST_ANSWERS = 1_000;

export function createKeptAnswers(stillness: Stillness): KeptAnswers {
  /** All of them begun since the last change; the oldest first. */
  const entries = new Map<string, Entry>();
  let isStill: () => boolean = () => false;
  let rows = 0;

  function forgetAll(): void {
    entries.clear();
    rows = 0;
  }

  function forget(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    rows -= entry.rows;
  }

  function note(key: string, entry: Entry, count: number): void {
    if (entries.get(key) !== entry) return;
    if (count > MOST_ROWS_OF_ONE) {
      forget(key, entry);
      return;
    }
    entry.rows = count;
    rows += count;
    for (const [oldest, known] of entries) {
      if (rows <= MOST_ROWS && entries.size <= MOST_ANSWERS) return;
      forget(oldest, known);
    }
  }

  return {
    find<T>(key: string) {
      if (!isStill()) {
        forgetAll();
        return null;
      }
      return (entries.get(key)?.answer ?? null) as Promise<Answer<T>> | null;
    },
    asking<T>(key: string, ask: () => Promise<Answer<T>>) {
      const watching = stillness.watch();
      const answer = ask();
      if (watching === null) return answer;
      if (!isStill()) {
        forgetAll();
        isStill = watching;
      }
      const entry: Entry = { answer, rows: 0 };
      const before = entries.get(key);
      if (before !== undefined) forget(key, before);
      entries.set(key, entry);
      answer.then((given) => note(key, entry, given.rows.length), () => forget(key, entry));
      return answer;
    },
  };
}
