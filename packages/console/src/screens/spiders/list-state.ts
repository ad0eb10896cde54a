import { type endpoints, type Input, SPIDER_LIMITS } from '@footfall/contract';
import { type ListDefaults, type ListState, readListState, sortInput } from '../../widgets/list-table/list-state';

export type SpiderSort = 'id' | 'type' | 'name' | 'hits_24h' | 'hits_7d' | 'forged_7d' | 'last_hit_at';

/** Source of the page size: specification 2, section 9. */
export const SPIDER_LIST: ListDefaults<SpiderSort> = { perPage: 20, sorts: ['id', 'type', 'name', 'hits_24h', 'hits_7d', 'forged_7d', 'last_hit_at'], sort: undefined };

/** Under which name the choice of columns is kept. */
export const SPIDERS_TABLE = 'spiders';

export interface SpiderListState extends ListState<SpiderSort> {
  readonly type: string;
  readonly spiderId: number | undefined;
  readonly status: 0 | 1 | undefined;
  readonly search: string;
  /** A rule that another screen wishes to be made; '' where none does. */
  readonly newRule: { readonly name: string; readonly keyword: string };
}

const MAX_TYPE = 64;
const MAX_SEARCH = 100;

/** A rule's number in the address; what is none filters nothing. */
export function idOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/u.test(text) ? Number(text) : undefined;
}

/** Reads the address; what the call would refuse is left out. */
export function readSpiderList(parameters: URLSearchParams): SpiderListState {
  const status = parameters.get('status');
  const type = (parameters.get('type') ?? '').slice(0, MAX_TYPE);
  return {
    ...readListState(parameters, SPIDER_LIST),
    type,
    spiderId: type === '' ? undefined : idOf(parameters.get('spider_id')),
    status: status === '1' ? 1 : status === '0' ? 0 : undefined,
    search: (parameters.get('q') ?? '').slice(0, MAX_SEARCH),
    newRule: {
      name: (parameters.get('new_rule') ?? '').trim().slice(0, SPIDER_LIMITS.name),
      keyword: (parameters.get('keyword') ?? '').trim().slice(0, SPIDER_LIMITS.keyword),
    },
  };
}

/** What is asked, all pages: as a download asks it. By GET the order travels as text. */
export function spiderListAll({ type, spiderId, status, search, sort }: SpiderListState): Omit<Input<typeof endpoints.spiders.list>, 'page' | 'per_page'> {
  return { type, search, sort: JSON.stringify(sortInput(sort)), ...(spiderId === undefined ? {} : { spider_id: spiderId }), ...(status === undefined ? {} : { status }) };
}

/** The question for the page. */
export function spiderListInput(state: SpiderListState): Input<typeof endpoints.spiders.list> {
  return { ...spiderListAll(state), page: state.page, per_page: state.perPage };
}
