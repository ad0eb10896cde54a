/** The only texts that name columns and functions in questions: the contract's catalogue, and what it does not list. */
import { AGGREGATES_OF, AI_TYPES, COUNTED_ONLY, DIMENSIONS, METRICS, type Aggregate, type DimensionKind } from '@footfall/contract';

export type Table = 'visits' | 'spider_hits' | 'events' | 'ledger' | 'sitemap_urls';

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
  id: 'UInt64',
};

const text = (sql: string): Column => ({ sql, kind: 'text' });
const number = (sql: string): Column => ({ sql, kind: 'number' });

/** The batch that a row came in. */
const BATCH: readonly [string, Column] = ['batch_id', { sql: 'batch_id', kind: 'id' }];

/** What a server is asked for: what stands behind a `#` is never sent; and the same without parameters. */
const ASKED: readonly (readonly [string, Column])[] = [['url_asked', text('cutFragment(url)')], ['url_page', text('cutQueryString(cutFragment(url))')]];

/** Columns beside the catalogue's; these are no dimensions that an operator chooses. */
const OTHERS: Readonly<Record<Table, ReadonlyMap<string, Column>>> = {
  visits: new Map([
    BATCH,
    ['site_id', number('site_id')],
    ['source', text('source')],
    ['session_id', { sql: 'session_id', kind: 'id' }],
    ['visitor', { sql: 'visitor', kind: 'id' }],
    ['url_path', text('cutQueryStringAndFragment(url)')],
    ...ASKED,
    ['entry_path', text('cutQueryStringAndFragment(entry_url)')],
  ]),
  spider_hits: new Map<string, Column>([
    BATCH,
    ...['country_code', 'type', 'name', 'reason', 'url', 'referer', 'user_agent', 'method', 'source'].map((column) => [column, text(column)] as const),
    ...['site_id', 'spider_id', 'status', 'bytes'].map((column) => [column, number(column)] as const),
    ['id', { sql: 'id', kind: 'id' }],
    ['ip', { sql: 'ip', kind: 'address' }],
    ['created_at', { sql: 'created_at', kind: 'time' }],
    ['url_path', text('cutQueryStringAndFragment(url)')],
    ...ASKED,
  ]),
  events: new Map([BATCH, ['site_id', number('site_id')], ['name', text('name')], ['country_code', text('country_code')], ['device_type', text('device_type')]]),
  ledger: new Map([BATCH, ['site_id', number('site_id')], ['outcome', text('outcome')], ['reason', text('reason')]]),
  sitemap_urls: new Map<string, Column>([['site_id', number('site_id')], ['reading', { sql: 'reading', kind: 'id' }], ...ASKED]),
};

/** @throws RangeError for what is in no catalogue: a mistake in a question, or an attempt to name something else */
export function columnOf(table: Table, id: string): Column {
  const column = OTHERS[table].get(id) ?? (table === 'visits' ? DIMENSIONS.get(id) : undefined);
  if (column === undefined) throw new RangeError(`${table} has no column ${JSON.stringify(id)} to ask for`);
  return column;
}

const FAILED = 'ifNull(status, 0) >= 400';
const REDIRECTED = 'ifNull(status, 0) >= 300 AND ifNull(status, 0) < 400 AND ifNull(status, 0) != 304';
/** Whether an address has parameters; what stands behind a `#` is never asked for. */
export const HAS_PARAMETERS = "position(cutFragment(url), '?') > 0";

/** What a hit was spent on: each is of one of these, or of none. */
export const SPENT = { errors: FAILED, redirects: REDIRECTED, parameters: `NOT (${FAILED}) AND NOT (${REDIRECTED}) AND ${HAS_PARAMETERS}` } as const;

const { pv, uv, ip, referer_num: refererNum } = METRICS;

/** Visits of a device that are shown. Source: specification 1, section 2, "the 3 latest visits". */
export const LATEST = 3;

const FIGURES: Readonly<Record<Table, ReadonlyMap<string, string>>> = {
  visits: new Map([
    ...[pv, uv, ip, refererNum].map((metric) => [metric.id, metric.sql] as const),
    ['last_at', 'toUInt64(toUnixTimestamp64Milli(max(created_at)))'],
    ['first_at', 'toUInt64(toUnixTimestamp64Milli(min(created_at)))'],
    // When the latest visits were, milliseconds, commas between them.
    ['latest_at', `arrayStringConcat(arrayMap(at -> toString(-at), groupArraySorted(${LATEST})(-toUnixTimestamp64Milli(created_at))), ',')`],
    ['sessions', METRICS.sessions.sql],
    ['user_agent', 'argMax(user_agent, (created_at, id))'],
    ['device_type', 'argMax(device_type, (created_at, id))'],
    ['os_name', 'argMax(os_name, (created_at, id))'],
    ['browser_name', 'argMax(browser_name, (created_at, id))'],
    // One address is in one country; should a new table have moved it, the choice is at least the same each time.
    ['country_code', 'max(country_code)'],
  ]),
  spider_hits: new Map([
    ['hits', 'count()'],
    ['bytes', 'sum(ifNull(bytes, 0))'],
    ['answered', 'countIf(isNotNull(status))'],
    ['failed', `countIf(${FAILED})`],
    ...Object.entries(SPENT).map(([spent, sql]) => [spent, `countIf(${sql})`] as const),
    ...AI_TYPES.map((type) => [type, `countIf(type = '${type}')`] as const),
    ['last_at', 'toUInt64(toUnixTimestamp64Milli(max(created_at)))'],
  ]),
  events: new Map([
    ['events', 'count()'],
    // Visitor 0 is nobody: a server that did not say who it was.
    ['visitors', 'uniqExactIf(visitor, visitor != 0)'],
    ['last_at', 'toUInt64(toUnixTimestamp64Milli(max(created_at)))'],
  ]),
  ledger: new Map([['num', 'sum(num)']]),
  sitemap_urls: new Map(),
};

const CALL = /^(\w+)\((\*|\w+)\)$/u;

/** The text form of an address as people write it: IPv4 stands as ::ffff:a.b.c.d. Absent is `::`. */
export const ADDRESS_TEXT = (sql: string): string => `if(startsWith(toString(${sql}), '::ffff:'), substring(toString(${sql}), 8), toString(${sql}))`;

/** Whether a row has the fact; null where every row has. */
function presence({ sql, kind }: Column): string | null {
  if (kind === 'text') return `${sql} != ''`;
  if (kind === 'address') return `${sql} != toIPv6('::')`;
  return kind === 'number' || kind === 'flag' ? `isNotNull(${sql})` : null;
}

const FUNCTIONS: Readonly<Record<Exclude<Aggregate, 'count' | 'distinct'>, (sql: string) => string>> = {
  min: (sql) => `min(${sql})`,
  max: (sql) => `max(${sql})`,
  sum: (sql) => `sum(${sql})`,
  avg: (sql) => `avg(${sql})`,
  median: (sql) => `quantileExactInclusive(0.5)(${sql})`,
};

/** An aggregate of a visit's column: `function(column)` or `count(*)`; undefined for anything else. */
function aggregateOf(id: string): string | undefined {
  const [, name, argument = ''] = CALL.exec(id) ?? [];
  if (id === 'count(*)') return 'count()';
  if (name === 'distinct' && (COUNTED_ONLY as readonly string[]).includes(argument)) return `uniqExact(${argument})`;
  const column = DIMENSIONS.get(argument);
  const call = column === undefined ? undefined : AGGREGATES_OF[column.kind].find((known) => known === name);
  if (column === undefined || call === undefined) return undefined;
  const present = presence(column);
  if (call === 'count') return present === null ? 'count()' : `countIf(${present})`;
  if (call === 'distinct') return present === null ? `uniqExact(${column.sql})` : `uniqExactIf(${column.sql}, ${present})`;
  return column.kind === 'time' ? `toUInt64(toUnixTimestamp64Milli(${FUNCTIONS[call](column.sql)}))` : FUNCTIONS[call](column.sql);
}

/** The end of an alias for a figure's column; ids are names of the catalogue, or calls that are put together of such. */
export function aliasOf(figure: string): string {
  return figure.replace('(*)', '_all').replaceAll(/[()]/gu, '_');
}

/** @throws RangeError for what is in no catalogue */
export function figureOf(table: Table, id: string): string {
  const sql = FIGURES[table].get(id) ?? (table === 'visits' ? aggregateOf(id) : undefined);
  if (sql === undefined) throw new RangeError(`${table} has no figure ${JSON.stringify(id)} to ask for`);
  return sql;
}
