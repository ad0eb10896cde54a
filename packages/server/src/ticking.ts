/** Work that is done on a clock and when somebody asks, one after the other. */
export interface Ticking {
  /** After what is under way. @throws what the work throws */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Nothing begins by the clock any more; resolves when nothing is under way. */
  stop(): Promise<void>;
}

/**
 * Begins. A tick that finds something under way is left out.
 * @param everyMs milliseconds between two ticks
 * @param failed told of what the clock's own work throws
 */
export function startTicking(everyMs: number, work: () => Promise<unknown>, failed: (error: unknown) => void): Ticking {
  let running: Promise<unknown> = Promise.resolve();
  let under = 0;
  async function after<T>(earlier: Promise<unknown>, next: () => Promise<T>): Promise<T> {
    await earlier;
    return next();
  }
  function inTurn<T>(next: () => Promise<T>): Promise<T> {
    under += 1;
    const done = after(running, next);
    running = done.catch(() => undefined).finally(() => (under -= 1));
    return done;
  }
  const clock = setInterval(() => {
    if (under === 0) inTurn(work).catch(failed);
  }, everyMs).unref();
  return {
    inTurn,
    async stop() {
      clearInterval(clock);
      await running;
    },
  };
}
