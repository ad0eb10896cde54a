import type { endpoints, Input } from '@footfall/contract';
import { type QueryTime, type Range, parseRange } from '../../lib/range';
import { pageNumber, type UrlChanges } from '../../widgets/use-url-state';

/** What visits can be narrowed to, by the name that the call and the address share. */
export const FILTER_FIELDS = ['ip', 'country_code', 'device_type', 'browser_name', 'url', 'entry_url', 'referer'] as const;
export type FilterField = (typeof FILTER_FIELDS)[number];

/** What the address says of the list of visits. */
export interface ReportState {
  readonly domain: string;
  /** undefined: all time. */
  readonly range: Range | undefined;
  readonly filters: ReadonlyMap<FilterField, string>;
  readonly page: number;
  readonly perPage: number;
}

/** Source: specification 1, section 9. */
const PER_PAGE = 30;
const MAX_PER_PAGE = 5_000;

/** Reads the address. A country that is none, and a filter without a value, filter nothing. */
export function readReportState(parameters: URLSearchParams): ReportState {
  const filters = new Map<FilterField, string>();
  for (const field of FILTER_FIELDS) {
    const value = parameters.get(field);
    if (value !== null && isFilterValue(field, value)) filters.set(field, value);
  }
  return {
    domain: parameters.get('domain') ?? '',
    range: parameters.has('range') ? parseRange(parameters.get('range')) : undefined,
    filters,
    page: pageNumber(parameters.get('page'), 1),
    perPage: Math.min(pageNumber(parameters.get('per_page'), PER_PAGE), MAX_PER_PAGE),
  };
}

/** Whether a value can be filtered by: the call refuses others. */
export function isFilterValue(field: FilterField, value: string): boolean {
  return field === 'country_code' ? /^[A-Z]{2}$/u.test(value) : value !== '';
}

/** The address's changes for one filter; undefined removes it. The list starts at page 1 again. */
export function filterChange(field: FilterField | 'domain' | 'range', value: string | undefined): UrlChanges {
  return { [field]: value, page: undefined };
}

/** The address's changes that remove every filter, the site excepted. */
export function clearChanges(): UrlChanges {
  return { ...Object.fromEntries(FILTER_FIELDS.map((field) => [field, undefined])), range: undefined, page: undefined };
}

/** The address's changes for another page. Another size starts at page 1. */
export function pageChange(state: ReportState, page: number, perPage: number): UrlChanges {
  const next = perPage === state.perPage ? page : 1;
  return { page: next === 1 ? undefined : String(next), per_page: perPage === PER_PAGE ? undefined : String(perPage) };
}

/** The question. @param queryTime what the range means now */
export function reportInput(state: ReportState, queryTime: QueryTime | undefined): Input<typeof endpoints.report.deviceLogs> {
  return {
    domain: state.domain,
    page: state.page,
    per_page: state.perPage,
    ...Object.fromEntries(state.filters),
    ...(queryTime ? { query_time: queryTime } : {}),
  };
}

/** The same question for all pages of it, as the report's download asks. */
export function exportInput(state: ReportState, queryTime: QueryTime | undefined): Input<typeof endpoints.report.export> {
  return { domain: state.domain, ...Object.fromEntries(state.filters), ...(queryTime ? { created_at: queryTime } : {}) };
}
