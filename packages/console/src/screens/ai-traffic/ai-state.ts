import { AI_TYPES, type endpoints, type Input } from '@footfall/contract';
import { compareInput } from '../../lib/compare';
import { type ListDefaults, type ListState, readListState, sortInput } from '../../widgets/list-table/list-state';
import type { AskedFilter } from '../../widgets/use-screen-filter';
import type { UrlChanges } from '../../widgets/use-url-state';

type Calls = typeof endpoints.ai;

const FLOWS = ['taken', ...AI_TYPES, 'sent'] as const;
export type PageSort = 'key' | (typeof FLOWS)[number];
export type OperatorSort = 'operator' | 'ratio' | (typeof FLOWS)[number];

/** Source of the page size: specification 1, section 9. */
export const PAGE_LIST: ListDefaults<PageSort> = { perPage: 20, sorts: ['key', ...FLOWS], sort: { key: 'taken', direction: 'desc' } };
const OPERATOR_LIST: ListDefaults<OperatorSort> = { perPage: 20, sorts: ['operator', 'ratio', ...FLOWS], sort: { key: 'taken', direction: 'desc' } };

/** The parts of the address that are the screen's own, besides page and order of the pages. */
export const OWN = ['operator', 'q', 'fold', 'operators_page', 'operators_sort', 'operators_direction'] as const;

/** The address's `fold` of pages that are not laid together. */
export const UNFOLDED = 'address';

export interface AiState extends ListState<PageSort> {
  /** Whom both directions are narrowed to; '' for all. */
  readonly operator: string;
  /** Part of the address of a page. */
  readonly search: string;
  readonly fold: 'path' | '';
  readonly operators: ListState<OperatorSort>;
}

/** Reads the address; what the calls would refuse is left out. */
export function readAiState(parameters: URLSearchParams): AiState {
  const own = new URLSearchParams(['page', 'sort', 'direction'].flatMap((name) => {
    const value = parameters.get(`operators_${name}`);
    return value === null ? [] : [[name, value]];
  }));
  return {
    ...readListState(parameters, PAGE_LIST),
    operator: (parameters.get('operator') ?? '').slice(0, 100),
    search: (parameters.get('q') ?? '').slice(0, 200),
    fold: parameters.get('fold') === UNFOLDED ? '' : 'path',
    operators: readListState(own, OPERATOR_LIST),
  };
}

/** The address's changes for a changed list of operators. */
export function operatorChanges(part: Partial<ListState<OperatorSort>>): UrlChanges {
  return {
    operators_page: part.page === undefined || part.page === 1 ? undefined : String(part.page),
    ...(part.sort === undefined ? {} : { operators_sort: part.sort.key, operators_direction: part.sort.direction === 'desc' ? undefined : 'asc' }),
  };
}

type Filter = Pick<AskedFilter, 'domain' | 'queryTime' | 'compare'>;

/** The operators asked for, all pages: as a download asks it. By GET the order travels as text. */
export function operatorsQuery({ operators }: AiState, { domain, queryTime, compare }: Filter): Omit<Input<Calls['operators']>, 'page' | 'per_page'> {
  return { domain, query_time: queryTime, ...compareInput(compare), sort: JSON.stringify(sortInput(operators.sort)) };
}

export function operatorsInput(state: AiState, filter: Filter): Input<Calls['operators']> {
  return { ...operatorsQuery(state, filter), page: state.operators.page, per_page: state.operators.perPage };
}

/** The pages asked for, all pages of the list. */
export function pagesQuery({ operator, search, fold, sort }: AiState, { domain, queryTime }: Omit<Filter, 'compare'>): Omit<Input<Calls['pages']>, 'page' | 'per_page'> {
  return { domain, query_time: queryTime, operator, search, fold, sort: JSON.stringify(sortInput(sort)) };
}

export function pagesInput(state: AiState, filter: Omit<Filter, 'compare'>): Input<Calls['pages']> {
  return { ...pagesQuery(state, filter), page: state.page, per_page: state.perPage };
}
