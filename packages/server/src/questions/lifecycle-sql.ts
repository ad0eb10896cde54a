/**
 * When each address was first listed, crawled, found in a search engine and visited, as SQL. All that is kept is read, whatever the range: what comes
 * first is known only from all of it. What compile.ts promises holds here as in coverage-sql.ts.
 */
import type { CompiledQuery } from './compile.js';
import { type KnownUrls, looksOf, millis, sourceOf } from './coverage-sql.js';
import type { Table } from './columns.js';
import { Parameters } from './parameters.js';
import type { TimeRange } from './period.js';
import type { Page, Sort } from './plan.js';

export interface LifecyclePlan extends KnownUrls {
  /** In which an address was first seen. */
  readonly range: TimeRange;
  /** Names of crawlers that are told apart. */
  readonly crawlers: readonly string[];
  /** What has not happened to it. */
  readonly missing: '' | 'crawl' | 'search' | 'visit';
}

type Steps = Pick<LifecyclePlan, 'range'> & KnownUrls;

const SEARCHED = "channel = 'search'";
const TIMES = ['crawl', 'search', 'visit', 'listed'] as const;
const NAMES = ['crawl_name', 'search_name'] as const;

/** One SELECT of a union. @param columns beside the address */
interface Part {
  readonly table: Table;
  readonly columns: (parameters: Parameters) => string;
  readonly groups: string;
  readonly more?: string;
}

function union(plan: KnownUrls, parts: readonly Part[]): CompiledQuery {
  const selects = parts.filter(({ table }) => table !== 'sitemap_urls' || plan.readings.length > 0).map(({ table, columns, groups, more = '' }, i) => {
    const parameters = new Parameters(`p${i}_`);
    const { key, condition } = sourceOf(plan, table, parameters);
    return { sql: `SELECT ${key} AS k, ${columns(parameters)} FROM ${table} WHERE ${condition}${more} GROUP BY ${groups}`, params: parameters.values };
  });
  return { sql: selects.map(({ sql }) => sql).join('\nUNION ALL\n'), params: Object.assign({}, ...selects.map(({ params }) => params)) as CompiledQuery['params'], looks: looksOf(plan, null) };
}

/** Columns of a part; times that it has not are 0, names ''. */
function columnsOf(plan: LifecyclePlan, own: Readonly<Record<string, string>>): string {
  const times = [...TIMES, ...plan.crawlers.map((_, i) => `crawl_${i}`)].map((name) => `${own[name] ?? 'toUInt64(0)'} AS m_${name}`);
  return [...times, ...NAMES.map((name) => `${own[name] ?? "''"} AS m_${name}`)].join(', ');
}

/** A row for each address that was first seen in the range: each time comes from one of the parts. */
function known(plan: LifecyclePlan): CompiledQuery {
  const inner = union(plan, [
    {
      table: 'visits', groups: 'k',
      columns: () => columnsOf(plan, { visit: millis('min(created_at)'), search: millis(`minIf(created_at, ${SEARCHED})`), search_name: `toString(argMinIf(referer_name, (created_at, id), ${SEARCHED}))` }),
    },
    {
      table: 'spider_hits', groups: 'k',
      columns: (parameters) => columnsOf(plan, {
        crawl: millis('min(created_at)'), crawl_name: 'toString(argMin(name, (created_at, id)))',
        ...Object.fromEntries(plan.crawlers.map((name, i) => [`crawl_${i}`, millis(`minIf(created_at, name = ${parameters.add(`name${i}`, 'String', name)})`)])),
      }),
    },
    { table: 'sitemap_urls', groups: 'k', columns: () => columnsOf(plan, { listed: millis('min(published_at)') }) },
  ]);
  const times = [...TIMES, ...plan.crawlers.map((_, i) => `crawl_${i}`)].map((name) => `sum(p.m_${name}) AS m_${name}`);
  const names = NAMES.map((name) => `max(p.m_${name}) AS m_${name}`);
  const parameters = new Parameters();
  const [from, to] = [parameters.add('from', 'UInt64', plan.range.from), parameters.add('to', 'UInt64', plan.range.to)];
  const missing = plan.missing === '' ? '' : ` AND m_${plan.missing} = 0`;
  return {
    sql: `(SELECT k, ${[...times, ...names].join(', ')}, arrayMin(arrayFilter(at -> at > 0, [m_crawl, m_visit, m_listed])) AS m_seen FROM (\n${inner.sql}\n) AS p GROUP BY k)\nWHERE m_seen >= ${from} AND m_seen < ${to}${missing}`,
    params: { ...inner.params, ...parameters.values },
    looks: looksOf(plan, null),
  };
}

const DIRECTIONS = { asc: 'ASC', desc: 'DESC' } as const;
const STEPS: ReadonlySet<string> = new Set(['crawl', 'search', 'visit']);

/** Columns k, m_seen, m_<step>, m_<step>_name, of crawlers m_crawl_<place>: the newest first unless sorted otherwise; steps by how long they took, those that never came last. */
export function compileLifecycle(plan: LifecyclePlan, sort: readonly Sort[], page: Page): CompiledQuery {
  const { sql, params, looks = [] } = known(plan);
  const parameters = new Parameters();
  const rules = (sort.length === 0 ? [{ by: 'seen_at', direction: 'desc' } as const] : sort).flatMap(({ by, direction }) => {
    if (by === 'key') return [`k ${DIRECTIONS[direction]}`];
    if (by === 'seen_at') return [`m_seen ${DIRECTIONS[direction]}`];
    if (!STEPS.has(by)) throw new RangeError(`addresses have no ${JSON.stringify(by)} to be ordered by`);
    return [`m_${by} = 0 ASC`, `m_${by} - m_seen ${DIRECTIONS[direction]}`];
  });
  const limit = `LIMIT ${parameters.add('limit', 'UInt32', page.limit)} OFFSET ${parameters.add('offset', 'UInt32', page.offset)}`;
  return { sql: `SELECT * FROM ${sql}\nORDER BY ${[...rules, 'k'].join(', ')}\n${limit}`, params: { ...params, ...parameters.values }, looks };
}

/** One row: `urls`, how many addresses there are. */
export function compileLifecycleTotal(plan: LifecyclePlan): CompiledQuery {
  const { sql, params, looks = [] } = known({ ...plan, crawlers: [] });
  return { sql: `SELECT count() AS urls FROM ${sql}`, params, looks };
}

/** Rows of an answer at most: sites times who came to them. */
const MOST_ROWS = 5_000;

/**
 * Columns site_id, kind (`crawl`, `search`, `visit`, and `all` for every address), name ('' for the first of any), reached, median (milliseconds from
 * first seen, the mean of the two in the middle where they are even).
 */
export function compileMedians(plan: Steps): CompiledQuery {
  const step = (kind: string, name: string, at: string): string => `site_id, '${kind}' AS kind, ${name} AS name, ${millis(at)} AS at`;
  const inner = union(plan, [
    { table: 'visits', groups: 'site_id, k', columns: () => step('visit', "''", 'min(created_at)') },
    { table: 'visits', groups: 'site_id, k, referer_name', more: ` AND ${SEARCHED}`, columns: () => step('search', 'toString(referer_name)', 'min(created_at)') },
    { table: 'spider_hits', groups: 'site_id, k, spider_hits.name', columns: () => step('crawl', 'toString(spider_hits.name)', 'min(created_at)') },
    { table: 'sitemap_urls', groups: 'site_id, k', columns: () => step('listed', "''", 'min(published_at)') },
  ]);
  const parameters = new Parameters();
  const [from, to] = [parameters.add('from', 'UInt64', plan.range.from), parameters.add('to', 'UInt64', plan.range.to)];
  return {
    sql: `SELECT site_id, step.1 AS kind, step.2 AS name, count() AS reached, quantileExactInclusive(0.5)(toInt64(step.3) - toInt64(seen)) AS median
FROM (
  SELECT site_id, seen, arrayJoin(arrayConcat(steps, arrayFilter(one -> one.3 > 0, [('crawl', '', first_crawl), ('search', '', first_search), ('all', '', seen)]))) AS step
  FROM (
    SELECT site_id, k, min(at) AS seen, minIf(at, kind = 'crawl') AS first_crawl, minIf(at, kind = 'search') AS first_search, groupArrayIf((kind, name, at), kind != 'listed') AS steps
    FROM (\n${inner.sql}\n) AS p GROUP BY site_id, k HAVING seen >= ${from} AND seen < ${to}
  )
)
GROUP BY site_id, kind, name
ORDER BY kind = 'all' DESC, reached DESC, site_id, kind, name
LIMIT ${MOST_ROWS}`,
    params: { ...inner.params, ...parameters.values },
    looks: looksOf(plan, null),
  };
}
