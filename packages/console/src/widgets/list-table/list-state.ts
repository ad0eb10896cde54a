/** By which column a list is in order. */
interface ListSort<K extends string = string> {
  readonly key: K;
  readonly direction: 'asc' | 'desc';
}

/** What the address says of a list besides its filters. */
export interface ListState<K extends string = string> {
  readonly page: number;
  readonly perPage: number;
  /** undefined: as the server gives it. */
  readonly sort: ListSort<K> | undefined;
}
