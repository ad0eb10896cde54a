import { pageNumber, type UrlChanges } from '../use-url-state';

/** By which column a list is in order. */
export interface ListSort<K extends string = string> {
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

/** What a list is when the address says nothing. */
export interface ListDefaults<K extends string = string> {
  readonly perPage: number;
  /** The columns that it can be in order of. */
  readonly sorts: readonly K[];
  readonly sort: ListSort<K> | undefined;
}

/** Source: specification 1, section 9. */
const MAX_PER_PAGE = 5_000;

/** Reads `page`, `per_page`, `sort` and `direction` of the address; what is absent or makes no sense is the default. */
export function readListState<K extends string>(parameters: URLSearchParams, { perPage, sorts, sort }: ListDefaults<K>): ListState<K> {
  const key = sorts.find((known) => known === parameters.get('sort'));
  return {
    page: pageNumber(parameters.get('page'), 1),
    perPage: Math.min(pageNumber(parameters.get('per_page'), perPage), MAX_PER_PAGE),
    sort: key === undefined ? sort : { key, direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc' },
  };
}

/** The address's changes for a changed list; defaults are left out. Another order or size starts at page 1. */
export function listChanges<K extends string>(state: ListState<K>, part: Partial<ListState<K>>, defaults: ListDefaults<K>): UrlChanges {
  const resized = part.perPage !== undefined && part.perPage !== state.perPage;
  const page = resized ? 1 : (part.page ?? 1);
  const { perPage, sort } = { ...state, ...part };
  const usual = sort === undefined || (sort.key === defaults.sort?.key && sort.direction === defaults.sort.direction);
  return {
    page: page === 1 ? undefined : String(page),
    per_page: perPage === defaults.perPage ? undefined : String(perPage),
    sort: usual ? undefined : sort.key,
    direction: usual || sort.direction === 'desc' ? undefined : 'asc',
  };
}

/** A list's order as calls take it: column to direction. */
export function sortInput<K extends string>(sort: ListSort<K> | undefined): Partial<Record<K, 'asc' | 'desc'>> {
  return sort === undefined ? {} : ({ [sort.key]: sort.direction } as Partial<Record<K, 'asc' | 'desc'>>);
}
