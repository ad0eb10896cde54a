import { ALARM_KINDS, type Alarm, type AlarmKind, type AlarmRules } from '@footfall/contract';
import type { UrlChanges } from '../../widgets/use-url-state';
import { pageNumber } from '../../widgets/use-url-state';

/** What the address says of the history. */
export interface HistoryState {
  readonly page: number;
  readonly perPage: number;
  readonly kind: AlarmKind | '';
}

const PER_PAGE = 20;
const MAX_PER_PAGE = 5_000;

export function readHistory(parameters: URLSearchParams): HistoryState {
  return {
    page: pageNumber(parameters.get('page'), 1),
    perPage: Math.min(pageNumber(parameters.get('per_page'), PER_PAGE), MAX_PER_PAGE),
    kind: ALARM_KINDS.find((kind) => kind === parameters.get('kind')) ?? '',
  };
}

/** The address's changes; another filter starts at page 1. */
export function historyChanges(state: HistoryState, part: Partial<HistoryState>): UrlChanges {
  const next = { ...state, page: 1, ...part };
  return { page: next.page === 1 ? undefined : String(next.page), per_page: next.perPage === PER_PAGE ? undefined : String(next.perPage), kind: next.kind === '' ? undefined : next.kind };
}

/** What a rule can be told, with the bounds that the contract takes. */
export const RULE_FIELDS = { hours: [1, 24], minimum: [1, 1_000_000_000], percent: [0, 100], times: [1.1, 1_000], minutes: [2, 1_440] } as const;
export type RuleField = keyof typeof RULE_FIELDS;

/** The fields that a kind's rule has, in the order they are shown. */
export function fieldsOf(rules: AlarmRules, kind: AlarmKind): readonly RuleField[] {
  return (Object.keys(RULE_FIELDS) as RuleField[]).filter((field) => field in rules[kind]);
}

/** How the numbers of an alarm are said. */
export function figuresOf({ kind }: Pick<Alarm, 'kind'>): 'usual' | 'hits' | 'failed' | 'free' | 'late' {
  if (kind === 'crawler_new') return 'hits';
  if (kind === 'crawler_errors') return 'failed';
  if (kind === 'disk') return 'free';
  return kind === 'lag' ? 'late' : 'usual';
}
