import { COVERAGE_CRAWLERS, type coverage, type Input } from '@footfall/contract';
import { type ListDefaults, type ListState, readListState, sortInput } from '../../widgets/list-table/list-state';
import type { AskedFilter } from '../../widgets/use-screen-filter';

const SORTS = ['key', 'pv', 'visited_at', 'hits', 'errors', 'redirects', 'parameters', 'last_at'] as const;
export type UrlSort = (typeof SORTS)[number];

/** Under which name the choice of columns is kept. */
export const URLS_TABLE = 'coverage_urls';
/** Source of the page size: specification 1, section 9. */
export const URL_LIST: ListDefaults<UrlSort> = { perPage: 20, sorts: SORTS, sort: { key: 'pv', direction: 'desc' } };

export const YES_NO = ['yes', 'no'] as const;
/** Each request is one of these. */
export const SPENDS = ['rest', 'parameters', 'redirects', 'errors'] as const;
export const ONLY = ['errors', 'redirects', 'parameters'] as const;

/** The parts of the address that are the screen's own, besides page and order. */
export const OWN = ['q', 'fold', 'listed', 'visited', 'crawled', 'never', 'only', 'crawlers'] as const;

export interface CoverageState extends ListState<UrlSort> {
  /** Who has columns; none: the server's choice. */
  readonly crawlers: readonly string[];
  readonly fold: 'path' | '';
  /** Part of the address. */
  readonly search: string;
  readonly listed: (typeof YES_NO)[number] | '';
  readonly visited: (typeof YES_NO)[number] | '';
  readonly crawled: (typeof YES_NO)[number] | '';
  /** A crawler that never asked for it. */
  readonly never: string;
  readonly only: (typeof ONLY)[number] | '';
}

/** Reads the address; what the calls would refuse is left out. */
export function readCoverageState(parameters: URLSearchParams): CoverageState {
  const one = <T extends string>(name: string, known: readonly T[]): T | '' => known.find((value) => value === parameters.get(name)) ?? '';
  return {
    ...readListState(parameters, URL_LIST),
    crawlers: (parameters.get('crawlers') ?? '').split(',').map((name) => name.trim().slice(0, 100)).filter(Boolean).slice(0, COVERAGE_CRAWLERS),
    fold: parameters.get('fold') === 'path' ? 'path' : '',
    search: (parameters.get('q') ?? '').slice(0, 200),
    listed: one('listed', YES_NO),
    visited: one('visited', YES_NO),
    crawled: one('crawled', YES_NO),
    never: (parameters.get('never') ?? '').slice(0, 100),
    only: one('only', ONLY),
  };
}

type Filter = Pick<AskedFilter, 'domain' | 'queryTime'>;

export function summaryInput({ crawlers, fold }: CoverageState, { domain, queryTime }: Filter): Input<typeof coverage.summary> {
  return { domain, query_time: queryTime, crawlers: [...crawlers], fold };
}

/** The addresses asked for, all pages of the list. By GET the order travels as text. */
export function urlsQuery({ crawlers, fold, search, listed, visited, crawled, never, only, sort }: CoverageState, { domain, queryTime }: Filter): Omit<Input<typeof coverage.urls>, 'page' | 'per_page'> {
  return { domain, query_time: queryTime, crawlers: [...crawlers], fold, search, listed, visited, crawled, never, only, sort: JSON.stringify(sortInput(sort)) };
}

export function urlsInput(state: CoverageState, filter: Filter): Input<typeof coverage.urls> {
  return { ...urlsQuery(state, filter), page: state.page, per_page: state.perPage };
}
