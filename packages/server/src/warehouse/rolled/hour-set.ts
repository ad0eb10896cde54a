const HOURS = 24;

/** A set of hours, each a number of hours since 1970, in four bytes a day. */
export class HourSet {
  readonly #days = new Map<number, number>();
  #first = Number.POSITIVE_INFINITY;

  static of(hours: Iterable<number>): HourSet {
    const set = new HourSet();
    for (const hour of hours) set.add(hour);
    return set;
  }

  /** @param moment an hour, or a moment of it: a fraction more */
  add(moment: number): void {
    if (moment < this.#first) this.#first = moment;
    const hour = Math.floor(moment);
    const day = Math.floor(hour / HOURS);
    this.#days.set(day, (this.#days.get(day) ?? 0) | (1 << (hour - day * HOURS)));
  }

  delete(hour: number): void {
    const day = Math.floor(hour / HOURS);
    const left = (this.#days.get(day) ?? 0) & ~(1 << (hour - day * HOURS));
    if (left === 0) this.#days.delete(day);
    else this.#days.set(day, left);
  }

  has(hour: number): boolean {
    const day = Math.floor(hour / HOURS);
    return ((this.#days.get(day) ?? 0) & (1 << (hour - day * HOURS))) !== 0;
  }

  /** The first moment that was ever added; Infinity where none was. */
  get first(): number {
    return this.#first;
  }

  get isEmpty(): boolean {
    return this.#days.size === 0;
  }

  /** In no order. */
  *[Symbol.iterator](): Generator<number> {
    for (const [day, mask] of this.#days) for (let i = 0; i < HOURS; i += 1) if ((mask & (1 << i)) !== 0) yield day * HOURS + i;
  }
}
