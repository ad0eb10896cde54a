import type { Input, lifecycle } from '@footfall/contract';
import { type ListDefaults, type ListState, readListState, sortInput } from '../../widgets/list-table/list-state';
import type { AskedFilter } from '../../widgets/use-screen-filter';
import { type CoverageState, readCoverageState } from './coverage-state';

const SORTS = ['key', 'seen_at', 'crawl', 'search', 'visit'] as const;
export type LifeSort = (typeof SORTS)[number];

/** The address's `view` of this part of the screen. */
export const LIFECYCLE = 'lifecycle';
/** The address's `fold` of addresses that are not laid together: what has only other parameters is nothing new, unless asked. */
export const UNFOLDED = 'address';
/** Under which name the choice of columns is kept. */
export const LIFE_TABLE = 'lifecycle_urls';
export const LIFE_LIST: ListDefaults<LifeSort> = { perPage: 20, sorts: SORTS, sort: { key: 'seen_at', direction: 'desc' } };
export const MISSING = ['crawl', 'search', 'visit'] as const;

export interface LifeState extends ListState<LifeSort>, Pick<CoverageState, 'crawlers' | 'fold' | 'search'> {
  /** What has not happened so far. */
  readonly missing: (typeof MISSING)[number] | '';
}

/** Reads the address; what the calls would refuse is left out. */
export function readLifeState(parameters: URLSearchParams): LifeState {
  const { crawlers, search } = readCoverageState(parameters);
  return { ...readListState(parameters, LIFE_LIST), crawlers, search, fold: parameters.get('fold') === UNFOLDED ? '' : 'path', missing: MISSING.find((value) => value === parameters.get('missing')) ?? '' };
}

type Filter = Pick<AskedFilter, 'domain' | 'queryTime'>;

export function mediansInput({ fold }: LifeState, { domain, queryTime }: Filter): Input<typeof lifecycle.medians> {
  return { domain, query_time: queryTime, fold };
}

/** The addresses asked for, all pages of the list. By GET the order travels as text. */
export function lifecycleQuery({ crawlers, fold, search, missing, sort }: LifeState, { domain, queryTime }: Filter): Omit<Input<typeof lifecycle.urls>, 'page' | 'per_page'> {
  return { domain, query_time: queryTime, crawlers: [...crawlers], fold, search, missing, sort: JSON.stringify(sortInput(sort)) };
}

export function lifecycleInput(state: LifeState, filter: Filter): Input<typeof lifecycle.urls> {
  return { ...lifecycleQuery(state, filter), page: state.page, per_page: state.perPage };
}
