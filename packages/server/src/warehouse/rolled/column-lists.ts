/** Page views of the same visits by value of several columns, a list of each, which are counted together and kept together. */
import type { Made } from './kept-plain.js';
import type { ValueList } from './value-list.js';

export class ColumnLists implements Made {
  /** In the order of the columns, one at least. */
  readonly lists: readonly ValueList[];

  constructor(lists: readonly ValueList[]) {
    this.lists = lists;
  }

  get made(): readonly unknown[] {
    return [this.lists];
  }

  get size(): number {
    return this.lists.reduce((sum, { size }) => sum + size, 0);
  }

  /** What they take of memory, in records. */
  get room(): number {
    return this.lists.reduce((sum, { room }) => sum + room, 0);
  }

  /** Page views: each list has all of them. */
  get total(): number {
    return this.lists[0]?.total ?? 0;
  }

  /** With those of another time, of the same columns. */
  with(others: ColumnLists): ColumnLists {
    return new ColumnLists(this.lists.map((list, at) => {
      const other = others.lists[at];
      return other === undefined ? list : list.with(other);
    }));
  }
}
