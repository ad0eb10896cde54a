const HOURS = 24;

/** A set of hours, each a number of hours since 1970, in four bytes a day. Of an hour of which a moment was added, it knows the first one. */
export class HourSet {
  readonly #days = new Map<number, number>();
  /** Of hours of which no moment was added that is their beginning. */
  readonly #firsts = new Map<number, number>();
  #first = Number.POSITIVE_INFINITY;
  /** What was added last: mostly the next is in the same hour. */
  #latest = { hour: Number.NaN, first: 0 };

  static of(hours: Iterable<number>): HourSet {
    const set = new HourSet();
    for (const hour of hours) set.add(hour);
    return set;
  }

  /** @param moment an hour, or a moment of it: a fraction more */
  add(moment: number): void {
    const hour = Math.floor(moment);
    const { hour: latest, first } = this.#latest;
    if (hour === latest && moment >= first) return;
    if (moment < this.#first) this.#first = moment;
    const isNew = !this.has(hour);
    const earliest = isNew ? moment : Math.min(moment, this.#momentOf(hour));
    const day = Math.floor(hour / HOURS);
    if (isNew) this.#days.set(day, (this.#days.get(day) ?? 0) | (1 << (hour - day * HOURS)));
    if (earliest === hour) this.#firsts.delete(hour);
    else this.#firsts.set(hour, earliest);
    this.#latest = { hour, first: earliest };
  }

  /** The first moment of an hour that is there. */
  #momentOf(hour: number): number {
    return this.#firsts.get(hour) ?? hour;
  }

  delete(hour: number): void {
    const day = Math.floor(hour / HOURS);
    const left = (this.#days.get(day) ?? 0) & ~(1 << (hour - day * HOURS));
    if (left === 0) this.#days.delete(day);
    else this.#days.set(day, left);
    this.#firsts.delete(hour);
    this.#latest = { hour: Number.NaN, first: 0 };
  }

  has(hour: number): boolean {
    const day = Math.floor(hour / HOURS);
    return ((this.#days.get(day) ?? 0) & (1 << (hour - day * HOURS))) !== 0;
  }

  /** The first moment that was ever added; Infinity where none was. */
  get first(): number {
    return this.#first;
  }

  /** The first moment from an instant on that there may be: of the hour that the instant is in it is not known which there are behind the first. Infinity where there is none. */
  firstFrom(from: number): number {
    if (this.#first >= from) return this.#first;
    const firstHour = Math.floor(from);
    let found = Number.POSITIVE_INFINITY;
    for (const day of this.#days.keys()) if ((day + 1) * HOURS > firstHour) for (const hour of this.#hoursOf(day)) if (hour >= firstHour) found = Math.min(found, this.#momentOf(hour));
    return Math.max(found, from);
  }

  get isEmpty(): boolean {
    return this.#days.size === 0;
  }

  *#hoursOf(day: number): Generator<number> {
    const mask = this.#days.get(day) ?? 0;
    for (let i = 0; i < HOURS; i += 1) if ((mask & (1 << i)) !== 0) yield day * HOURS + i;
  }

  /** In no order. */
  *[Symbol.iterator](): Generator<number> {
    for (const day of this.#days.keys()) yield* this.#hoursOf(day);
  }
}
