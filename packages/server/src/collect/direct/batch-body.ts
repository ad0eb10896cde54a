import type { CountedSite } from '../../enrich/site.js';

/** A batch of server events whose head was read, while its body comes. */
export class BatchBody {
  readonly bytes: Buffer;
  readonly #head: Buffer;
  #got = 0;
  /** Looks at its connection since it began. */
  looks = 0;

  /** @param head as it came; copied. @param length bytes of the body */
  constructor(
    readonly site: CountedSite,
    head: Buffer,
    length: number,
  ) {
    // Not whole slabs of what a socket reads, for as long as a sender likes.
    this.#head = Buffer.from(head);
    this.bytes = Buffer.allocUnsafeSlow(length);
  }

  get isWhole(): boolean {
    return this.#got === this.bytes.length;
  }

  /** Takes what is its own of a piece. @returns what stands behind it */
  add(piece: Buffer): Buffer {
    const taken = piece.copy(this.bytes, this.#got);
    this.#got += taken;
    return piece.subarray(taken);
  }

  /** All that came of it, for whoever reads it from the start. */
  asItCame(): Buffer {
    return Buffer.concat([this.#head, this.bytes.subarray(0, this.#got)]);
  }
}
