/** Hours in a row: a day or a month of some zone. */
export interface Span {
  /** Its first hour, as a number of hours since 1970. */
  readonly first: number;
  /** How many. */
  readonly hours: number;
}

/** SQL that tells spans of a site apart, and that of some: parameters `firsts` and `keys`. */
export const SPAN_KEY = 'toUInt64(first) * 65536 + hours';
export const keysOf = (spans: readonly Span[]): { readonly firsts: readonly number[]; readonly keys: readonly number[] } => ({ firsts: spans.map(({ first }) => first), keys: spans.map(({ first, hours }) => first * 65_536 + hours) });

const NONE: readonly number[] = [];

export const hoursOf = ({ first, hours }: Span): number[] => Array.from({ length: hours }, (_, i) => first + i);

/** Whether the span has any of the hours. */
export const meets = ({ first, hours }: Span, some: readonly number[]): boolean => some.some((hour) => hour >= first && hour < first + hours);

/** A set of spans, some hundred. */
export class SpanSet {
  readonly #lengths = new Map<number, readonly number[]>();

  add({ first, hours }: Span): void {
    this.#lengths.set(first, [...this.at(first).filter((length) => length !== hours), hours].toSorted((a, b) => b - a));
  }

  delete({ first, hours }: Span): void {
    const left = this.at(first).filter((length) => length !== hours);
    if (left.length === 0) this.#lengths.delete(first);
    else this.#lengths.set(first, left);
  }

  has({ first, hours }: Span): boolean {
    return this.at(first).includes(hours);
  }

  /** Lengths of the spans that begin with an hour, the longest first. */
  at(first: number): readonly number[] {
    return this.#lengths.get(first) ?? NONE;
  }

  *[Symbol.iterator](): Generator<Span> {
    for (const [first, lengths] of this.#lengths) for (const hours of lengths) yield { first, hours };
  }
}
