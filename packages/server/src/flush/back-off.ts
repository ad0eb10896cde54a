/** Waiting between attempts: doubles from `first` up to `most` milliseconds, each wait between half and all of that. */
export class BackOff {
  #failures = 0;

  constructor(
    readonly random: () => number,
    readonly first = 250,
    readonly most = 30_000,
  ) {}

  /** Milliseconds to wait after one more failure. */
  next(): number {
    const full = Math.min(this.most, this.first * 2 ** Math.min(this.#failures, 30));
    this.#failures += 1;
    return full * (0.5 + this.random() / 2);
  }

  reset(): void {
    this.#failures = 0;
  }
}
