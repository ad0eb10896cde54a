/**
 * The access log of a site beside its beacons, as SQL. What compile.ts promises holds here: names are written here or in columns.ts, values are parameters, every SELECT over a
 * table has its scope.
 */
import { ASSET_ENDINGS, MACHINE_PATHS, MATCH_WINDOW } from '@footfall/contract';
import type { CompiledQuery, Look } from './compile.js';
import { conditions } from './conditions.js';
import type { Bucket } from './grain.js';
import { Parameters } from './parameters.js';
import type { TimeRange } from './period.js';
import { during, everything, type Filter, type Page, type Source, where } from './plan.js';
import type { SiteScope } from './scope.js';

export interface ReconcilePlan {
  readonly scope: SiteScope;
  /** Whole days, one after the other. */
  readonly days: readonly Bucket[];
  /** What is asked about of them. */
  readonly range: TimeRange;
  /** What both sources cover: ascending, without overlap. */
  readonly spans: readonly TimeRange[];
}

const SECOND = 1_000;
/** Milliseconds beyond the days from which requests and beacons are read: one that a pair at midnight may depend on has others near it. */
const MARGIN = 600_000;
const HOUR = 3_600_000;

/** Browsers that run no script. An agent that names no browser at all is none either. */
const WITHOUT_SCRIPT = ['', 'Lynx', 'Links', 'ELinks', 'w3m', 'Dillo', 'Mosaic'];

const SOURCES: Filter = { column: 'source', operator: 'in', value: ['log', 'tracker', 'pixel'] };
const HAS_AGENT: Filter = { column: 'user_agent', operator: 'present', value: '' };
const MILLIS = 'toUnixTimestamp64Milli(created_at)';

/** What a server is asked for: the host is often not in a log, and what stands behind a `#` never. */
const PAGE = "cityHash64(if(startsWith(pathFull(url) AS path, '/'), cutFragment(path), concat('/', cutFragment(path))))";

/** The records of both, those of crawlers too. */
const recordsOf = (scope: SiteScope, table: 'visits' | 'spider_hits', range: TimeRange): Source => where(during(everything(scope, table), [range]), [SOURCES]);

const wholeDays = ({ days }: ReconcilePlan): TimeRange => ({ from: days[0]?.at ?? 0, to: days.at(-1)?.end ?? 0 });

/** Requests and beacons of people, of the days and a little beyond. */
function viewsOfPeople(plan: ReconcilePlan): Source {
  const { from, to } = wholeDays(plan);
  return where(recordsOf(plan.scope, 'visits', { from: from - MARGIN, to: to + MARGIN }), [HAS_AGENT]);
}

/** Requests of crawlers that may have been page views. */
const requestsOfCrawlers = (plan: ReconcilePlan): Source => where(during(everything(plan.scope, 'spider_hits'), [wholeDays(plan)]), [{ column: 'source', value: 'log' }, { column: 'method', value: 'GET' }]);

const joined = (...sources: readonly Source[]): readonly Look[] => sources.map((plan) => ({ as: 'joined', plan }));

/**
 * Columns `hour` (since 1970), `is_log`, `records`, `people` (those not by crawlers), `first`, `last` (milliseconds), `without_agent`: the records of each source, crawlers' included, by hour. Requests without an
 * agent are no records here, for nothing can be laid beside them.
 */
export function compileSourceHours(scope: SiteScope, range: TimeRange): CompiledQuery {
  const [visits, hits] = [new Parameters('v_'), new Parameters('h_')];
  const part = (table: 'visits' | 'spider_hits', parameters: Parameters): string =>
    `SELECT ${MILLIS} AS at, source = 'log' AS is_log, ${table === 'visits' ? "user_agent = '' AS is_bare, 1" : '0 AS is_bare, 0'} AS is_person FROM ${table} WHERE ${conditions(recordsOf(scope, table, range), parameters)}`;
  return {
    sql: `SELECT intDiv(at, ${HOUR}) AS hour, is_log, countIf(NOT is_bare) AS records, countIf(NOT is_bare AND is_person) AS people, minIf(at, NOT is_bare) AS first, maxIf(at, NOT is_bare) AS last, countIf(is_bare) AS without_agent
FROM (${part('visits', visits)} UNION ALL ${part('spider_hits', hits)})
GROUP BY hour, is_log
ORDER BY hour, is_log`,
    params: { ...visits.values, ...hits.values },
    looks: joined(recordsOf(scope, 'visits', range), recordsOf(scope, 'spider_hits', range)),
  };
}

/** Whether an instant (SQL, milliseconds) is in one of the ranges. */
function within(at: string, ranges: readonly TimeRange[], name: string, parameters: Parameters): string {
  const edges = parameters.add(name, 'Array(Int64)', [0, ...ranges.flatMap(({ from, to }) => [from, to])]);
  const flags = parameters.add(`${name}_in`, 'Array(UInt8)', [0, ...ranges.flatMap(() => [1, 0])]);
  return `transform(roundDown(${at}, ${edges}), ${edges}, ${flags}, toUInt8(0))`;
}

/**
 * Requests and beacons of one visitor for one page, each pair once, as `pairs`; requests left over as `alone`. In the order of time each beacon takes the oldest request of its window
 * that is still free: there are no more pairs in any other way, and nothing is to be decided by chance.
 */
function pairs(plan: ReconcilePlan, parameters: Parameters): string {
  const source = conditions(viewsOfPeople(plan), parameters);
  const bare = parameters.add('without_script', 'Array(String)', WITHOUT_SCRIPT);
  const [after, before] = [parameters.add('after', 'Int64', MATCH_WINDOW.after * SECOND), parameters.add('before', 'Int64', MATCH_WINDOW.before * SECOND)];
  const free = `greatest(held.1, toUInt32(arrayCount(line -> line.1 < beacon.1 - ${after}, lines)))`;
  const there = `toUInt32(arrayCount(line -> line.1 <= beacon.1 + ${before}, lines))`;
  const none = '(toInt64(0), toUInt64(0))';
  return `SELECT page, who, is_bare, lines, beacons,
    arrayFold((held, beacon) -> if(${free} < ${there}, (toUInt32(${free} + 1), arrayPushBack(held.2, lines[${free} + 1])), (held.1, arrayPushBack(held.2, ${none}))), beacons, (toUInt32(0), CAST([], 'Array(Tuple(Int64, UInt64))'))).2 AS taken
  FROM (
    SELECT page, who, max(bare) AS is_bare, arraySort(groupArrayIf((at, id), is_log)) AS lines, arraySort(groupArrayIf((at, id, is_pixel), NOT is_log)) AS beacons
    FROM (SELECT ${MILLIS} AS at, id, source = 'log' AS is_log, source = 'pixel' AS is_pixel, is_log AND browser_name IN ${bare} AS bare, ${PAGE} AS page, cityHash64(ip, user_agent) AS who FROM visits WHERE ${source})
    GROUP BY page, who
  )`;
}

/** Columns day, at, finding, is_log, line_id, beacon_id, beacon_at of the views of people; of a pair, day and time are the request's. */
function people(plan: ReconcilePlan, parameters: Parameters): string {
  const days = parameters.add('days', 'Array(Int64)', plan.days.map(({ at }) => at));
  const { from, to } = wholeDays(plan);
  const [first, last] = [parameters.add('first', 'Int64', from), parameters.add('last', 'Int64', to)];
  return `SELECT day, at, line_id, beacon_id, beacon_at, line_id != 0 AS is_log,
  multiIf(
    line_id != 0 AND beacon_id != 0, if(is_pixel, 'pixel', 'matched'),
    line_id != 0, multiIf(NOT max(beacon_id != 0) OVER visitor, if(is_bare, 'no_script_browser', 'silent_visitor'), NOT max(beacon_id != 0) OVER page_day, 'silent_page', 'lost'),
    minIf(at, line_id != 0) OVER own < at AND max(line_id != 0) OVER own, 'again',
    NOT max(line_id != 0) OVER visitor, 'unlogged_visitor',
    NOT max(line_id != 0) OVER page_day, 'unlogged_page',
    'unlogged_view') AS finding
FROM (
  SELECT page, who, is_bare, view.1 AS at, roundDown(view.1, ${days}) AS day, view.2 AS line_id, view.3 AS beacon_id, view.4 AS beacon_at, view.5 AS is_pixel
  FROM (${pairs(plan, parameters)})
  ARRAY JOIN arrayConcat(
    arrayMap((beacon, line) -> (if(line.2 = 0, beacon.1, line.1), line.2, beacon.2, beacon.1, beacon.3), beacons, taken),
    arrayMap(line -> (line.1, line.2, toUInt64(0), toInt64(0), toUInt8(0)), arraySymmetricDifference(lines, arrayFilter(line -> line.2 != 0, taken)))) AS view
  WHERE at >= ${first} AND at < ${last}
)
WINDOW visitor AS (PARTITION BY day, who), page_day AS (PARTITION BY day, page), own AS (PARTITION BY day, page, who)`;
}

/** The same columns of crawlers' requests that would be page views if people had sent them: logs/page-rules.ts has the rules. */
function crawlers(plan: ReconcilePlan, parameters: Parameters): string {
  const days = parameters.add('days', 'Array(Int64)', plan.days.map(({ at }) => at));
  const source = conditions(requestsOfCrawlers(plan), parameters);
  const path = "lower(splitByChar(';', path(url))[1])";
  const ending = "if(position(splitByChar('/', page)[-1], '.') > 0, splitByChar('.', page)[-1], '')";
  return `SELECT roundDown(${MILLIS}, ${days}) AS day, ${MILLIS} AS at, id AS line_id, toUInt64(0) AS beacon_id, toInt64(0) AS beacon_at, toUInt8(1) AS is_log, 'crawler' AS finding
FROM (SELECT created_at, id, ${path} AS page FROM spider_hits WHERE ${source} AND (isNull(status) OR status = 304 OR status BETWEEN 200 AND 299))
WHERE NOT match(page, ${parameters.add('machine', 'String', MACHINE_PATHS)}) AND ${ending} NOT IN ${parameters.add('endings', 'Array(String)', ASSET_ENDINGS)}`;
}

/** Every view of the range: columns day, at, line_id, beacon_id, beacon_at, is_log, finding, is_compared. */
function views(plan: ReconcilePlan): CompiledQuery {
  const [visits, hits, parameters] = [new Parameters('v_'), new Parameters('h_'), new Parameters()];
  const asked = within('at', [plan.range], 'range', parameters);
  return {
    sql: `SELECT day, at, line_id, beacon_id, beacon_at, is_log, finding, ${within('at', plan.spans, 'spans', parameters)} AS is_compared
FROM (${people(plan, visits)}\nUNION ALL\n${crawlers(plan, hits)})
WHERE ${asked} = 1`,
    params: { ...visits.values, ...hits.values, ...parameters.values },
    looks: joined(viewsOfPeople(plan), requestsOfCrawlers(plan)),
  };
}

/** Columns `day`, `finding` (outside of what is compared `log` or `beacon`) and `num`. */
export function compileFindings(plan: ReconcilePlan): CompiledQuery {
  const { sql, params, looks = [] } = views(plan);
  return { sql: `SELECT day, if(is_compared = 1, finding, if(is_log, 'log', 'beacon')) AS found, count() AS num FROM (${sql}) GROUP BY day, found`, params, looks };
}

/** Columns at, line_id, beacon_id, beacon_at, finding of the views that were compared, the newest first. */
export function compileReconciledViews(plan: ReconcilePlan, findings: readonly string[], page: Page): CompiledQuery {
  const { sql, params, looks = [] } = views(plan);
  const own = new Parameters('l_');
  const limit = `LIMIT ${own.add('limit', 'UInt32', page.limit)} OFFSET ${own.add('offset', 'UInt32', page.offset)}`;
  return {
    sql: `SELECT at, line_id, beacon_id, beacon_at, finding FROM (${sql}) WHERE is_compared = 1 AND finding IN ${own.add('findings', 'Array(String)', findings)}
ORDER BY at DESC, line_id DESC, beacon_id DESC
${limit}`,
    params: { ...params, ...own.values },
    looks,
  };
}
