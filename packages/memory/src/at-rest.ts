const LOOK_EVERY_MS = 3_000;
/** Of one processor's time. A server that waits takes less than 1 %, one that a single visitor looks at every second some 2 %. */
const RESTING = 0.04;
/** Looks in a row at which a process had next to nothing to do. V8 lets go of room for new objects only if little was made for five seconds between two collections. */
const RESTED = 3;
/** Bytes that must have come since the last time, so that a process with little to do is not held up over and over again. */
const MORE = 32 * 1024 * 1024;
/** Of a millisecond. */
const MICROSECONDS = 1_000;

/** What a process is to do now: nothing, make ready to give back, give back. */
type Step = 'nothing' | 'make ready' | 'give back';

/** When a process is at rest, and has more to give back than it is worth. */
export class Rest {
  #looks = 0;
  #left = 0;

  /**
   * @param share of one processor that the process took since the last look
   * @param resident bytes that it has in memory
   */
  look(share: number, resident: number): Step {
    this.#looks = share > RESTING ? 0 : this.#looks + 1;
    // What was given back goes within seconds: V8 lets go of its pages in a thread of its own.
    this.#left = Math.min(this.#left, resident);
    if (resident <= this.#left + MORE) return 'nothing';
    if (this.#looks === 1) return 'make ready';
    return this.#looks >= RESTED ? 'give back' : 'nothing';
  }

  /** @param resident bytes that are in memory just after it gave back what it could */
  gaveBack(resident: number): void {
    this.#left = resident;
    this.#looks = 0;
  }
}

/**
 * From now on this process gives back memory whenever it has had nothing to do for nine seconds. It does not keep the process alive.
 * @param failed told once what made it impossible, after which it is not tried again
 * @param letGo lets go of what the process keeps to be quicker, and can do without
 */
export function giveBackAtRest(failed: (reason: unknown) => void, letGo: () => Promise<void> = () => Promise.resolve()): void {
  const rest = new Rest();
  let [before, at] = [process.cpuUsage(), performance.now()];
  const looking = setInterval(look, LOOK_EVERY_MS).unref();

  function look(): void {
    const [used, now] = [process.cpuUsage(before), performance.now()];
    const share = (used.user + used.system) / MICROSECONDS / (now - at);
    [before, at] = [process.cpuUsage(), now];
    const step = rest.look(share, process.memoryUsage.rss());
    if (step === 'nothing') return;
    take(step).catch((reason: unknown) => {
      clearInterval(looking);
      failed(reason);
    });
  }

  async function take(step: Exclude<Step, 'nothing'>): Promise<void> {
    // Loaded when it is first wanted: a start has better things to do.
    const { giveBack, makeReady } = await import('./give-back.js');
    if (step === 'make ready') return makeReady();
    await letGo();
    giveBack();
    rest.gaveBack(process.memoryUsage.rss());
  }
}
