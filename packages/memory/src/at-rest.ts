const LOOK_EVERY_MS = 5_000;
/** Of one processor's time. A server that waits takes less than 1 %, one that a single visitor looks at every second some 2 %. */
const RESTING = 0.04;
/** Of a millisecond. */
const MICROSECONDS = 1_000;
/** Looks in a row. */
const RESTED = 2;
/** Bytes that must have come since the last time, so that a process with little to do is not held up over and over again. */
const MORE = 32 * 1024 * 1024;

/** When a process is at rest, and has more to give back than it is worth. */
export class Rest {
  #looks = 0;
  #left = 0;

  /**
   * @param share of one processor that the process took since the last look
   * @param resident bytes that it has in memory
   */
  isTime(share: number, resident: number): boolean {
    this.#looks = share > RESTING ? 0 : this.#looks + 1;
    return this.#looks >= RESTED && resident > this.#left + MORE;
  }

  /** @param resident bytes that are left after it gave back what it could */
  gaveBack(resident: number): void {
    this.#left = resident;
    this.#looks = 0;
  }
}

/**
 * From now on this process gives back memory whenever it has had nothing to do for ten seconds. It does not keep the process alive.
 * @param failed told once what made it impossible, after which it is not tried again
 */
export function giveBackAtRest(failed: (reason: unknown) => void): void {
  const rest = new Rest();
  let [before, at] = [process.cpuUsage(), performance.now()];
  const looking = setInterval(look, LOOK_EVERY_MS).unref();

  function look(): void {
    const [used, now] = [process.cpuUsage(before), performance.now()];
    const share = (used.user + used.system) / MICROSECONDS / (now - at);
    [before, at] = [process.cpuUsage(), now];
    if (!rest.isTime(share, process.memoryUsage.rss())) return;
    attempt().catch((reason: unknown) => {
      clearInterval(looking);
      failed(reason);
    });
  }

  async function attempt(): Promise<void> {
    // Loaded when it is first wanted: a start has better things to do.
    const { giveBack } = await import('./give-back.js');
    giveBack();
    rest.gaveBack(process.memoryUsage.rss());
  }
}
