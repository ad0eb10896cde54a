/** Lets one in at a time, in the order in which they came. */
export class Lane {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** Resolves when it is the caller's turn, who must leave. */
  enter(): Promise<void> {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return Promise.resolve();
  }

  /** Lets others in while the caller, who is in, waits for something. */
  async beside<T>(waiting: Promise<T>): Promise<T> {
    this.leave();
    try {
      return await waiting;
    } finally {
      await this.enter();
    }
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#isTaken = false;
    else next();
  }
}
