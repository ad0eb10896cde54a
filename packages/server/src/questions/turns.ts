import { FootfallError } from '@footfall/contract';

/** Lets few questions of each asker run at once; the others of that asker wait, in the order in which they came. */
export interface Turns {
  /**
   * Does the work when its turn has come.
   * @throws what the work throws; the signal's reason when it fires before; FootfallError `store.too_many` when too many wait already
   */
  run<T>(asker: number, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface TurnsOptions {
  /** Questions of one asker that run at once. */
  readonly atOnce: number;
  /** Questions of one asker that wait. */
  readonly waiting: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Seconds after which somebody with too many questions under way may ask again. */
const RETRY_SECONDS = 5;

export function createTurns({ atOnce, waiting: most }: TurnsOptions): Turns {
  const lines = new Map<number, Line>();

  async function enter(line: Line, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (line.running < atOnce) {
      line.running += 1;
      return;
    }
    if (line.waiting.length >= most) throw new FootfallError('store.too_many', { retry_after: RETRY_SECONDS });
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        line.waiting.splice(line.waiting.indexOf(begin), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('nobody waits any more'));
      };
      line.waiting.push(begin);
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** The place goes to the next, or stays free; a line that nobody stands in is forgotten. */
  function leave(asker: number, line: Line): void {
    const next = line.waiting.shift();
    if (next !== undefined) return next();
    line.running -= 1;
    if (line.running === 0) lines.delete(asker);
  }

  return {
    async run(asker, work, signal) {
      const line = lines.get(asker) ?? { running: 0, waiting: [] };
      lines.set(asker, line);
      await enter(line, signal);
      try {
        return await work();
      } finally {
        leave(asker, line);
      }
    },
  };
}
