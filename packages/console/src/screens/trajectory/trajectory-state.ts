import type { endpoints, Input, TrajectoryVisit } from '@footfall/contract';
import { parseRange, type QueryTime, type Range } from '../../lib/range';
import { type ListDefaults, type ListState, readListState } from '../../widgets/list-table/list-state';
import type { UrlChanges } from '../../widgets/use-url-state';

export const SEARCH_TYPES = ['fingerprint', 'ip'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** What the calls take at most. */
export const MAX_LENGTH: Readonly<Record<SearchType, number>> = { fingerprint: 64, ip: 45 };

/** Sessions on a page of the timeline, visits on one of the table. Source: specification 1, section 9. */
export const TRAJECTORY_LIST: ListDefaults<never> = { perPage: 20, sorts: [], sort: undefined };

/** Whose way is looked at, and how. */
export interface TrajectoryState extends ListState<never> {
  /** The site that the console is at; '' where none is chosen. */
  readonly domain: string;
  /** The site that the screen's own selector chose, where the console is at none; '' for all. */
  readonly site: string;
  readonly type: SearchType | undefined;
  /** What is looked for; '' while nothing is. */
  readonly value: string;
  /** undefined: all time. */
  readonly range: Range | undefined;
  readonly view: 'timeline' | 'table';
}

/** Reads the address: `domain`, `type`, `ip` or `fingerprint` as the specification names them, and the screen's own. */
export function readTrajectoryState(parameters: URLSearchParams): TrajectoryState {
  const domain = parameters.get('domain') ?? '';
  const range = parameters.get('range');
  const type = SEARCH_TYPES.find((known) => known === parameters.get('type'));
  return {
    ...readListState(parameters, TRAJECTORY_LIST),
    domain,
    site: domain === '' ? (parameters.get('site') ?? '') : '',
    type,
    value: type === undefined ? '' : (parameters.get(type) ?? '').trim().slice(0, MAX_LENGTH[type]),
    range: range === null ? undefined : parseRange(range),
    view: parameters.get('view') === 'table' ? 'table' : 'timeline',
  };
}

/** The address's changes of a search: what was looked for before is gone. */
export function searchChanges({ type, value, site }: { readonly type: SearchType; readonly value: string; readonly site: string }): UrlChanges {
  return { type, ip: undefined, fingerprint: undefined, [type]: value.trim(), site: site === '' ? undefined : site, page: undefined };
}

/** Whose visits, as the calls take it; undefined while nobody is looked for. */
export function visitorInput({ domain, site, type, value }: TrajectoryState, queryTime: QueryTime | undefined): Input<typeof endpoints.report.visitInfo> | undefined {
  if (type === undefined || value === '') return undefined;
  return { domain: domain === '' ? site : domain, type, [type]: value, ...(queryTime ? { query_time: queryTime } : {}) };
}

/** One page, opened once or several times in a row. */
export interface Step {
  readonly visit: TrajectoryVisit;
  readonly times: number;
  /** Seconds that all of them took together; null where nobody knows when the last ended. */
  readonly dwell: number | null;
}

/** Pages that were opened again and again, laid together. @param visits oldest first */
export function stepsOf(visits: readonly TrajectoryVisit[]): readonly Step[] {
  const steps: Step[] = [];
  for (const visit of visits) {
    const last = steps.at(-1);
    if (last && last.visit.url === visit.url && last.visit.ip === visit.ip && last.visit.fingerprint === visit.fingerprint) {
      steps[steps.length - 1] = { visit: last.visit, times: last.times + 1, dwell: last.dwell === null || visit.dwell === null ? null : last.dwell + visit.dwell };
    } else steps.push({ visit, times: 1, dwell: visit.dwell });
  }
  return steps;
}

/** Sessions by the day that they began on, in the order in which they come. */
export function daysOf<T extends { readonly started_at: string }>(sessions: readonly T[]): readonly { readonly day: string; readonly sessions: readonly T[] }[] {
  const days = new Map<string, T[]>();
  for (const session of sessions) {
    const day = session.started_at.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), session]);
  }
  return [...days].map(([day, list]) => ({ day, sessions: list }));
}
