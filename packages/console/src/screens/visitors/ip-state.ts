import type { endpoints, Input } from '@footfall/contract';
import { type ListDefaults, type ListState, readListState, sortInput } from '../../widgets/list-table/list-state';
import { type AskedFilter, comparedInput } from '../../widgets/use-screen-filter';

export type IpSort = 'key' | 'country' | 'num';

/** Source: specification 1, section 2, "Visitor IP list". */
export const IP_LIST: ListDefaults<IpSort> = { perPage: 20, sorts: ['key', 'country', 'num'], sort: { key: 'num', direction: 'desc' } };

/** Under which name the choice of columns is kept. */
export const IPS_TABLE = 'visit_ip';

export interface IpState extends ListState<IpSort> {
  /** Part of the address. */
  readonly search: string;
}

const MAX_SEARCH = 100;

/** Reads the address; what the call would refuse is left out. */
export function readIpState(parameters: URLSearchParams): IpState {
  return { ...readListState(parameters, IP_LIST), search: (parameters.get('q') ?? '').slice(0, MAX_SEARCH) };
}

/** What is asked, all pages: as a download asks it. By GET the order travels as text. */
export function ipQuery({ search, sort }: IpState, filter: AskedFilter): Omit<Input<typeof endpoints.deviceLogs.userList>, 'page' | 'per_page'> {
  return { ...comparedInput(filter), search, sort: JSON.stringify(sortInput(sort)) };
}

/** The question for the page. */
export function ipInput(state: IpState, filter: AskedFilter): Input<typeof endpoints.deviceLogs.userList> {
  return { ...ipQuery(state, filter), page: state.page, per_page: state.perPage };
}
