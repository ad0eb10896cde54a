/** The WHERE of a query: the sites in scope, the ranges, the filters. Values are parameters, names come from columns.ts. */
import { mayMention } from '../warehouse/mentions.js';
import { authenticitySql } from './authenticity-sql.js';
import { ADDRESS_TEXT, columnOf, PARAMETER_TYPE, type Column } from './columns.js';
import type { Parameters } from './parameters.js';
import type { Filter, Source } from './plan.js';
import type { TimeRange } from './period.js';
import { SiteScope } from './scope.js';

function inScope(scope: SiteScope, parameters: Parameters): string {
  const ids = SiteScope.idsOf(scope);
  const [only] = ids;
  // With one site the store reads rows in their stored order, which IN would not let it see.
  return ids.length === 1 && only !== undefined ? `site_id = ${parameters.add('site', 'UInt32', only)}` : `site_id IN ${parameters.add('sites', 'Array(UInt32)', ids)}`;
}

const HOUR = 3_600_000;
/** Ranges that are compared one after the other; of more, if they are whole hours, it is asked whether an hour is among them. */
const FEW_RANGES = 8;
const MOST_HOURS = 10_000;

/** The whole hours that ranges are of, since 1970; null where they are not, or are very many. */
function hoursOf(ranges: readonly TimeRange[]): number[] | null {
  const sum = ranges.reduce((hours, { from, to }) => hours + (to - from) / HOUR, 0);
  if (sum > MOST_HOURS || ranges.some(({ from, to }) => from < 0 || from % HOUR !== 0 || to % HOUR !== 0)) return null;
  return ranges.flatMap(({ from, to }) => Array.from({ length: (to - from) / HOUR }, (_, i) => from / HOUR + i));
}

function within(column: string, ranges: readonly TimeRange[] | null, parameters: Parameters): string[] {
  if (ranges === null) return [];
  if (ranges.length === 0) return ['false'];
  const each = ranges.map(({ from, to }, i) => `${column} >= ${parameters.instant(`from${i}`, from)} AND ${column} < ${parameters.instant(`to${i}`, to)}`);
  const hours = column !== 'minute' && ranges.length > FEW_RANGES ? hoursOf(ranges) : null;
  // The ranges say where to read; comparing each row with all of them takes longer than reading it.
  if (hours !== null) return [`indexHint(${each.map((range) => `(${range})`).join(' OR ')})`, `toUInt32(intDiv(toUnixTimestamp64Milli(${column}), ${HOUR})) IN ${parameters.add('hours', 'Array(UInt32)', hours)}`];
  return each.length > 1 ? [`(${each.map((range) => `(${range})`).join(' OR ')})`] : each;
}

/** The text that `like` looks into. */
function textOf({ sql, kind }: Column): string {
  if (kind === 'text') return sql;
  return kind === 'address' ? ADDRESS_TEXT(sql) : `toString(${sql})`;
}

function isAbsent({ sql, kind }: Column): string {
  if (kind === 'text') return `${sql} = ''`;
  if (kind === 'address') return `${sql} = toIPv6('::')`;
  return kind === 'number' || kind === 'flag' ? `isNull(${sql})` : 'false';
}

/** Numbers and flags may be absent, which is NULL: a comparison with it is neither true nor false, but a filter must decide. */
const decided = ({ kind }: Column, comparison: string, otherwise: 0 | 1): string => (kind === 'number' || kind === 'flag' ? `ifNull(${comparison}, ${otherwise})` : comparison);

/** What a condition is put together of. */
interface Part {
  readonly column: Column;
  readonly value: Filter['value'];
  /** Adds a value as a parameter of the column's type, or of another, under the filter's name. */
  readonly bound: (value: string | readonly string[] | readonly number[], type?: string, suffix?: string) => string;
}

const compared = (operator: string, otherwise: 0 | 1) => ({ column, value, bound }: Part): string => decided(column, `${column.sql} ${operator} ${bound(String(value))}`, otherwise);

const CONDITIONS: Readonly<Record<NonNullable<Filter['operator']>, (part: Part) => string>> = {
  '=': compared('=', 0),
  '!=': compared('!=', 1),
  '>': compared('>', 0),
  '<': compared('<', 0),
  '>=': compared('>=', 0),
  '<=': compared('<=', 0),
  like: ({ column, value, bound }) => decided(column, `positionCaseInsensitiveUTF8(${textOf(column)}, ${bound(String(value), 'String')}) > 0`, 0),
  in: ({ column, value, bound }) => `${column.sql} IN ${bound(typeof value === 'string' ? [value] : value, `Array(${PARAMETER_TYPE[column.kind]})`)}`,
  except: ({ column, value, bound }) => `${column.sql} NOT IN ${bound(typeof value === 'string' ? [value] : value, `Array(${PARAMETER_TYPE[column.kind]})`)}`,
  mentions: ({ column, value, bound }) => mayMention(column.sql, (typeof value === 'string' ? [value] : value).map(String), bound),
  outside: ({ column, value, bound }) => `(${column.sql} < ${bound(String(value[0]), undefined, 'a')} OR ${column.sql} >= ${bound(String(value[1]), undefined, 'b')})`,
  absent: ({ column }) => isAbsent(column),
  present: ({ column }) => `NOT (${isAbsent(column)})`,
  never: () => 'false',
};

type Judged = Pick<Source, 'table' | 'crawlers'>;

/** A column of the plan's table; one of hits is put together while the question is. @throws RangeError as `columnOf` */
export function columnIn({ table, crawlers }: Judged, id: string, parameters: Parameters): Column {
  return table === 'spider_hits' && id === 'authenticity' && crawlers !== null ? { sql: authenticitySql(crawlers, parameters), kind: 'text' } : columnOf(table, id);
}

function condition(source: Judged, { column: id, operator = '=', value }: Filter, name: string, parameters: Parameters): string {
  const column = columnIn(source, id, parameters);
  return CONDITIONS[operator]({ column, value, bound: (one, type = PARAMETER_TYPE[column.kind], suffix = '') => parameters.add(`${name}${suffix}`, type, one) });
}

/** Everything that a row must be, joined by AND; the condition on sites comes first. */
export function conditions(source: Source, parameters: Parameters): string {
  const filters = passing(source, source.filters, 'filter', parameters);
  return [inScope(source.scope, parameters), ...within(source.time, source.ranges, parameters), ...filters].join(' AND ');
}

/** What a row must be to pass each filter. @param name of the parameters, which are numbered */
export function passing(source: Judged, filters: readonly Filter[], name: string, parameters: Parameters): string[] {
  return filters.map((filter, i) => condition(source, filter, `${name}${i}`, parameters));
}
