export interface Slice {
  readonly name: string;
  /** What a filter takes; undefined where there is nothing to filter by. */
  readonly key: string | undefined;
  readonly value: number;
  /** In the period compared with; undefined where nothing is compared. */
  readonly before?: number | undefined;
}

/** One of a pie's answers; a filter takes its key. */
interface Entry {
  readonly name: string;
  readonly key: string;
  readonly value: number;
  readonly before?: number | undefined;
}

/**
 * The largest slices and one for all the rest, because a pie of many slices can't be read.
 * @param total of the whole answer, which may hold more than the list
 * @param totalBefore of the whole answer of the period compared with; null where nothing is compared
 */
export function topSlices(list: readonly Entry[], total: number, count: number, other: string, totalBefore: number | null = null): readonly Slice[] {
  const sorted = list.toSorted((a, b) => b.value - a.value);
  const compared = (before: number | undefined) => (totalBefore === null ? {} : { before: before ?? 0 });
  const top = sorted.slice(0, count).map(({ name, key, value, before }) => ({ name, key: key === '' ? undefined : key, value, ...compared(before) }));
  const rest = total - top.reduce((sum, { value }) => sum + value, 0);
  const restBefore = totalBefore === null ? 0 : totalBefore - sorted.slice(0, count).reduce((sum, { before = 0 }) => sum + before, 0);
  return rest > 0 ? [...top, { name: other, key: undefined, value: rest, ...compared(restBefore) }] : top;
}
