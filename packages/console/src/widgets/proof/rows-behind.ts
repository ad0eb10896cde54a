import { type GrantableRoute, OPERATORS, type Operator, type ProvenFilter, type ProvenGroup, type ProvenPart, type ProvenPeriod, REPORT_COLUMNS } from '@footfall/contract';
import { PATHS, scopedPath } from '../../lib/links';
import type { QueryTime } from '../../lib/range';
import { wallTime } from '../../lib/zone';

type Rule = readonly [column: string, operator: Operator, value: string];

/** A list whose rows are those behind a figure. */
export interface RowsBehind {
  readonly list: 'visits' | 'hits';
  readonly screen: GrantableRoute;
  /** The list's screen under the same filter. */
  readonly path: string;
  readonly domain: string;
  /** undefined: all time. */
  readonly queryTime: QueryTime | undefined;
  /** Of visits. */
  readonly rules: readonly Rule[];
  /** Of hits: what the log is narrowed to, by the names that its address and its call have. */
  readonly narrowed: Readonly<Record<string, string>>;
}

const SECOND = 1_000;
const isOperator = (text: string): text is Operator => OPERATORS.some((known) => known === text);

/** From the first instant to the last second; null for what is no stretch of whole seconds. */
function spanOf(periods: readonly ProvenPeriod[], zone: string): QueryTime | null {
  const [first] = periods;
  const last = periods.at(-1);
  if (first === undefined || last === undefined || periods.some(({ utc_from: from }, i) => i > 0 && periods[i - 1]?.utc_to !== from)) return null;
  const [from, to] = [Date.parse(first.utc_from), Date.parse(last.utc_to)];
  return from % SECOND === 0 && to % SECOND === 0 && to > from ? [wallTime(from, zone), wallTime(to - SECOND, zone)] : null;
}

/** The rule of a filter; null for what no rule says. */
function ruleOf({ column, operator, values, num }: ProvenFilter): Rule | null {
  const [value = ''] = values;
  if (!REPORT_COLUMNS.includes(column)) return null;
  if (operator === 'absent') return [column, '=', ''];
  if (operator === 'present') return [column, '!=', ''];
  if (operator === 'in') return num === 1 ? [column, '=', value] : null;
  return isOperator(operator) && column !== 'created_at' ? [column, operator, value] : null;
}

/** What the log calls what a filter of hits says; null for what it can not be narrowed to. */
function narrowedBy({ column, operator, values, num }: ProvenFilter): readonly [string, string] | null {
  const [value = ''] = values;
  if (column === 'status') return operator === 'absent' ? ['status', 'none'] : operator === '=' && /^\d{3}$/u.test(value) ? ['status', value] : null;
  if (column === 'url') return operator === 'like' ? ['url', value] : operator === '=' ? ['address', value] : null;
  if (column === 'user_agent') return operator === 'like' ? ['q', value] : null;
  if (column === 'ip') return operator === 'like' || operator === '=' ? ['ip', value] : null;
  const known = ['type', 'name', 'spider_id', 'authenticity'].includes(column) && value !== '';
  return known && (operator === '=' || (operator === 'in' && num === 1)) ? [column, value] : null;
}

/** Filters that say what the rows of a group have, beside those of its part. */
const filtersOf = ({ keys }: ProvenGroup): ProvenFilter[] => Object.entries(keys).filter(([column]) => column !== 'domain').map(([column, value]) => ({ column, operator: value === '' ? 'absent' : '=', values: value === '' ? [] : [value], num: 1 }));

/**
 * The list of the rows behind a figure; null where no list can be narrowed to just these.
 * @param group of the part; undefined for all of it
 * @param zoneOf the zone that a site's lists are cut in, '' for all sites; undefined while it is not known
 */
export function rowsBehind(part: ProvenPart, group: ProvenGroup | undefined, zoneOf: (domain: string) => string | undefined): RowsBehind | null {
  const domain = group?.keys['domain'] ?? (part.site_count === 1 ? (part.sites[0] ?? '') : '');
  const periods = group?.periods ?? part.periods;
  const zone = zoneOf(domain);
  if (zone === undefined) return null;
  const queryTime = periods === null ? undefined : spanOf(periods, zone);
  const filters = [...part.filters.filter(({ column }) => column !== 'domain'), ...(group ? filtersOf(group) : [])];
  if (queryTime === null) return null;
  const range = queryTime && { start: queryTime[0], end: queryTime[1] };
  if (part.table === 'visits') {
    const rules = filters.map(ruleOf);
    if (!rules.every((rule) => rule !== null)) return null;
    const path = scopedPath(PATHS.deviceReport, { domain, ...(range ? { range } : {}) }, { ...(range ? {} : { range: 'all' }), ...(rules.length === 0 ? {} : { rules: JSON.stringify(rules) }) });
    return { list: 'visits', screen: 'reportDevice', path, domain, queryTime, rules, narrowed: {} };
  }
  const narrowed = filters.map(narrowedBy);
  if (part.table !== 'spider_hits' || range === undefined || !narrowed.every((one) => one !== null)) return null;
  const values = Object.fromEntries(narrowed);
  return { list: 'hits', screen: 'SpiderLog', path: scopedPath(PATHS.spiderLog, { domain, range }, values), domain, queryTime, rules: [], narrowed: values };
}
