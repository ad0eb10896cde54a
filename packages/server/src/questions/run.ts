/** How one statement of a question is answered: from what was answered before if nothing has changed since, else in its turn. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { FootfallError } from '@footfall/contract';
import type { Answer } from '../warehouse/store-query.js';
import type { QuestionCaps, QuestionStore } from './asked.js';
import type { CompiledQuery } from './compile.js';
import type { Turns } from './turns.js';

/** What a statement depends on besides its text and what is stored: its answer says nothing of the next moment, nor for anybody else. */
const FLEETING = /\b(?:now|now64|today|yesterday|rand\w*|generate\w+)\s*\(/iu;

/** Two threads of a statement do the same work twice in part, and put it together: with another statement beside it both take longer for it. */
const ONE_THREAD = { max_threads: 1 } as const;

interface Asker {
  readonly id: number;
  /** Fires when he goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds that he waits: for the statement to begin, and for its answer from then on. */
  readonly patience: number;
}

/** What another asker's question is answered. Whoever asked it may go away, and the answer with him: then the question is asked anew. */
async function orElse<T>(known: Promise<T>, signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const done = new AbortController();
  const left = once(signal, 'abort', { signal: done.signal }).then(() => null, () => null);
  const others = known.catch((error: unknown) => {
    if (error instanceof FootfallError) throw error;
    return null;
  });
  try {
    const answer = await Promise.race([others, left]);
    signal.throwIfAborted();
    return answer ?? (await ask());
  } finally {
    done.abort();
  }
}

/** @throws FootfallError of `store.*`, the signal's reason when it fires */
export function runStatement<Row>({ store, caps, turns }: { store: QuestionStore; caps: QuestionCaps; turns: Turns }, { sql, params, settings }: CompiledQuery, { id, signal, patience }: Asker): Promise<Answer<Row>> {
  const kind = hash('sha256', sql, 'base64');
  const key = hash('sha256', JSON.stringify([sql, params, patience]), 'base64');
  const isFleeting = FLEETING.test(sql);
  const answers = isFleeting ? null : (store.answers ?? null);
  const ask = (stop: AbortSignal, isCrowded: boolean): Promise<Answer<Row>> => store.query(sql, params, { signal: stop, maxSeconds: patience / 1_000, caps, settings: { ...settings, ...(isCrowded ? ONE_THREAD : {}) } });
  const known = <T>(stop: AbortSignal, orAsk: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    const found = answers?.find<T>(key) ?? null;
    return found === null ? orAsk() : orElse(found, stop, orAsk);
  };
  // Looked for again when its turn has come: others may have been told meanwhile.
  const work = (stop: AbortSignal, isCrowded: boolean): Promise<Answer<Row>> => known(stop, () => (answers === null ? ask(stop, isCrowded) : answers.asking(key, sql, () => ask(stop, isCrowded))));
  return known(signal, () => turns.run({ asker: id, signal, patience, kinds: [key, kind], work, ...(isFleeting ? {} : { key }) }));
}
