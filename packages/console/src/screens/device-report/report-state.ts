import { type Operator, REPORT_COLUMNS, type report, type Input, type SortDirection } from '@footfall/contract';
import { type QueryTime, type Range, parseRange, rangeText } from '../../lib/range';
import { pageNumber, type UrlChanges } from '../../widgets/use-url-state';
import { DEFAULT_AGGREGATES, isGroup, mayBeAbsent, operatorsOf, parseCall } from './report-columns';

/** The fields of the form, by the name that the call and the address share. Source: specification 1, section 7, "Device report search". */
export const BASIC_FIELDS = ['ip', 'country_code', 'device_type', 'device_model', 'browser_name', 'referer', 'url', 'entry_url', 'fingerprint'] as const;
export type BasicField = (typeof BASIC_FIELDS)[number];

export interface Rule {
  readonly column: string;
  readonly operator: Operator;
  /** '' asks, with `=` and `!=`, for what is absent and what is not. */
  readonly value: string;
}

export interface Sort {
  readonly column: string;
  readonly direction: SortDirection;
}

/** A figure of the groups, under a name. */
export interface Named {
  readonly alias: string;
  /** `function(column)` */
  readonly call: string;
}

/** What is asked, besides where and when: what the form holds. */
export interface Wishes {
  readonly basic: Readonly<Partial<Record<BasicField, string>>>;
  readonly rules: readonly Rule[];
  readonly sorts: readonly Sort[];
  readonly groups: readonly string[];
  readonly aggregates: readonly Named[];
}

/** What the address says of the report: all of it. */
export interface ReportState extends Wishes {
  readonly domain: string;
  /** undefined: all time. */
  readonly range: Range | undefined;
  readonly page: number;
  readonly perPage: number;
}

/** Source: specification 1, section 2, "Device report": the last three days; section 9: 30 rows. */
export const REPORT_RANGE: Range = { token: '3d' };
export const ALL_TIME = 'all';
const PER_PAGE = 30;
const MAX_PER_PAGE = 5_000;
/** What the call takes at most. */
export const MOST = { rules: 50, sorts: 10, groups: 10, aggregates: 20 } as const;
const LONGEST_VALUE = 4_096;
/** As the contract has it: commas and points are the address's own. */
const ALIAS = /^(?!__)[\p{L}_][\p{L}\p{N}_ ]{0,59}$/u;

/** Reads the address. What can not be read, or would be refused, is left out. */
export function readReportState(parameters: URLSearchParams): ReportState {
  const range = parameters.get('range');
  return {
    domain: parameters.get('domain') ?? '',
    range: range === ALL_TIME ? undefined : parseRange(range, REPORT_RANGE),
    basic: Object.fromEntries(BASIC_FIELDS.flatMap((field) => {
      const value = parameters.get(field);
      return value !== null && isBasicValue(field, value) ? [[field, value]] : [];
    })),
    rules: readRules(parameters.get('rules')),
    sorts: partsOf(parameters.get('sort')).flatMap((text) => {
      const [, column = '', direction = ''] = /^(.+)\.(asc|desc)$/u.exec(text) ?? [];
      return column === '' ? [] : [{ column, direction: direction as SortDirection }];
    }).slice(0, MOST.sorts),
    groups: [...new Set(partsOf(parameters.get('group')).filter(isGroup))].slice(0, MOST.groups),
    aggregates: partsOf(parameters.get('agg')).flatMap((text) => {
      const [, alias = '', call = ''] = /^([^:]+):(.+)$/u.exec(text) ?? [];
      return isAlias(alias) && parseCall(call) ? [{ alias, call }] : [];
    }).slice(0, MOST.aggregates),
    page: pageNumber(parameters.get('page'), 1),
    perPage: Math.min(pageNumber(parameters.get('per_page'), PER_PAGE), MAX_PER_PAGE),
  };
}

const partsOf = (text: string | null): string[] => (text ?? '').split(',').map((part) => part.trim()).filter((part) => part !== '');

function readRules(text: string | null): readonly Rule[] {
  const read: unknown = readJson(text ?? '[]');
  if (!Array.isArray(read)) return [];
  return read.flatMap((entry: unknown): Rule[] => {
    const [column, operator, value]: unknown[] = Array.isArray(entry) ? entry : [];
    if (typeof column !== 'string' || typeof value !== 'string' || value.length > LONGEST_VALUE) return [];
    const known = operatorsOf(column).find((one) => one === operator);
    if (known === undefined || (value === '' && !isAbsence(column, known))) return [];
    return [{ column, operator: known, value }];
  }).slice(0, MOST.rules);
}

/** Whether a rule without a value says something. */
export function isAbsence(column: string, operator: Operator): boolean {
  return (operator === '=' || operator === '!=') && mayBeAbsent(column);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether a value can be filtered by: the call refuses others. */
export function isBasicValue(field: BasicField, value: string): boolean {
  return field === 'country_code' ? /^[A-Z]{2}$/u.test(value) : value !== '' && value.length <= LONGEST_VALUE;
}

export function isAlias(name: string): boolean {
  return ALIAS.test(name);
}

/** Whether rows are groups rather than visits. */
export function isGrouped({ groups, aggregates }: Pick<Wishes, 'groups' | 'aggregates'>): boolean {
  return groups.length > 0 || aggregates.length > 0;
}

/** What rows can be sorted by. */
export function sortable(wishes: Pick<Wishes, 'groups' | 'aggregates'>): readonly string[] {
  if (!isGrouped(wishes)) return REPORT_COLUMNS;
  return [...wishes.groups, ...(wishes.aggregates.length === 0 ? Object.keys(DEFAULT_AGGREGATES) : wishes.aggregates.map(({ alias }) => alias))];
}

/** The address's changes for other wishes. The list starts at page 1 again. */
export function wishChanges({ basic, rules, sorts, groups, aggregates }: Wishes): UrlChanges {
  return {
    ...Object.fromEntries(BASIC_FIELDS.map((field) => [field, basic[field]])),
    rules: rules.length === 0 ? undefined : JSON.stringify(rules.map(({ column, operator, value }) => [column, operator, value])),
    sort: textOf(sorts.map(({ column, direction }) => `${column}.${direction}`)),
    group: textOf(groups),
    agg: textOf(aggregates.map(({ alias, call }) => `${alias}:${call}`)),
    page: undefined,
  };
}

const textOf = (parts: readonly string[]): string | undefined => (parts.length === 0 ? undefined : parts.join(','));

/** The address's change for another range. */
export function rangeChange(range: Range | undefined): UrlChanges {
  const text = range === undefined ? ALL_TIME : rangeText(range);
  return { range: text === rangeText(REPORT_RANGE) ? undefined : text, page: undefined };
}

export const NO_WISHES: Wishes = { basic: {}, rules: [], sorts: [], groups: [], aggregates: [] };

/** The address's changes that take everything off, the site excepted. */
export function resetChanges(): UrlChanges {
  return { ...wishChanges(NO_WISHES), ...rangeChange(REPORT_RANGE) };
}

/** The address's changes for another page. Another size starts at page 1. */
export function pageChange(state: Pick<ReportState, 'perPage'>, page: number, perPage: number): UrlChanges {
  const next = perPage === state.perPage ? page : 1;
  return { page: next === 1 ? undefined : String(next), per_page: perPage === PER_PAGE ? undefined : String(perPage) };
}

/** What is asked, of all pages. @param queryTime what the range means now */
export function queryOf(state: ReportState, queryTime: QueryTime | undefined): Input<typeof report.export> {
  const { domain, basic, rules, sorts, groups, aggregates } = state;
  const known = sortable(state);
  return {
    domain,
    ...basic,
    ...(queryTime ? { created_at: queryTime } : {}),
    custom_filters: [...rules],
    group_by: [...groups],
    aggregates: Object.fromEntries(aggregates.map(({ alias, call }) => [alias, call])),
    sort: sorts.filter(({ column }) => known.includes(column)),
  };
}

/** The question of the page. */
export function searchInput(state: ReportState, queryTime: QueryTime | undefined): Input<typeof report.search> {
  return { ...queryOf(state, queryTime), page: state.page, page_size: state.perPage };
}

/** The question of the totals: the same rows as one group. */
export function totalsInput(state: ReportState, queryTime: QueryTime | undefined): Input<typeof report.search> {
  const { aggregates = {}, ...query } = queryOf(state, queryTime);
  const own = Object.keys(aggregates).length === 0 ? DEFAULT_AGGREGATES : aggregates;
  return { ...query, group_by: [], sort: [], aggregates: own, page: 1, page_size: 1 };
}
