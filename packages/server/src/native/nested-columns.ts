import { COLON, COMMA, type Column, isNull, NOT_TAKEN, type RepeatableColumn } from './column.js';
import { Growing } from './growing.js';

const ZEROS = Buffer.from('0');

/** Nullable numbers: which of them are null, then all of them. */
export class NullableColumn implements RepeatableColumn {
  readonly #nulls = new Growing();
  readonly #values: RepeatableColumn;

  constructor(values: RepeatableColumn) {
    this.#values = values;
  }

  take(bytes: Uint8Array, at: number): number {
    const none = isNull(bytes, at);
    this.#nulls.byte(none ? 1 : 0);
    if (!none) return this.#values.take(bytes, at);
    return this.#values.take(ZEROS, 0) === NOT_TAKEN ? NOT_TAKEN : at + 4;
  }

  again(row: number): void {
    this.#nulls.byte(this.#nulls.bytes[row] ?? 0);
    this.#values.again(row);
  }

  prefix(): readonly Uint8Array[] {
    return this.#values.prefix();
  }

  data(): readonly Uint8Array[] {
    return [this.#nulls.view(), ...this.#values.data()];
  }

  clear(): void {
    this.#nulls.clear();
    this.#values.clear();
  }
}

/** Maps: where each row's entries end, then all keys, then all values. */
export class MapColumn implements Column {
  readonly #ends = new Growing();
  readonly #keys: Column;
  readonly #values: Column;
  #num = 0;

  constructor(keys: Column, values: Column) {
    this.#keys = keys;
    this.#values = values;
  }

  take(bytes: Uint8Array, at: number): number {
    if (bytes[at] !== 0x7b) return NOT_TAKEN;
    let next = at + 1;
    while (bytes[next] !== 0x7d) {
      next = this.#keys.take(bytes, next);
      if (next === NOT_TAKEN || bytes[next] !== COLON) return NOT_TAKEN;
      next = this.#values.take(bytes, next + 1);
      if (next === NOT_TAKEN) return NOT_TAKEN;
      this.#num += 1;
      if (bytes[next] === COMMA) next += 1;
      else if (bytes[next] !== 0x7d) return NOT_TAKEN;
    }
    this.#ends.reserve(8);
    this.#ends.bytes.writeUInt32LE(this.#num, this.#ends.length);
    this.#ends.bytes.writeUInt32LE(0, this.#ends.length + 4);
    this.#ends.length += 8;
    return next + 1;
  }

  prefix(): readonly Uint8Array[] {
    return [...this.#keys.prefix(), ...this.#values.prefix()];
  }

  data(): readonly Uint8Array[] {
    return [this.#ends.view(), ...this.#keys.data(), ...this.#values.data()];
  }

  clear(): void {
    this.#num = 0;
    this.#ends.clear();
    this.#keys.clear();
    this.#values.clear();
  }
}
