/**
 * Suspicious visitors as SQL: devices that contradict themselves, walks, and addresses with many fingerprints, laid together. What compile.ts promises holds here:
 * names are written here or in columns.ts, values are parameters, every SELECT over a table has its scope.
 *
 * - `regular_walk`: at least 10 views by one visitor at one address, of 3 pages or more, of whose intervals nine in ten lie within a tenth of their median (two
 *   seconds at most). People who read, wait and click do not come near; a page that loads itself again is one page.
 * - `fast_walk`: at least 20 views of 10 pages or more with a median of less than a second between them: faster than anybody reads.
 * - `many_fingerprints`: 20 on one day (UTC) at one address, all with one version of one browser on one system. Offices and mobile networks share addresses
 *   among many people, so that it is a hint; addresses that a site shortens, and those of private networks, are not looked at.
 *
 * A visitor is a fingerprint, and phones of one model may share one (ADR 6), so that walks are of a visitor at an address.
 */
import { hiddenSql } from './authenticity-sql.js';
import { ADDRESS_TEXT } from './columns.js';
import type { CompiledQuery, Look } from './compile.js';
import { conditions } from './conditions.js';
import type { Interval } from './crawler-ranges.js';
import { ANY_MASK, bitOf, type DeviceSign, deviceSigns, maskSql, SURE_MASK } from './device-signs.js';
import { Parameters } from './parameters.js';
import type { Page, Source } from './plan.js';

export const WALK = { views: 10, pages: 3, near: 0.9, within: 0.1, most: 2_000, times: 2_000 } as const;
export const FAST = { views: 20, pages: 10, median: 1_000 } as const;
export const CROWD = { fingerprints: 20 } as const;

export interface SuspicionPlan {
  /** Visits. */
  readonly source: Source;
  /** Zone and country that do not go together, as `zone country`. */
  readonly apart: readonly string[];
  /** Networks that are nobody's on the internet. */
  readonly hidden: readonly Interval[];
}

/** Each sign is worked out of whole columns: choosing the rows that a part of a condition leaves takes longer. */
const WHOLE = { short_circuit_function_evaluation: 'disable' } as const;
/** The same over all rows of a stretch of time, of which every one is read: what could tell which need not be takes longer than that, and so does reading a part of the columns first. */
const EVERY = { ...WHOLE, use_skip_indexes: 0, optimize_move_to_prewhere: 0 } as const;
const looksOf = ({ source }: Pick<SuspicionPlan, 'source'>): readonly Look[] => [{ as: 'joined', plan: source }];

const MILLIS = 'toUInt64(toUnixTimestamp64Milli(created_at))';
const FACTS = ['ip', 'fingerprint', 'country_code', 'device_type', 'device_model', 'os_name', 'browser_name', 'user_agent'] as const;

/** Of the newest visit. Agents are long, so that they are read only where they are shown. */
const AGENT = ', argMax(user_agent, (created_at, id)) AS agent';

/** Visitors who come in some visits. */
interface Among {
  readonly condition: string;
  /** Whether they are few. */
  readonly areFew: boolean;
}

/**
 * Visitors at an address with enough views to be walks: columns visitor, walk (mask), views, pages, intervals, near, median, last and, if asked for, agent.
 * @param among of whom alone: then those as well who have enough views and do not walk. null: of everybody
 */
function walks(condition: string, hasAgent = false, among: Among | null = null): string {
  const theirs = among === null ? '' : `PREWHERE visitor GLOBAL IN (SELECT visitor FROM visits WHERE ${among.condition}) `;
  const agent = hasAgent ? ', agent' : '';
  // PREWHERE: the store reads the other columns of those rows alone, which it does by itself with a list, but not with `GLOBAL IN`.
  // Most visitors have fewer views than make a walk, anywhere: who has not is told by one column. Of few visitors all views are looked at sooner than that column twice.
  const enough = `visitor GLOBAL IN (SELECT visitor FROM visits ${theirs}WHERE ${condition} GROUP BY visitor HAVING count() >= ${WALK.views})`;
  const looked = among === null ? `WHERE ${condition} AND ${enough}` : `${among.areFew ? theirs : `PREWHERE ${enough} `}WHERE ${condition}`;
  const grouped = `SELECT visitor, ip, count() AS views, uniqExact(url) AS pages, max(${MILLIS}) AS last, arraySort(groupArraySorted(${WALK.times})(toInt64(toUnixTimestamp64Milli(created_at)))) AS times${hasAgent ? AGENT : ''}
FROM visits ${looked} AND visitor != 0 GROUP BY visitor, ip HAVING views >= ${WALK.views}`;
  const gaps = `SELECT visitor, ip, views, pages, last, arrayPopFront(arrayDifference(times)) AS gaps, length(gaps) AS intervals, arraySort(gaps)[intDiv(intervals + 1, 2)] AS median${agent} FROM (${grouped})`;
  const near = `SELECT visitor, ip, views, pages, last, intervals, median, arrayCount(gap -> abs(gap - median) <= least(median * ${WALK.within}, ${WALK.most}), gaps) AS near${agent} FROM (${gaps})`;
  const regular = `if(pages >= ${WALK.pages} AND median >= ${FAST.median} AND near >= intervals * ${WALK.near}, ${bitOf('regular_walk')}, 0)`;
  const fast = `if(views >= ${FAST.views} AND pages >= ${FAST.pages} AND median < ${FAST.median}, ${bitOf('fast_walk')}, 0)`;
  return `SELECT visitor, ip, views, pages, last, intervals, median, near, toUInt32(${regular} + ${fast}) AS walk${agent} FROM (${near})${among === null ? ' WHERE walk != 0' : ''}`;
}

/** Addresses with many fingerprints: columns ip, day, the browser, fingerprints, views, last and, if asked for, agent. @param among which addresses alone: those of other visits */
function crowds(condition: string, hidden: string, hasAgent = false, among: string | null = null): string {
  // With a limit the addresses that are left are looked at; without one every visit's is.
  const looked = (addresses: string): string =>
    `ip GLOBAL IN (SELECT ip FROM (${addresses} LIMIT ${Number.MAX_SAFE_INTEGER}) WHERE NOT endsWith(${ADDRESS_TEXT('ip')}, '.0') AND NOT endsWith(toString(ip), '::') AND NOT (${hidden}))`;
  const theirs = among === null ? '' : `PREWHERE ${looked(`SELECT ip FROM visits WHERE ${among} GROUP BY ip`)} `;
  const enough = `SELECT ip FROM visits ${theirs}WHERE ${condition} AND fingerprint != '' GROUP BY ip HAVING count() >= ${CROWD.fingerprints}`;
  const all = among === null ? `WHERE ${condition} AND ${looked(enough)}` : `PREWHERE ip GLOBAL IN (${enough}) WHERE ${condition}`;
  return `SELECT ip, toDate(created_at, 'UTC') AS day, browser_name, browser_version, os_name, os_version, device_model, uniqExact(fingerprint) AS fingerprints, count() AS views, max(${MILLIS}) AS last${hasAgent ? AGENT : ''}
FROM visits ${all} AND fingerprint != ''
GROUP BY ip, day, browser_name, browser_version, os_name, os_version, device_model HAVING fingerprints >= ${CROWD.fingerprints}`;
}

/** Of visitors by the signs of their devices, visitors by their walks, and addresses: columns who, mask, views, last. */
const ofDevices = (condition: string, signs: readonly DeviceSign[]): string => `SELECT d.visitor AS who, groupBitOr(d.bits) AS mask, count() AS views, max(d.at) AS last
FROM (SELECT visitor, ${MILLIS} AS at, ${maskSql(signs)} AS bits FROM visits WHERE ${condition}) AS d WHERE d.bits != 0 GROUP BY d.visitor`;
const ofWalks = (condition: string, among: Among | null = null): string =>
  `SELECT w.visitor AS who, groupBitOr(w.walk) AS mask, maxIf(w.views, w.walk != 0) AS views, maxIf(w.last, w.walk != 0) AS last FROM (${walks(condition, false, among)}) AS w GROUP BY w.visitor`;
const ofCrowds = (condition: string, hidden: string, among: string | null = null): string =>
  `SELECT ${ADDRESS_TEXT('c.ip')} AS who, toUInt32(${bitOf('many_fingerprints')}) AS mask, max(c.views) AS views, max(c.last) AS last FROM (${crowds(condition, hidden, false, among)}) AS c GROUP BY c.ip`;

/** Columns kind, who, mask, views, last. */
function suspects({ source, apart, hidden }: SuspicionPlan, parameters: Parameters): string {
  const condition = conditions(source, parameters);
  const parts = [['visitor', ofDevices(condition, deviceSigns(apart, parameters))], ['visitor', ofWalks(condition)], ['address', ofCrowds(condition, hiddenSql(hidden, parameters))]];
  const all = parts.map(([kind = '', part = '']) => `SELECT '${kind}' AS kind, toString(p.who) AS who, p.mask AS mask, p.views AS views, p.last AS last FROM (${part}) AS p`);
  return `SELECT s.kind AS kind, s.who AS who, groupBitOr(s.mask) AS mask, max(s.views) AS views, max(s.last) AS last FROM (\n${all.join('\nUNION ALL\n')}\n) AS s GROUP BY kind, who`;
}

/** Visits of a stretch of time, and what has to be looked at once more for it. */
export interface SuspicionParts extends Omit<SuspicionPlan, 'source'> {
  readonly devices: Source;
  /** All visits, and those whose addresses are looked at. */
  readonly walks: Source;
  readonly crowds: Source;
  /** Of visitors, and addresses, those alone that come in these are looked at; null: all. */
  readonly among: Source | null;
  /** Whether those are few. */
  readonly areFew: boolean;
}

/** What one part says: of visitors as records, of addresses as lists of one length. */
export interface PartsRow {
  readonly part: 'devices' | 'walks' | 'crowds';
  /** In the order of their bytes, in base64url: visitor (8 bytes), mask (4), views (4), last (8), each as the store keeps it, the least byte first. */
  readonly records: string;
  readonly who: readonly string[];
  readonly masks: readonly number[];
  readonly views: readonly number[];
  readonly lasts: readonly (string | number)[];
}

/** Rows are PartsRow, one of each part, of `most` at most: what `suspects` lays together. Of walks that are looked at among others the mask may be 0. */
export function compileParts({ devices, walks: walking, crowds: crowding, among, areFew, apart, hidden }: SuspicionParts, most: number): CompiledQuery {
  const all = { devices: new Parameters('d_'), walks: new Parameters('w_'), among: new Parameters('a_'), crowds: new Parameters('c_') };
  const theirs = among === null ? null : conditions(among, all.among);
  const limit = `LIMIT ${all.crowds.add('most', 'UInt32', most)}`;
  const lists = ['who', 'mask', 'views', 'last'];
  const record = "concat(reinterpret(toUInt64(g.who), 'FixedString(8)'), reinterpret(toUInt32(g.mask), 'FixedString(4)'), reinterpret(toUInt32(g.views), 'FixedString(4)'), reinterpret(toUInt64(g.last), 'FixedString(8)'))";
  const visitors = (part: string, sql: string): string =>
    `SELECT '${part}' AS part, base64URLEncode(arrayStringConcat(arraySort(groupArray(${record})))) AS records, emptyArrayString() AS who, emptyArrayUInt32() AS masks, emptyArrayUInt64() AS views, emptyArrayUInt64() AS lasts FROM (${sql} ${limit}) AS g`;
  const parts = [
    visitors('devices', ofDevices(conditions(devices, all.devices), deviceSigns(apart, all.devices))),
    visitors('walks', ofWalks(conditions(walking, all.walks), theirs === null ? null : { condition: theirs, areFew })),
    `SELECT 'crowds' AS part, '' AS records, ${lists.map((column) => `groupArray(g.${column})`).join(', ')} FROM (${ofCrowds(conditions(crowding, all.crowds), hiddenSql(hidden, all.crowds), theirs)} ${limit}) AS g`,
  ];
  return { sql: `SELECT * FROM (\n${parts.join('\nUNION ALL\n')}\n)`, settings: WHOLE, params: Object.assign({}, ...Object.values(all).map(({ values }) => values)) as CompiledQuery['params'] };
}

/** Columns kind, mask, num: how many visitors and addresses have which signs together. */
export function compileMasks(plan: SuspicionPlan): CompiledQuery {
  const parameters = new Parameters();
  return { sql: `SELECT kind, mask, count() AS num FROM (${suspects(plan, parameters)}) GROUP BY kind, mask`, settings: EVERY, params: parameters.values, looks: looksOf(plan) };
}

const DIRECTIONS = { asc: 'ASC', desc: 'DESC' } as const;
const ORDERS = { signs: (direction: string) => `bitCount(bitAnd(mask, ${SURE_MASK})) ${direction}, bitCount(mask) ${direction}`, views: (direction: string) => `views ${direction}`, last_at: (direction: string) => `last ${direction}` } as const;
export type SuspicionSort = keyof typeof ORDERS;

export interface SuspicionRule {
  readonly by: SuspicionSort;
  readonly direction: 'asc' | 'desc';
}

/** Most sure signs first unless sorted otherwise, then the last seen. */
function orderOf(sort: readonly SuspicionRule[]): string {
  const rules = (sort.length === 0 ? [{ by: 'signs', direction: 'desc' } as const] : sort).map(({ by, direction }) => ORDERS[by](DIRECTIONS[direction]));
  return [...rules, 'last DESC', 'kind', 'who'].join(', ');
}

/** Columns kind, who, mask, views, last, in their order, and num, how many there are of that kind and mask, of which there are `most` rows at most: a page of any signs, and `compileMasks`, from one reading. */
export function compileFirst(plan: SuspicionPlan, sort: readonly SuspicionRule[], most: number): CompiledQuery {
  const parameters = new Parameters();
  return {
    sql: `SELECT kind, who, mask, views, last, count() OVER (PARTITION BY kind, mask) AS num FROM (${suspects(plan, parameters)})\nORDER BY ${orderOf(sort)}\nLIMIT ${parameters.add('most', 'UInt32', most)} BY kind, mask`,
    settings: EVERY,
    params: parameters.values,
    looks: looksOf(plan),
  };
}

/** Columns kind, who, mask, views, last of those with a sign of `wanted`. */
export function compileSuspects(plan: SuspicionPlan, wanted: number, sort: readonly SuspicionRule[], page: Page): CompiledQuery {
  const parameters = new Parameters();
  const limit = `LIMIT ${parameters.add('limit', 'UInt32', page.limit)} OFFSET ${parameters.add('offset', 'UInt32', page.offset)}`;
  return {
    sql: `SELECT kind, who, mask, views, last FROM (${suspects(plan, parameters)}) WHERE bitAnd(mask, ${parameters.add('wanted', 'UInt32', wanted)}) != 0\nORDER BY ${orderOf(sort)}\n${limit}`,
    settings: EVERY,
    params: parameters.values,
    looks: looksOf(plan),
  };
}

/** What stands for all visits of a question, each visitor's, or each address's. */
export type By = 'all' | 'visitor' | 'ip';

/**
 * A row for each: columns who, pv, first, last, f_<fact> of the newest visit, and n_<place> and v_<place> of each sign of the device: how many views show it, and its values in the newest of them, its agent last.
 * @param mask the signs that are looked for; what is not told of the others costs nothing
 */
export function compileDevices({ source, apart }: SuspicionPlan, by: By, mask = ANY_MASK): CompiledQuery {
  const parameters = new Parameters();
  const condition = conditions(source, parameters);
  const who = { all: "''", visitor: 'toString(visitor)', ip: ADDRESS_TEXT('ip') }[by];
  const signs = deviceSigns(apart, parameters).map((sign, place) => ({ ...sign, place })).filter(({ code }) => (bitOf(code) & mask) !== 0);
  const read = [...new Set<string>(['visitor', ...FACTS, ...signs.flatMap(({ values }) => values)])];
  // What is looked at twice is worked out once: the store reads each condition as often as it is written.
  const each = `SELECT ${[...read, `${MILLIS} AS ms`, '(created_at, id) AS w_at', ...signs.map(({ sql, place }) => `ifNull(${sql}, 0) AS s_${place}`)].join(', ')} FROM visits WHERE ${condition}`;
  const told = signs.flatMap(({ values, place }) => [
    `countIf(s_${place}) AS n_${place}`,
    `argMaxIf([${[...values, 'user_agent'].map((column) => `ifNull(toString(${column}), '')`).join(', ')}], w_at, s_${place}) AS v_${place}`,
  ]);
  const facts = FACTS.map((column) => `argMax(${column === 'ip' ? ADDRESS_TEXT('ip') : `toString(${column})`}, w_at) AS f_${column}`);
  const columns = ['count() AS pv', 'min(ms) AS first', 'max(ms) AS last', ...facts, ...told];
  return { sql: `SELECT ${who} AS who, ${columns.join(', ')} FROM (${each}) GROUP BY ${by === 'all' ? 'who' : by}`, settings: WHOLE, params: parameters.values, looks: looksOf({ source }) };
}

/** The walk of each visitor that has one, at the address where it has most views: columns who, walk (mask), views, pages, intervals, median, near, agent. */
export function compileWalks({ source }: SuspicionPlan): CompiledQuery {
  const parameters = new Parameters();
  const columns = 'walk, views, pages, intervals, median, near, agent';
  return { sql: `SELECT toString(visitor) AS who, ${columns} FROM (SELECT visitor, ip, ${columns} FROM (${walks(conditions(source, parameters), true)}) ORDER BY views DESC, ip LIMIT 1 BY visitor, walk) ORDER BY views DESC, who, walk LIMIT 2000`, params: parameters.values, looks: looksOf({ source }) };
}

/** The day with most fingerprints of each address that has many: columns who, day, fingerprints, views, browser_name, browser_version, os_name, agent. */
export function compileCrowds({ source, hidden }: SuspicionPlan): CompiledQuery {
  const parameters = new Parameters();
  const inner = crowds(conditions(source, parameters), hiddenSql(hidden, parameters), true);
  return { sql: `SELECT ${ADDRESS_TEXT('ip')} AS who, toString(day) AS day, fingerprints, views, browser_name, browser_version, os_name, agent FROM (SELECT * FROM (${inner}) ORDER BY fingerprints DESC, day DESC LIMIT 1 BY ip) ORDER BY who`, params: parameters.values, looks: looksOf({ source }) };
}
