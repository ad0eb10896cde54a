import type { Connection } from './connection.js';
import { ask } from './store-query.js';
import { storeTime } from './store-time.js';

/** The newest visit of a visitor on a site: what is needed to go on counting his session after a restart. */
export interface RecentSession {
  readonly site_id: number;
  /** UInt64 as decimal text. */
  readonly visitor: string;
  readonly session_id: string;
  readonly entry_url: string;
  /** Milliseconds UTC. */
  readonly last_at: number;
}

/** Ids asked for in one request: 200 KB of text, a few milliseconds of parsing. */
const IDS_PER_REQUEST = 10_000;

const KNOWN = `
SELECT toString(id) AS id FROM visits
WHERE site_id = {site:UInt32} AND created_at >= {from:DateTime64(3, 'UTC')} AND created_at <= {to:DateTime64(3, 'UTC')} AND id IN {ids:Array(UInt64)}
UNION ALL
SELECT toString(id) AS id FROM spider_hits
WHERE site_id = {site:UInt32} AND created_at >= {from:DateTime64(3, 'UTC')} AND created_at <= {to:DateTime64(3, 'UTC')} AND id IN {ids:Array(UInt64)}`;

/**
 * Which of the given ids are stored already, among visits and spider hits.
 * @param ids UInt64 as decimal text
 * @param fromMs both ends inclusive, milliseconds UTC: when the records with these ids happened
 * @throws FootfallError as a question does
 */
export async function knownIds(connection: Connection, siteId: number, ids: readonly string[], fromMs: number, toMs: number): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    const params = { site: siteId, from: storeTime(fromMs), to: storeTime(toMs), ids: ids.slice(at, at + IDS_PER_REQUEST) };
    const { rows } = await ask<{ id: string }>(connection, KNOWN, params, {});
    for (const row of rows) known.add(row.id);
  }
  return known;
}

const KNOWN_EVENT_IDS = 'SELECT DISTINCT toString(id) AS id FROM event_ids WHERE site_id = {site:UInt32} AND id IN {ids:Array(UInt64)}';

/**
 * Which of the ids (UInt64 as decimal text) that servers gave to their events are stored already, whenever that was.
 * @throws FootfallError as a question does
 */
export async function knownEventIds(connection: Connection, siteId: number, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    const { rows } = await ask<{ id: string }>(connection, KNOWN_EVENT_IDS, { site: siteId, ids: ids.slice(at, at + IDS_PER_REQUEST) }, {});
    for (const row of rows) known.add(row.id);
  }
  return known;
}

const LOG_HOURS = `
SELECT DISTINCT toUInt32(intDiv(toUnixTimestamp64Milli(created_at), 3600000)) AS hour FROM visits WHERE site_id = {site:UInt32} AND source = 'log'
UNION DISTINCT
SELECT DISTINCT toUInt32(intDiv(toUnixTimestamp64Milli(created_at), 3600000)) AS hour FROM spider_hits WHERE site_id = {site:UInt32} AND source = 'log'`;

/**
 * The hours, counted in UTC from 1970, of which anything from a log of the site is stored.
 * @throws FootfallError as a question does
 */
export async function logHours(connection: Connection, siteId: number): Promise<number[]> {
  const { rows } = await ask<{ hour: number }>(connection, LOG_HOURS, { site: siteId }, { maxSeconds: 120 });
  return rows.map(({ hour }) => hour);
}

/**
 * All ids that servers gave to their events, as they are stored: 8 bytes each, little-endian.
 * @throws ClickHouse's own error
 */
export async function allEventIds(connection: Connection): Promise<AsyncIterable<Uint8Array>> {
  const { stream } = await connection.client().exec({ query: 'SELECT id FROM event_ids FORMAT RowBinary' });
  return stream as AsyncIterable<Uint8Array>;
}

const RECENT_IDS = `
SELECT toString(id) AS id FROM visits WHERE received_at >= {since:DateTime64(3, 'UTC')} AND source != 'log' ORDER BY received_at DESC LIMIT {limit:UInt32}
UNION ALL
SELECT toString(id) AS id FROM spider_hits WHERE received_at >= {since:DateTime64(3, 'UTC')} AND source != 'log' ORDER BY received_at DESC LIMIT {limit:UInt32}
UNION ALL
SELECT toString(id) AS id FROM events WHERE received_at >= {since:DateTime64(3, 'UTC')} ORDER BY received_at DESC LIMIT {limit:UInt32}`;

/**
 * Ids of what was received since `sinceMs` other than from logs, at most `limit` of each table, the newest.
 * @throws FootfallError as a question does
 */
export async function recentIds(connection: Connection, sinceMs: number, limit: number): Promise<string[]> {
  const { rows } = await ask<{ id: string }>(connection, RECENT_IDS, { since: storeTime(sinceMs), limit }, {});
  return rows.map(({ id }) => id);
}

const RECENT = `
SELECT site_id, visitor, argMax(session_id, created_at) AS session_id, argMax(entry_url, created_at) AS entry_url,
  toUnixTimestamp64Milli(max(created_at)) AS last_at
FROM visits WHERE created_at >= {since:DateTime64(3, 'UTC')}
GROUP BY site_id, visitor`;

/**
 * The visitors seen since `sinceMs`, each with the session of his newest visit.
 * @throws FootfallError as a question does
 */
export async function recentSessions(connection: Connection, sinceMs: number): Promise<RecentSession[]> {
  const { rows } = await ask<Omit<RecentSession, 'last_at'> & { last_at: string }>(connection, RECENT, { since: storeTime(sinceMs) }, {});
  return rows.map((row) => ({ ...row, last_at: Number(row.last_at) }));
}
