import type { Column } from './column.js';
import { Growing } from './growing.js';

/** A column whose values stand one behind the other, without anything before them. */
export abstract class FixedColumn implements Column {
  protected readonly out = new Growing();

  abstract take(bytes: Uint8Array, at: number): number;

  /** @param size bytes of each value */
  protected copyRow(row: number, size: number): void {
    this.out.copy(this.out.bytes, row * size, (row + 1) * size);
  }

  prefix(): readonly Uint8Array[] {
    return [];
  }

  data(): readonly Uint8Array[] {
    return [this.out.view()];
  }

  clear(): void {
    this.out.clear();
  }
}
