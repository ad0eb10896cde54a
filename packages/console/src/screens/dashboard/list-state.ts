import type { endpoints, Input } from '@footfall/contract';
import { pageNumber, type UrlChanges } from '../../widgets/use-url-state';

export const SITE_SORTS = ['id', 'name', 'pv', 'uv', 'ip', 'spider', 'referer_num'] as const;
export type SiteSort = (typeof SITE_SORTS)[number];

/** What the address says of the list of sites. */
export interface ListState {
  readonly page: number;
  readonly perPage: number;
  readonly domain: string;
  readonly sort: SiteSort;
  readonly direction: 'asc' | 'desc';
}

/** Source of the page size: specification 1, section 9. */
const DEFAULTS: ListState = { page: 1, perPage: 20, domain: '', sort: 'pv', direction: 'desc' };
const MAX_PER_PAGE = 5_000;

/** Reads the address. `q` is the searched part of a domain: `domain` itself would mean a chosen site. */
export function readListState(parameters: URLSearchParams): ListState {
  return {
    page: pageNumber(parameters.get('page'), DEFAULTS.page),
    perPage: Math.min(pageNumber(parameters.get('per_page'), DEFAULTS.perPage), MAX_PER_PAGE),
    domain: parameters.get('q') ?? '',
    sort: SITE_SORTS.find((sort) => sort === parameters.get('sort')) ?? DEFAULTS.sort,
    direction: parameters.get('direction') === 'asc' ? 'asc' : 'desc',
  };
}

/** The address's changes for a changed list; defaults are left out. Another order or search starts at page 1. */
export function listChanges(state: ListState, part: Partial<ListState>): UrlChanges {
  const next = { ...state, page: DEFAULTS.page, ...part };
  const unless = (value: string, fallback: string) => (value === fallback ? undefined : value);
  return {
    page: unless(String(next.page), String(DEFAULTS.page)),
    per_page: unless(String(next.perPage), String(DEFAULTS.perPage)),
    q: unless(next.domain, DEFAULTS.domain),
    sort: unless(next.sort, DEFAULTS.sort),
    direction: unless(next.direction, DEFAULTS.direction),
  };
}

/** The question for that page of the list. */
export function statisticsInput(state: ListState): Input<typeof endpoints.websites.statistics> {
  return { page: state.page, per_page: state.perPage, domain: state.domain, sort: state.sort, direction: state.direction };
}
