const HOUR = 3_600_000;

/**
 * The hours (UTC) of which records of a site's logs are stored, or taken for storing. A line of an hour that is not among them can not
 * have been stored before, so the store need not be asked about it.
 */
export class StoredHours {
  readonly #hours: Set<number>;

  /** @param hours hours since 1970 that the store has records of */
  constructor(hours: Iterable<number> = []) {
    this.#hours = new Set(hours);
  }

  /** @param at milliseconds UTC */
  has(at: number): boolean {
    return this.#hours.has(Math.floor(at / HOUR));
  }

  add(at: number): void {
    this.#hours.add(Math.floor(at / HOUR));
  }

  addAll(other: StoredHours): void {
    for (const hour of other.#hours) this.#hours.add(hour);
  }

  clear(): void {
    this.#hours.clear();
  }
}
