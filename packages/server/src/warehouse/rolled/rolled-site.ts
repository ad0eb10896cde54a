import { HourSet } from './hour-set.js';
import { meets, type Span, SpanSet } from './span-set.js';

/** Rows of a site. */
export interface SiteRows {
  readonly hours: HourSet;
  readonly spans: readonly Span[];
  /** By value. */
  readonly values: readonly Span[];
}

const SPANS = ['spans', 'values'] as const;

/** What a site has rows for: such as are right, and such as may be there and are not to be used. */
export class RolledSite {
  readonly #doubtedHours = new HourSet();
  readonly #doubted = { spans: new SpanSet(), values: new SpanSet() };
  /** The first hour that may be rolled up; null where it is not known. */
  first: number | null = null;
  /** Fewer hours than so many are better counted. */
  leastHours = 0;
  /** Another number whenever something was taken away. */
  version = 0;

  constructor(readonly hours = new HourSet(), readonly spans = new SpanSet(), readonly values = new SpanSet()) {}

  /** All rows that some hours have a part in. */
  rowsOf(some: HourSet | 'all'): SiteRows {
    const [spans, values] = SPANS.map((what) => [...this[what], ...this.#doubted[what]]) as [Span[], Span[]];
    if (some === 'all') return { hours: HourSet.of([...this.hours, ...this.#doubtedHours]), spans, values };
    // As it is for every batch: of few hours, which mostly nothing is rolled up of.
    const asked = [...some];
    const met = (all: readonly Span[]): Span[] => all.filter((span) => meets(span, asked));
    return { hours: HourSet.of(asked.filter((hour) => this.hours.has(hour) || this.#doubtedHours.has(hour))), spans: met(spans), values: met(values) };
  }

  /** Of the rows nothing is used any more. */
  doubt({ hours, ...rows }: SiteRows): void {
    let inUse = false;
    for (const hour of hours) {
      inUse ||= this.hours.has(hour);
      this.hours.delete(hour);
      this.#doubtedHours.add(hour);
    }
    for (const what of SPANS) {
      for (const span of rows[what]) {
        inUse ||= this[what].has(span);
        this[what].delete(span);
        this.#doubted[what].add(span);
      }
    }
    if (inUse) this.version += 1;
  }

  /** The rows are gone. */
  forget({ hours, ...rows }: SiteRows): void {
    for (const hour of hours) this.#doubtedHours.delete(hour);
    for (const what of SPANS) for (const span of rows[what]) this.#doubted[what].delete(span);
  }
}
