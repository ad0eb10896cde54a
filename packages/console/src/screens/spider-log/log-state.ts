import { authenticity, type Authenticity, type endpoints, type Input } from '@footfall/contract';
import { type ListDefaults, type ListState, readListState, sortInput } from '../../widgets/list-table/list-state';
import type { ScreenFilter } from '../../widgets/use-screen-filter';

type Calls = typeof endpoints.spiders;
export type HitSort = 'ip' | 'type' | 'name' | 'url' | 'created_at' | 'status' | 'bytes';

/** Source of the page size: specification 2, section 9. */
export const HIT_LIST: ListDefaults<HitSort> = { perPage: 20, sorts: ['ip', 'type', 'name', 'url', 'created_at', 'status', 'bytes'], sort: { key: 'created_at', direction: 'desc' } };

/** Under which name the choice of columns is kept. */
export const HITS_TABLE = 'spider_log';

/** The parts of the address that narrow the log, besides site and range. */
export const OWN = ['type', 'spider_id', 'name', 'ip', 'q', 'url', 'address', 'operator', 'authenticity', 'status'] as const;

export interface LogState extends ListState<HitSort> {
  readonly type: string;
  readonly spiderId: number | undefined;
  readonly name: string;
  readonly ip: string;
  /** Part of the agent. */
  readonly agent: string;
  /** Part of the address asked for. */
  readonly url: string;
  /** The address asked for, all of it. */
  readonly address: string;
  /** Who runs the crawlers, of those for AI. */
  readonly operator: string;
  /** '' for all. */
  readonly authenticity: Authenticity | '';
  /** Three digits, `none`, or ''. */
  readonly status: string;
}

const LONGEST = { type: 64, name: 100, ip: 64, q: 200, url: 500, address: 4_096, operator: 100 } as const;

/** Reads the address; what the call would refuse is left out. */
export function readLogState(parameters: URLSearchParams): LogState {
  const text = (name: keyof typeof LONGEST): string => (parameters.get(name) ?? '').slice(0, LONGEST[name]);
  const id = parameters.get('spider_id');
  const status = parameters.get('status') ?? '';
  return {
    ...readListState(parameters, HIT_LIST),
    type: text('type'),
    spiderId: id !== null && /^\d{1,9}$/u.test(id) ? Number(id) : undefined,
    name: text('name'),
    ip: text('ip'),
    agent: text('q'),
    url: text('url'),
    address: text('address'),
    operator: text('operator'),
    authenticity: authenticity.options.find((known) => known === parameters.get('authenticity')) ?? '',
    status: /^(?:\d{3}|none)$/u.test(status) ? status : '',
  };
}

/** What all parts of the screen but the pie narrow by. */
export function hitInput({ type, spiderId, name, ip, agent, url, address, operator, authenticity: verdict, status }: LogState, { domain, queryTime }: Pick<ScreenFilter, 'domain' | 'queryTime'>): Input<Calls['statuses']> {
  return { domain, query_time: queryTime, type, name, ip, user_agent: agent, url, address, operator, authenticity: verdict, status, ...(spiderId === undefined ? {} : { spider_id: spiderId }) };
}

/** What is asked, all pages: as a download asks it. By GET the order travels as text. */
export function logQuery(state: LogState, filter: Pick<ScreenFilter, 'domain' | 'queryTime'>): Omit<Input<Calls['log']>, 'page' | 'per_page'> {
  return { ...hitInput(state, filter), sort: JSON.stringify(sortInput(state.sort)) };
}

/** The question for the page. */
export function logInput(state: LogState, filter: Pick<ScreenFilter, 'domain' | 'queryTime'>): Input<Calls['log']> {
  return { ...logQuery(state, filter), page: state.page, per_page: state.perPage };
}
