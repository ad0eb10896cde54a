export interface Slice {
  readonly name: string;
  /** What a filter takes; undefined where there is nothing to filter by. */
  readonly key: string | undefined;
  readonly value: number;
}

/**
 * The largest slices and one for all the rest, because a pie of many slices can't be read.
 * @param total of the whole answer, which may hold more than the list
 */
export function topSlices(list: readonly { readonly name: string; readonly key: string; readonly value: number }[], total: number, count: number, other: string): readonly Slice[] {
  const sorted = list.toSorted((a, b) => b.value - a.value);
  const top = sorted.slice(0, count).map(({ name, key, value }) => ({ name, key: key === '' ? undefined : key, value }));
  const rest = total - top.reduce((sum, { value }) => sum + value, 0);
  return rest > 0 ? [...top, { name: other, key: undefined, value: rest }] : top;
}
