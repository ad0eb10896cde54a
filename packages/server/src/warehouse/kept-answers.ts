/**
 * Answers that are kept until anything is stored or changed in the tables they are read from: who asks the same again, word for word, is told what he
 * would be told by asking. An answer under way is shared as well, with whoever comes before anything has changed since it began.
 */
import type { Answer } from './store-query.js';
import type { Stillness } from './stillness.js';
import { tablesRead } from './tables-of.js';

export interface KeptAnswers {
  /** What the same question was answered, or is being answered; null where nothing is known, or it may have changed. */
  find<T>(key: string): Promise<Answer<T>> | null;
  /** Asks, and keeps what comes of it. @param sql the question's text, which says what it reads */
  asking<T>(key: string, sql: string, ask: () => Promise<Answer<T>>): Promise<Answer<T>>;
}

interface Entry {
  readonly answer: Promise<Answer<unknown>>;
  /** Whether nothing has changed since it began. */
  readonly isStill: () => boolean;
  values: number;
}

/** Values of all answers, and of one, that are kept: some tens of megabytes. Answers under way count as none. */
const MOST_VALUES = 200_000;
const MOST_VALUES_OF_ONE = 20_000;
const MOST_ANSWERS = 1_000;

/** All rows of an answer have the same columns; a list counts as what is in it. */
function valuesOf({ rows }: Answer<unknown>): number {
  const [first] = rows;
  if (typeof first !== 'object' || first === null) return rows.length;
  const lists = Object.entries(first).flatMap(([column, value]) => (Array.isArray(value) ? [column] : []));
  const plain = rows.length * (Object.keys(first).length - lists.length);
  return lists.length === 0 ? plain : (rows as readonly Readonly<Record<string, readonly unknown[]>>[]).reduce((sum, row) => lists.reduce((inRow, list) => inRow + (row[list]?.length ?? 0), sum), plain);
}

export function createKeptAnswers(stillness: Stillness): KeptAnswers {
  /** The one that was asked for last goes last. */
  const entries = new Map<string, Entry>();
  let values = 0;
  /** Whether nothing at all has changed since those were let go that are true no more. */
  let isQuiet: () => boolean = () => false;

  function forget(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    values -= entry.values;
  }

  function letGo(): void {
    if (isQuiet()) return;
    isQuiet = stillness.watch(null) ?? (() => false);
    for (const [key, entry] of entries) if (!entry.isStill()) forget(key, entry);
  }

  function note(key: string, entry: Entry, count: number): void {
    if (entries.get(key) !== entry) return;
    if (count > MOST_VALUES_OF_ONE) {
      forget(key, entry);
      return;
    }
    entry.values = count;
    values += count;
    letGo();
    for (const [oldest, known] of entries) {
      if (values <= MOST_VALUES && entries.size <= MOST_ANSWERS) return;
      forget(oldest, known);
    }
  }

  return {
    find<T>(key: string) {
      const entry = entries.get(key);
      if (entry === undefined) return null;
      if (!entry.isStill()) {
        forget(key, entry);
        return null;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.answer as Promise<Answer<T>>;
    },
    asking<T>(key: string, sql: string, ask: () => Promise<Answer<T>>) {
      const isStill = stillness.watch(tablesRead(sql));
      const answer = ask();
      if (isStill === null) return answer;
      const entry: Entry = { answer, isStill, values: 0 };
      const before = entries.get(key);
      if (before !== undefined) forget(key, before);
      entries.set(key, entry);
      answer.then((given) => note(key, entry, valuesOf(given)), () => forget(key, entry));
      return answer;
    },
  };
}
