/** What rolls hours up: the statements. */
import { batchFailure } from '../failures.js';
import type { Connection } from '../connection.js';
import type { QueryParams } from '../query-params.js';
import { storeTime } from '../store-time.js';
import { ask } from '../store-query.js';
import { HOUR, HOUR_MS, numbersOf, ROWS } from './numbered-visits.js';
import { createValueRollUps, type ValueRollUps } from './roll-up-values.js';
import type { RolledHours } from './rolled-hours.js';
import type { Span } from './span-set.js';

/** A site that is worth it. */
export interface BusySite {
  readonly siteId: number;
  /** Hour of its first visit. */
  readonly first: number;
  /** How many it has. */
  readonly visits: number;
}

export interface RollUps extends ValueRollUps {
  /** Sites with so many visits. */
  busySites(atLeast: number): Promise<BusySite[]>;
  /** Visits by hour, `from` up to, but without, `to`. */
  visitsOf(siteId: number, from: number, to: number): Promise<ReadonlyMap<number, number>>;
  /** Rolls the hours up (of a site, ascending) that nothing changes. @returns how many */
  rollUp(siteId: number, hours: readonly number[], signal: AbortSignal): Promise<number>;
  /** Adds hours that are rolled up together to spans (of a site, ascending, without overlap). @returns how many */
  addUp(siteId: number, spans: readonly Span[], signal: AbortSignal): Promise<number>;
}

const PATIENCE_SECONDS = 120;
/** Numbers from here on are given for the length of a question; see questions/compile-rolled.ts. */
const MOST = 3_000_000_000;
/** In the background: beside everybody who waits for something, and in little memory. */
const QUIETLY = { max_threads: 1, max_insert_threads: '1', max_memory_usage: '700000000', max_bytes_before_external_group_by: '200000000', insert_deduplicate: 0, async_insert: 0 } as const;

const NUMBERED = [['visitor_numbers', 'visitor'], ['address_numbers', 'ip']] as const;

const numbering = (table: string, column: string): string => `INSERT INTO ${table} (site_id, ${column}, number)
SELECT {site:UInt32}, ${column}, toUInt32({base:UInt32} + rowNumberInAllBlocks()) FROM (SELECT DISTINCT ${column} FROM visits WHERE ${ROWS})
WHERE ${column} NOT IN (SELECT ${column} FROM ${table} WHERE site_id = {site:UInt32} AND ${column} IN (SELECT ${column} FROM visits WHERE ${ROWS}))`;

/** Every hour that was asked for has a row, one without a visit as well; a visitor without a number ends it. */
const ADDING = `INSERT INTO rolled_hours (site_id, hour, pv, referer_num, visitors, addresses)
SELECT {site:UInt32}, h, sum(num), sum(found), groupBitmapMergeState(vs), groupBitmapMergeState(ips) FROM (
  SELECT arrayJoin({hours:Array(UInt32)}) AS h, toUInt64(0) AS num, toUInt64(0) AS found, bitmapBuild(emptyArrayUInt32()) AS vs, bitmapBuild(emptyArrayUInt32()) AS ips
  UNION ALL
  SELECT ${HOUR} AS h, count() AS num, countIf(channel = 'search') AS found,
    groupBitmapState(toUInt32(v.number + throwIf(v.number = 0, 'a visitor has no number'))) AS vs,
    groupBitmapState(toUInt32(a.number + throwIf(a.number = 0, 'an address has no number'))) AS ips
  FROM (SELECT created_at, visitor, ip, channel FROM visits WHERE ${ROWS}) AS s
  ANY LEFT JOIN ${numbersOf('visitor_numbers', 'visitor')} AS v ON s.visitor = v.visitor
  ANY LEFT JOIN ${numbersOf('address_numbers', 'ip')} AS a ON s.ip = a.ip
  GROUP BY h
) GROUP BY h`;

/** Of the hours of some spans; one that has no row ends it. */
const ADDING_UP = `INSERT INTO rolled_spans (site_id, first, hours, pv, referer_num, visitors, addresses)
SELECT {site:UInt32}, f, l + throwIf(count() != l, 'an hour is not rolled up'), sum(pv), sum(referer_num), groupBitmapMergeState(visitors), groupBitmapMergeState(addresses) FROM (
  SELECT hour, pv, referer_num, visitors, addresses, roundDown(hour, {firsts:Array(UInt32)}) AS f, {lengths:Array(UInt16)}[indexOf({firsts:Array(UInt32)}, f)] AS l
  FROM rolled_hours WHERE site_id = {site:UInt32} AND hour >= {from:UInt32} AND hour < {to:UInt32}
) WHERE hour < f + l GROUP BY f, l`;

/** Over a connection that this process alone uses to change the store. Everything fails as a question or a batch does. */
export function createRollUps(connection: Connection, rolled: RolledHours): RollUps {
  const run = async (query: string, params: QueryParams): Promise<void> => {
    try {
      await connection.client().command({ query, query_params: params, clickhouse_settings: { ...QUIETLY } });
    } catch (error) {
      throw batchFailure(error);
    }
  };

  async function nextNumber(table: string, siteId: number): Promise<number> {
    const { rows } = await ask<{ last: number }>(connection, `SELECT max(number) AS last FROM ${table} WHERE site_id = {site:UInt32}`, { site: siteId }, { maxSeconds: PATIENCE_SECONDS });
    const next = (rows[0]?.last ?? 0) + 1;
    if (next > MOST / 2) throw new RangeError(`site ${String(siteId)} has more visitors than can be numbered`);
    return next;
  }

  return {
    ...createValueRollUps(run, rolled),
    async busySites(atLeast) {
      const { rows } = await ask<{ site_id: number; num: string }>(connection, 'SELECT site_id, count() AS num FROM visits GROUP BY site_id HAVING num >= {least:UInt64} ORDER BY site_id', { least: atLeast }, { maxSeconds: PATIENCE_SECONDS });
      const sites: BusySite[] = [];
      for (const { site_id: siteId, num } of rows) {
        const { rows: first } = await ask<{ at: string }>(connection, 'SELECT toUnixTimestamp64Milli(created_at) AS at FROM visits WHERE site_id = {site:UInt32} ORDER BY site_id, created_at LIMIT 1', { site: siteId }, { maxSeconds: PATIENCE_SECONDS });
        sites.push({ siteId, first: Math.max(1, Math.floor(Number(first[0]?.at ?? 0) / HOUR_MS)), visits: Number(num) });
      }
      return sites;
    },
    async visitsOf(siteId, from, to) {
      const params = { site: siteId, from: storeTime(from * HOUR_MS), to: storeTime(to * HOUR_MS) };
      const { rows } = await ask<{ h: number; num: string }>(
        connection,
        `SELECT ${HOUR} AS h, count() AS num FROM visits WHERE site_id = {site:UInt32} AND created_at >= {from:DateTime64(3, 'UTC')} AND created_at < {to:DateTime64(3, 'UTC')} GROUP BY h`,
        params,
        { maxSeconds: PATIENCE_SECONDS },
      );
      return new Map(rows.map(({ h, num }) => [h, Number(num)]));
    },
    async rollUp(siteId, wanted, signal) {
      await rolled.load();
      if (await rolled.rows.hasOpenMutations()) return 0;
      return rolled.build(siteId, wanted, async (hours) => {
        const [first = 0, last = 0] = [hours[0], hours.at(-1)];
        const params = { site: siteId, from: storeTime(first * HOUR_MS), to: storeTime((last + 1) * HOUR_MS), hours };
        for (const [table, column] of NUMBERED) await run(numbering(table, column), { ...params, base: await nextNumber(table, siteId) });
        await run(ADDING, params);
      }, signal);
    },
    addUp: (siteId, wanted, signal) => rolled.buildSpans(siteId, wanted, async (spans) => {
      const last = spans.at(-1);
      await run(ADDING_UP, { site: siteId, firsts: spans.map(({ first }) => first), lengths: spans.map(({ hours }) => hours), from: spans[0]?.first ?? 0, to: last === undefined ? 0 : last.first + last.hours });
    }, signal),
  };
}
