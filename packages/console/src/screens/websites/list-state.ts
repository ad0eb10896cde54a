import { pageNumber, type UrlChanges } from '../../widgets/use-url-state';

/** What the address says of the list. */
export interface ListState {
  readonly page: number;
  readonly perPage: number;
  readonly domain: string;
  /** undefined: both. */
  readonly isStat: 0 | 1 | undefined;
}

/** Source of both: specification 2, sections 5 and 9: 20 by default, 10 after a reset. */
const PER_PAGE = 20;
const PER_PAGE_AFTER_RESET = 10;
const MAX_PER_PAGE = 5_000;

/** Reads the address. `q` is the searched part of a domain: `domain` itself would mean a chosen site. */
export function readListState(parameters: URLSearchParams): ListState {
  const isStat = parameters.get('is_stat');
  return {
    page: pageNumber(parameters.get('page'), 1),
    perPage: Math.min(pageNumber(parameters.get('per_page'), PER_PAGE), MAX_PER_PAGE),
    domain: parameters.get('q') ?? '',
    isStat: isStat === '0' ? 0 : isStat === '1' ? 1 : undefined,
  };
}

/** The address's changes for a changed list. Another filter starts at page 1. */
export function listChanges(state: ListState, part: Partial<ListState>): UrlChanges {
  const next = { ...state, page: 1, ...part };
  return {
    page: next.page === 1 ? undefined : String(next.page),
    per_page: next.perPage === PER_PAGE ? undefined : String(next.perPage),
    q: next.domain === '' ? undefined : next.domain,
    is_stat: next.isStat === undefined ? undefined : String(next.isStat),
  };
}

/** The address's changes of the reset button. */
export function resetChanges(): UrlChanges {
  return { page: undefined, per_page: String(PER_PAGE_AFTER_RESET), q: undefined, is_stat: undefined };
}

/** The filter as the calls take it. */
export function listInput({ page, perPage, domain, isStat }: ListState): { page: number; per_page: number; domain: string; is_stat?: 0 | 1 } {
  return { page, per_page: perPage, domain, ...(isStat === undefined ? {} : { is_stat: isStat }) };
}
