import { type Input, SUSPICION_CODES, type suspicious, type SuspicionSign } from '@footfall/contract';
import { type ListDefaults, type ListState, readListState, sortInput } from '../../widgets/list-table/list-state';
import { type AskedFilter, filterInput } from '../../widgets/use-screen-filter';

const SORTS = ['signs', 'views', 'last_at'] as const;
export type SuspicionSort = (typeof SORTS)[number];

/** Source of the page size: specification 1, section 9. */
export const SUSPICIOUS_LIST: ListDefaults<SuspicionSort> = { perPage: 20, sorts: SORTS, sort: { key: 'signs', direction: 'desc' } };
/** Under which name the choice of columns is kept. */
export const SUSPICIOUS_TABLE = 'suspicious_visitors';
/** The parts of the address that are the list's own, besides page and order. */
export const OWN = ['sign', 'weight'] as const;

export interface SuspiciousState extends ListState<SuspicionSort> {
  /** '' for all. */
  readonly sign: SuspicionSign | '';
  /** Without a sign: whether visitors are shown of whom there are only hints. */
  readonly weight: 'sure' | 'any';
}

/** Reads the address; what the call would refuse is left out. */
export function readSuspiciousState(parameters: URLSearchParams): SuspiciousState {
  return {
    ...readListState(parameters, SUSPICIOUS_LIST),
    sign: SUSPICION_CODES.find((code) => code === parameters.get('sign')) ?? '',
    weight: parameters.get('weight') === 'any' ? 'any' : 'sure',
  };
}

/** What is asked, all pages: as a download asks it. By GET the order travels as text. */
export function suspiciousQuery({ sign, weight, sort }: SuspiciousState, filter: AskedFilter): Omit<Input<typeof suspicious.list>, 'page' | 'per_page'> {
  return { ...filterInput(filter), sign, weight, sort: JSON.stringify(sortInput(sort)) };
}

/** The question for the page. */
export function suspiciousInput(state: SuspiciousState, filter: AskedFilter): Input<typeof suspicious.list> {
  return { ...suspiciousQuery(state, filter), page: state.page, per_page: state.perPage };
}
