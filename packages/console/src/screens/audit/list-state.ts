import { AUDIT_ACTIONS, type AuditAction, type endpoints, type Input } from '@footfall/contract';
import { parseRange, type QueryTime, type Range, rangeText } from '../../lib/range';
import { pageNumber, type UrlChanges } from '../../widgets/use-url-state';

/** What actions are about: the first word of their names. */
export const AUDIT_SUBJECTS = ['auth', 'user', 'role', 'site', 'spider', 'key', 'token', 'share', 'visitor', 'data', 'sql', 'log', 'bulk', 'alarm', 'schedule', 'sitemap', 'audit', 'backup', 'store'] as const;

/** What the address says of the list. */
export interface ListState {
  readonly page: number;
  readonly perPage: number;
  /** Part of the name of who did it. */
  readonly user: string;
  /** Part of what it was done to. */
  readonly target: string;
  /** A whole address. */
  readonly address: string;
  /** None: all. */
  readonly actions: readonly AuditAction[];
  /** undefined: ever since. */
  readonly range: Range | undefined;
}

const PER_PAGE = 20;
const MAX_PER_PAGE = 5_000;

/** Reads the address; what the call would refuse is left out. */
export function readListState(parameters: URLSearchParams): ListState {
  const wanted = (parameters.get('action') ?? '').split(',');
  const range = parameters.get('range');
  return {
    page: pageNumber(parameters.get('page'), 1),
    perPage: Math.min(pageNumber(parameters.get('per_page'), PER_PAGE), MAX_PER_PAGE),
    user: (parameters.get('user') ?? '').slice(0, 200),
    target: (parameters.get('target') ?? '').slice(0, 300),
    address: (parameters.get('address') ?? '').slice(0, 45),
    actions: AUDIT_ACTIONS.filter((action) => wanted.includes(action)),
    range: range === null ? undefined : parseRange(range),
  };
}

/** The address's changes for a changed list. Another filter starts at page 1. */
export function listChanges(state: ListState, part: Partial<ListState>): UrlChanges {
  const next = { ...state, page: 1, ...part };
  const text = (value: string) => (value === '' ? undefined : value);
  return {
    page: next.page === 1 ? undefined : String(next.page),
    per_page: next.perPage === PER_PAGE ? undefined : String(next.perPage),
    user: text(next.user),
    target: text(next.target),
    address: text(next.address),
    action: text(next.actions.join(',')),
    range: next.range && rangeText(next.range),
  };
}

/** The address's changes of the reset button. */
export function resetChanges(): UrlChanges {
  return { page: undefined, user: undefined, target: undefined, address: undefined, action: undefined, range: undefined };
}

/** Whether anything narrows the list. */
export function isFiltered({ user, target, address, actions, range }: ListState): boolean {
  return user !== '' || target !== '' || address !== '' || actions.length > 0 || range !== undefined;
}

/** The filter as the call takes it. @param queryTime what the range means now */
export function listInput({ page, perPage, user, target, address, actions }: ListState, queryTime: QueryTime | undefined): Input<typeof endpoints.audit.list> {
  return { page, per_page: perPage, user, target, address, action: [...actions], ...(queryTime ? { from: queryTime[0], to: queryTime[1] } : {}) };
}
