import { HourSet } from './hour-set.js';
import { meets, type Span, SpanSet } from './span-set.js';

/** Rows of a site. */
export interface SiteRows {
  readonly hours: HourSet;
  readonly spans: readonly Span[];
}

/** What a site has rows for: such as are right, and such as may be there and are not to be used. */
export class RolledSite {
  readonly #doubtedHours = new HourSet();
  readonly #doubtedSpans = new SpanSet();
  /** The first hour that may be rolled up; null where it is not known. */
  first: number | null = null;
  /** Fewer hours than so many are better counted. */
  leastHours = 0;
  /** Another number whenever something was taken away. */
  version = 0;

  constructor(readonly hours = new HourSet(), readonly spans = new SpanSet()) {}

  /** All rows that some hours have a part in. */
  rowsOf(some: HourSet | 'all'): SiteRows {
    const spans = [...this.spans, ...this.#doubtedSpans];
    if (some === 'all') return { hours: HourSet.of([...this.hours, ...this.#doubtedHours]), spans };
    // As it is for every batch: of few hours, which mostly nothing is rolled up of.
    const asked = [...some];
    return { hours: HourSet.of(asked.filter((hour) => this.hours.has(hour) || this.#doubtedHours.has(hour))), spans: spans.filter((span) => meets(span, asked)) };
  }

  /** Of the rows nothing is used any more. */
  doubt({ hours, spans }: SiteRows): void {
    let inUse = false;
    for (const hour of hours) {
      inUse ||= this.hours.has(hour);
      this.hours.delete(hour);
      this.#doubtedHours.add(hour);
    }
    for (const span of spans) {
      inUse ||= this.spans.has(span);
      this.spans.delete(span);
      this.#doubtedSpans.add(span);
    }
    if (inUse) this.version += 1;
  }

  /** The rows are gone. */
  forget({ hours, spans }: SiteRows): void {
    for (const hour of hours) this.#doubtedHours.delete(hour);
    for (const span of spans) this.#doubtedSpans.delete(span);
  }
}
