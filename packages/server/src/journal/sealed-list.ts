import type { SealedSegment } from './sealed-segment.js';

/** The sealed segments that are not stored yet, oldest first. */
export class SealedList {
  readonly #segments: SealedSegment[] = [];
  #bytes = 0;

  get all(): readonly SealedSegment[] {
    return this.#segments;
  }

  get oldest(): SealedSegment | undefined {
    return this.#segments[0];
  }

  /** Of all of them, on disk. */
  get bytes(): number {
    return this.#bytes;
  }

  add(segment: SealedSegment): void {
    this.#segments.push(segment);
    this.#bytes += segment.bytes;
  }

  /** Puts another state of a segment in its place; nothing where it is no longer listed. */
  replace(segment: SealedSegment): void {
    const at = this.#at(segment);
    if (at !== -1) this.#segments[at] = segment;
  }

  /** Nothing where it is no longer listed. */
  remove(segment: SealedSegment): void {
    const at = this.#at(segment);
    if (at === -1) return;
    this.#segments.splice(at, 1);
    this.#bytes -= segment.bytes;
  }

  /** The number names a segment: its other sides change. */
  #at({ seq }: SealedSegment): number {
    return this.#segments.findIndex((segment) => segment.seq === seq);
  }
}
