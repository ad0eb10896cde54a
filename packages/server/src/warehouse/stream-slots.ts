/** Lets few streams run at once; others begin when one has ended, in the order in which they were first read. */
export interface StreamSlots {
  /** The stream that `open` makes, opened when its turn comes. @throws the signal's reason when it fires before that */
  run<T>(open: () => AsyncGenerator<T>, signal?: AbortSignal): AsyncGenerator<T>;
}

export function createStreamSlots(most: number): StreamSlots {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (running < most) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('nobody waits any more'));
      };
      waiting.push(begin);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** The place of one that ended goes to the next, or stays free. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async *run(open, signal) {
      await turn(signal);
      try {
        yield* open();
      } finally {
        leave();
      }
    },
  };
}
