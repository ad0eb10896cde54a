/** Milliseconds of work between two pauses, and of a pause: a third of a processor is left of one. */
const WORK = 0.3;
const PAUSE = 1;

/**
 * How fast a thread works that others go before: a little, then a pause, so that no one waits longer for its processor than for the little.
 * Niceness alone leaves it the processor for milliseconds at a time. Its owner may hurry it, in the middle of its work as well.
 */
export class Pace {
  readonly #hurried: Int32Array;
  #since = performance.now();

  /** @param shared what `Pace.shared` made, the same for the thread and for its owner */
  constructor(shared: SharedArrayBuffer) {
    this.#hurried = new Int32Array(shared);
  }

  static shared(): SharedArrayBuffer {
    return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  }

  /** For the owner: whether there are to be no pauses from now on. One that is under way ends. */
  hurry(hurried: boolean): void {
    Atomics.store(this.#hurried, 0, hurried ? 1 : 0);
    if (hurried) Atomics.notify(this.#hurried, 0);
  }

  /** For the thread, after each small step: blocks it for a pause when one is due. */
  step(): void {
    if (performance.now() - this.#since < WORK) return;
    Atomics.wait(this.#hurried, 0, 0, PAUSE);
    this.#since = performance.now();
  }
}
