/** The only texts that name columns and functions in questions: the contract's catalogue, and what it does not list. */
import { DIMENSIONS, METRICS, type DimensionKind } from '@footfall/contract';

export type Table = 'visits' | 'spider_hits' | 'events' | 'ledger';

/** A column that a question can group, filter or list by. */
export interface Column {
  readonly sql: string;
  readonly kind: DimensionKind;
}

/** Type of a parameter that is compared with a column of the kind. */
export const PARAMETER_TYPE: Readonly<Record<DimensionKind, string>> = {
  text: 'String',
  number: 'Float64',
  flag: 'UInt8',
  time: "DateTime64(3, 'UTC')",
  address: 'IPv6',
};

const text = (sql: string): Column => ({ sql, kind: 'text' });
const number = (sql: string): Column => ({ sql, kind: 'number' });

/** Columns beside the catalogue's; these are no dimensions that an operator chooses. */
const OTHERS: Readonly<Record<Table, ReadonlyMap<string, Column>>> = {
  visits: new Map([['site_id', number('site_id')]]),
  spider_hits: new Map([['site_id', number('site_id')], ['country_code', text('country_code')]]),
  events: new Map([['site_id', number('site_id')], ['name', text('name')], ['country_code', text('country_code')], ['device_type', text('device_type')]]),
  ledger: new Map([['site_id', number('site_id')], ['outcome', text('outcome')], ['reason', text('reason')]]),
};

/** @throws RangeError for what is in no catalogue: a mistake in a question, or an attempt to name something else */
export function columnOf(table: Table, id: string): Column {
  const column = OTHERS[table].get(id) ?? (table === 'visits' ? DIMENSIONS.get(id) : undefined);
  if (column === undefined) throw new RangeError(`${table} has no column ${JSON.stringify(id)} to ask for`);
  return column;
}

const { pv, uv, ip, referer_num: refererNum } = METRICS;

const FIGURES: Readonly<Record<Table, ReadonlyMap<string, string>>> = {
  visits: new Map([
    ...[pv, uv, ip, refererNum].map((metric) => [metric.id, metric.sql] as const),
    ['last_at', 'toUInt64(toUnixTimestamp64Milli(max(created_at)))'],
    // One address is in one country; should a new table have moved it, the choice is at least the same each time.
    ['country_code', 'max(country_code)'],
  ]),
  spider_hits: new Map([
    ['hits', 'count()'],
    ['last_at', 'toUInt64(toUnixTimestamp64Milli(max(created_at)))'],
  ]),
  events: new Map([
    ['events', 'count()'],
    // Visitor 0 is nobody: a server that did not say who it was.
    ['visitors', 'uniqExactIf(visitor, visitor != 0)'],
    ['last_at', 'toUInt64(toUnixTimestamp64Milli(max(created_at)))'],
  ]),
  ledger: new Map([['num', 'sum(num)']]),
};

/** @throws RangeError for what is in no catalogue */
export function figureOf(table: Table, id: string): string {
  const sql = FIGURES[table].get(id);
  if (sql === undefined) throw new RangeError(`${table} has no figure ${JSON.stringify(id)} to ask for`);
  return sql;
}
