/**
 * Who asks when: few questions of each asker run at once, and few of all together. Next is the one that would end first if all askers had equal parts of the
 * store: of one's own the quickest, as far as it is known, and nobody's dozen before another's first. A question that
 * others ask word for word while it waits is asked once for all of them. Nobody is told less than by a question of his own: it is answered from what is
 * stored when it begins, and all who are given the answer had come by then.
 */
import { FootfallError } from '@footfall/contract';
import { createCosts } from './costs.js';

export interface Asking<T> {
  readonly asker: number;
  /**
   * Its signal fires when nobody waits for the answer any more. `isCrowded`: so many others run that it had better take no more than its part. The answer may be given to
   * several, so none may change it.
   */
  readonly work: (signal: AbortSignal, isCrowded: boolean) => Promise<T>;
  /** Fires when the asker goes away. */
  readonly signal: AbortSignal;
  /** Milliseconds that the asker waits for his question to begin. */
  readonly patience: number;
  /** The question, word for word, with all that its answer depends on besides what is stored; without it it is shared with nobody. */
  readonly key?: string;
  /** What takes about as long whenever it is asked, the most exact first. */
  readonly kinds?: readonly string[];
}

export interface Turns {
  /**
   * Does the work when its turn has come.
   * @throws what the work throws; the signal's reason when it fires before; FootfallError `store.too_many` when too many of this asker wait already,
   *   `store.busy` when it did not begin in time
   */
  run<T>(asking: Asking<T>): Promise<T>;
}

export interface TurnsOptions {
  /** Questions of one asker that run at once. */
  readonly atOnce: number;
  /** Questions of one asker that wait. */
  readonly waiting: number;
  /** Questions of all askers that run at once. */
  readonly together?: number;
  /** So many at once are a crowd: each has a processor, and no more, where there are as many. */
  readonly crowd?: number;
}

/** What an asker has under way. */
interface Line {
  running: number;
  waiting: number;
  /** Milliseconds that all of his are reckoned to take that have begun, on top of what the others had had when he came. */
  spent: number;
}

interface Question {
  readonly begin: (isCrowded: boolean) => void;
  readonly answer: Promise<unknown>;
  readonly nobody: AbortController;
  readonly kinds: readonly string[];
  /** Who waits for it, once for each time he asked. */
  readonly askers: number[];
  begun: boolean;
}

/** Seconds after which somebody with too many questions under way may ask again. */
const RETRY_SECONDS = 5;

export function createTurns({ atOnce, waiting: most, together = Number.POSITIVE_INFINITY, crowd = Number.POSITIVE_INFINITY }: TurnsOptions): Turns {
  const lines = new Map<number, Line>();
  /** In the order in which they were asked first. */
  const waiting = new Map<string | symbol, Question>();
  const costs = createCosts();
  /** `even`: what whoever began last had had before. */
  let [running, even] = [0, 0];

  function lineOf(asker: number): Line {
    const line = lines.get(asker) ?? { running: 0, waiting: 0, spent: even };
    lines.set(asker, line);
    return line;
  }

  /** A line that nobody stands in is forgotten. */
  function tidy(asker: number): void {
    const line = lines.get(asker);
    if (line?.running === 0 && line.waiting === 0) lines.delete(asker);
  }

  /** What whoever of them has had least has had; Infinity where none of them may have one more. */
  function spentBy({ askers }: Question): number {
    return Math.min(...askers.map((asker) => {
      const line = lineOf(asker);
      return line.running < atOnce ? line.spent : Number.POSITIVE_INFINITY;
    }));
  }

  function next(): void {
    while (running < together) {
      let [best, rank]: [string | symbol | null, number] = [null, Number.POSITIVE_INFINITY];
      for (const [key, question] of waiting) {
        const own = spentBy(question) + costs.of(question.kinds);
        if (own < rank) [best, rank] = [key, own];
      }
      const question = best === null ? undefined : waiting.get(best);
      if (best === null || question === undefined) return;
      waiting.delete(best);
      start(question);
    }
  }

  function start(question: Question): void {
    const askers = new Set(question.askers);
    const [cost, began] = [costs.of(question.kinds), performance.now()];
    even = Math.max(even, spentBy(question));
    running += 1;
    question.begun = true;
    for (const asker of question.askers) lineOf(asker).waiting -= 1;
    for (const asker of askers) {
      lineOf(asker).running += 1;
      lineOf(asker).spent = Math.max(lineOf(asker).spent, even) + cost;
    }
    question.begin(running >= crowd);
    const note = (): void => {
      if (!question.nobody.signal.aborted) costs.note(question.kinds, performance.now() - began);
    };
    question.answer.then(note, note).finally(() => {
      running -= 1;
      for (const asker of askers) {
        lineOf(asker).running -= 1;
        tidy(asker);
      }
      next();
    });
  }

  function enter(key: string | symbol, work: (signal: AbortSignal, isCrowded: boolean) => Promise<unknown>, kinds: readonly string[]): Question {
    const nobody = new AbortController();
    let begin: (isCrowded: boolean) => void = () => undefined;
    const turn = new Promise<boolean>((resolve) => {
      begin = resolve;
    });
    const question: Question = { begin, answer: turn.then((isCrowded) => work(nobody.signal, isCrowded)), nobody, kinds, askers: [], begun: false };
    waiting.set(key, question);
    return question;
  }

  /** The last one to go takes the question with him. */
  function leave(key: string | symbol, question: Question, asker: number, reason: Error): void {
    question.askers.splice(question.askers.indexOf(asker), 1);
    if (question.begun) {
      if (question.askers.length === 0) question.nobody.abort(reason);
      return;
    }
    if (question.askers.length === 0) waiting.delete(key);
    lineOf(asker).waiting -= 1;
    tidy(asker);
  }

  return {
    async run<T>({ asker, work, signal, patience, key: shared, kinds = [] }: Asking<T>): Promise<T> {
      const key = shared ?? Symbol('shared with nobody');
      signal.throwIfAborted();
      const line = lineOf(asker);
      const isFree = line.running < atOnce && running < together;
      if (!isFree && line.waiting >= most) throw new FootfallError('store.too_many', { retry_after: RETRY_SECONDS });
      const question = waiting.get(key) ?? enter(key, work, kinds);
      question.askers.push(asker);
      line.waiting += 1;
      return new Promise<T>((resolve, reject) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', goAway);
        };
        const giveUp = (reason: Error): void => {
          end();
          leave(key, question, asker, reason);
          reject(reason);
        };
        const goAway = (): void => giveUp(signal.reason instanceof Error ? signal.reason : new Error('nobody waits any more'));
        const timer = setTimeout(() => {
          if (!question.begun) giveUp(new FootfallError('store.busy'));
        }, patience);
        signal.addEventListener('abort', goAway, { once: true });
        question.answer.then((answer) => resolve(answer as T), reject).finally(end);
        next();
      });
    },
  };
}
