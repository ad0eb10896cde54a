import { type Finding, type FindingCounts, FINDINGS, type Input, RECONCILED, RECONCILED_CATEGORIES, type reconcile, type ReconciledCategory } from '@footfall/contract';
import { type ListDefaults, type ListState, readListState } from '../../widgets/list-table/list-state';
import type { AskedFilter } from '../../widgets/use-screen-filter';

export const VIEW_LIST: ListDefaults<'at'> = { perPage: 20, sorts: ['at'], sort: { key: 'at', direction: 'desc' } };
/** Under which name the choice of columns is kept. */
export const VIEW_TABLE = 'reconcile_views';

export interface ReconcileState extends ListState<'at'> {
  /** What the list is narrowed to: a category or a finding; '' for all. */
  readonly finding: Finding | ReconciledCategory | '';
}

/** Reads the address; what the calls would refuse is left out. */
export function readReconcileState(parameters: URLSearchParams): ReconcileState {
  const named = parameters.get('finding');
  return { ...readListState(parameters, VIEW_LIST), finding: [...RECONCILED_CATEGORIES, ...FINDINGS].find((known) => known === named) ?? '' };
}

type Filter = Pick<AskedFilter, 'domain' | 'queryTime'>;

export function daysInput({ domain, queryTime }: Filter): Input<typeof reconcile.days> {
  return { domain, query_time: queryTime };
}

/** The views asked for, all pages of the list. */
export function viewsQuery({ finding }: ReconcileState, filter: Filter): Omit<Input<typeof reconcile.views>, 'page' | 'per_page'> {
  return { ...daysInput(filter), finding };
}

export function viewsInput(state: ReconcileState, filter: Filter): Input<typeof reconcile.views> {
  return { ...viewsQuery(state, filter), page: state.page, per_page: state.perPage };
}

/** Of one category, or of several. */
export function countOf(findings: FindingCounts, ...categories: readonly ReconciledCategory[]): number {
  return categories.reduce((sum, category) => RECONCILED[category].reduce((part: number, finding) => part + findings[finding], sum), 0);
}

/** Requests that the log has, beacons that came, and views that are in both. */
export function sidesOf(findings: FindingCounts): { readonly log: number; readonly beacon: number; readonly both: number } {
  const both = findings.matched + findings.pixel;
  return { log: countOf(findings, 'crawler', 'blocked') + findings.no_script_browser + both, beacon: countOf(findings, 'cached') + both, both };
}

export const isCategory = (name: string): name is ReconciledCategory => name in RECONCILED;
