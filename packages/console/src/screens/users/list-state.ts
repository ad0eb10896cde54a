import { type endpoints, type Input, userStatus, type UserStatus } from '@footfall/contract';
import { pageNumber, type UrlChanges } from '../../widgets/use-url-state';

/** What the address says of the list. */
export interface ListState {
  readonly page: number;
  readonly perPage: number;
  /** Part of a user name, name or e-mail address. */
  readonly search: string;
  /** undefined: all. */
  readonly status: UserStatus | undefined;
  /** A role's key, '' for all. */
  readonly role: string;
}

const PER_PAGE = 20;
const MAX_PER_PAGE = 5_000;

/** Reads the address; what the call would refuse is left out. */
export function readListState(parameters: URLSearchParams): ListState {
  const role = parameters.get('role') ?? '';
  return {
    page: pageNumber(parameters.get('page'), 1),
    perPage: Math.min(pageNumber(parameters.get('per_page'), PER_PAGE), MAX_PER_PAGE),
    search: (parameters.get('q') ?? '').slice(0, 200),
    status: userStatus.options.find((status) => status === parameters.get('status')),
    role: /^[\w-]{1,60}$/u.test(role) ? role : '',
  };
}

/** The address's changes for a changed list. Another filter starts at page 1. */
export function listChanges(state: ListState, part: Partial<ListState>): UrlChanges {
  const next = { ...state, page: 1, ...part };
  return {
    page: next.page === 1 ? undefined : String(next.page),
    per_page: next.perPage === PER_PAGE ? undefined : String(next.perPage),
    q: next.search === '' ? undefined : next.search,
    status: next.status,
    role: next.role === '' ? undefined : next.role,
  };
}

/** The filter as the call takes it. */
export function listInput({ page, perPage, search, status, role }: ListState): Input<typeof endpoints.users.list> {
  return { page, per_page: perPage, search, ...(status === undefined ? {} : { status }), ...(role === '' ? {} : { role }) };
}
