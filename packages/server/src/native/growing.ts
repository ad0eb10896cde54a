const FIRST_BYTES = 1_024;

/** Bytes that are added to at their end. The memory is kept when they begin anew: fresh memory costs more than filling it. */
export class Growing {
  bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  length = 0;

  /** Makes room for `more` bytes behind the last. */
  reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** An unsigned number below 2^31 in as many bytes as it takes, seven bits each, the lowest first. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.bytes[this.length++] = (rest & 0x7f) | 0x80;
    this.bytes[this.length++] = rest;
  }

  /** Bytes `start` up to, but without, `end` of others. */
  copy(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    const { bytes } = this;
    let at = this.length;
    // Short ones are the rule, and a call into the runtime costs as much as copying sixty bytes.
    if (end - start < 64) for (let i = start; i < end; i += 1) bytes[at++] = from[i] ?? 0;
    else {
      bytes.set(from.subarray(start, end), at);
      at += end - start;
    }
    this.length = at;
  }

  /** Text in UTF-8 behind its length in bytes. */
  text(value: string): void {
    const encoded = Buffer.from(value, 'utf8');
    this.varint(encoded.length);
    this.copy(encoded, 0, encoded.length);
  }

  /** What there is; good until something is added or cleared. */
  view(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
