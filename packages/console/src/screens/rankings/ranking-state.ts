import type { endpoints, Input, TopListType } from '@footfall/contract';
import { type ListDefaults, type ListState, readListState, sortInput } from '../../widgets/list-table/list-state';
import { type AskedFilter, comparedInput } from '../../widgets/use-screen-filter';

/** What can be ranked here; addresses have a list of their own. */
export type RankingType = Exclude<TopListType, 'ip'>;

/** How entries may be laid together: pages without what stands behind the `?`, referrers by their host. */
export type Fold = 'path' | 'host';
export const FOLD_OF: Readonly<Record<RankingType, Fold>> = { url: 'path', entry_url: 'path', referer: 'host' };

export type RankingSort = 'key' | 'num';

/** Source of the page size: specification 1, section 9. */
export const RANKING_LIST: ListDefaults<RankingSort> = { perPage: 20, sorts: ['key', 'num'], sort: { key: 'num', direction: 'desc' } };

/** The parts of the address that are a ranking's own, besides its page and order. */
export const OWN = ['q', 'fold'] as const;

export interface RankingState extends ListState<RankingSort> {
  /** Part of the key. */
  readonly search: string;
  readonly fold: Fold | '';
}

const MAX_SEARCH = 200;

/** Reads the address; what the call would refuse is left out. */
export function readRankingState(parameters: URLSearchParams, type: RankingType): RankingState {
  return {
    ...readListState(parameters, RANKING_LIST),
    search: (parameters.get('q') ?? '').slice(0, MAX_SEARCH),
    fold: parameters.get('fold') === FOLD_OF[type] ? FOLD_OF[type] : '',
  };
}

/** What is asked, all pages: as a download asks it. */
export function rankingQuery(type: RankingType, { search, fold, sort }: RankingState, filter: AskedFilter): Omit<Input<typeof endpoints.home.topList>, 'page' | 'per_page'> {
  return { ...comparedInput(filter), type, search, fold, sort: sortInput(sort) };
}

/** The question for the page. */
export function rankingInput(type: RankingType, state: RankingState, filter: AskedFilter): Input<typeof endpoints.home.topList> {
  return { ...rankingQuery(type, state, filter), page: state.page, per_page: state.perPage };
}
