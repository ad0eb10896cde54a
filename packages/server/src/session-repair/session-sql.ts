/**
 * The definition of a session, as the store applies it. Visits of one visitor on one site, in order of time (equal times: of
 * id, then url): a visit more than the gap after the one before begins a session, whose id follows from its start and
 * whose entry page is that visit's url; any other visit belongs to the session of the one before.
 */
import { SESSION_ID_FACTORS } from '../enrich/session-id.js';

/** As enrich/session-id.ts; UInt64 wraps in the store. `start` is an Int64 of milliseconds. */
function idOf(visitor: string, start: string): string {
  const { start: byStart, site, mix } = SESSION_ID_FACTORS;
  const keyed = `bitXor(${visitor}, toUInt64(${start}) * toUInt64(${byStart}) + toUInt64({site:UInt32}) * toUInt64(${site}))`;
  const mixed = `(bitXor(${keyed}, bitShiftRight(${keyed}, 32)) * toUInt64(${mix}))`;
  return `bitXor(${mixed}, bitShiftRight(${mixed}, 29))`;
}

const WITHIN = "site_id = {site:UInt32} AND created_at >= {low:DateTime64(3, 'UTC')} AND created_at <= {high:DateTime64(3, 'UTC')}";
const BATCHES = 'batch_id >= {first_batch:UInt64} AND batch_id <= {last_batch:UInt64}';
const COLUMNS = 'visitor, toUnixTimestamp64Milli(created_at) AS at, id, url, session_id, entry_url';
const ORDER = 'PARTITION BY visitor ORDER BY at, id, url';
/** Memory beyond which sorting goes to disk. */
const SPILL = 'SETTINGS max_bytes_before_external_sort = 268435456, max_bytes_before_external_group_by = 268435456';
/** Earlier than any visit: what stands for "the visit before" where there is none. */
export const NONE = -9_000_000_000_000_000;

/** Rows of each batch, in order. */
export const BATCH_SIZES = `SELECT batch_id, count() AS num FROM visits WHERE ${BATCHES} GROUP BY batch_id ORDER BY batch_id LIMIT {limit:UInt32}`;

/** Where the visits of some batches lie: by site and hour, the first and the last (milliseconds UTC) and how many. */
export const HOURS = `
SELECT site_id, toUnixTimestamp64Milli(created_at) - positiveModulo(toUnixTimestamp64Milli(created_at), 3600000) AS hour,
  toUnixTimestamp64Milli(min(created_at)) AS first, toUnixTimestamp64Milli(max(created_at)) AS last, count() AS num
FROM visits WHERE ${BATCHES} GROUP BY site_id, hour ORDER BY site_id, hour`;

const OF_BATCHES = `
SELECT ${COLUMNS} FROM visits
WHERE ${WITHIN} AND visitor GLOBAL IN (
  SELECT visitor FROM visits
  WHERE site_id = {site:UInt32} AND created_at >= {from:DateTime64(3, 'UTC')} AND created_at <= {to:DateTime64(3, 'UTC')} AND ${BATCHES} AND visitor >= {least:UInt64})`;
/** So many at a time, the next from `least` on, so that the memory of whoever reads them does not grow with the visitors of an hour. */
const SOME = 'ORDER BY visitor LIMIT {limit:UInt32}';
const OF_VISITORS = `SELECT ${COLUMNS} FROM visits WHERE ${WITHIN} AND visitor IN {visitors:Array(UInt64)}`;

/**
 * Those visitors of some batches of whom it takes more than a glance to see that their visits fit, and from when to when those are. Those of all others lie within one gap, say
 * the same session and entry page (which is told by its hash), and where the first of them can be judged it is the only one at its instant and begins that
 * session. Nothing has to be brought into order for it, which is most of the work of `MISFITS`.
 */
export const SUSPECTS = `
SELECT visitor, min(at) AS first, max(at) AS last FROM (SELECT *, session_id = ${idOf('visitor', 'at')} AS begins FROM (${OF_BATCHES}))
GROUP BY visitor
HAVING last - first > {gap:Int64} OR min(session_id) != max(session_id) OR min(cityHash64(entry_url)) != max(cityHash64(entry_url))
  OR (first - {gap:Int64} >= {low_ms:Int64} AND (any(session_id) != ${idOf('visitor', 'first')} OR sum(begins) != 1 OR sum(begins AND entry_url = url) != 1))
${SOME} ${SPILL}`;

/**
 * Those of some visitors of whom a visit does not fit the one before it, and from when to when. A visit and its
 * neighbours are all that has to be looked at: sessions are right as soon as each visit fits the one before. The first
 * visit in the window can be judged only when nothing before the window could be near enough.
 */
export const MISFITS = `
SELECT visitor, min(at) AS first, max(at) AS last FROM (
  SELECT visitor, at, url, session_id, entry_url, lagInFrame(at, 1, toInt64(${NONE})) OVER w AS before,
    lagInFrame(session_id) OVER w AS session_before, lagInFrame(entry_url) OVER w AS entry_before
  FROM (${OF_VISITORS})
  WINDOW w AS (${ORDER} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW))
WHERE if(at - before <= {gap:Int64}, session_id != session_before OR entry_url != entry_before,
  (before != ${NONE} OR at - {gap:Int64} >= {low_ms:Int64}) AND (entry_url != url OR session_id != ${idOf('visitor', 'at')}))
GROUP BY visitor ${SPILL}`;

/** All visitors of some batches, and from when to when, whether their sessions fit or not. */
export const EVERYBODY = `SELECT visitor, min(at) AS first, max(at) AS last FROM (${OF_BATCHES}) GROUP BY visitor ${SOME} ${SPILL}`;

/**
 * The sessions of some visitors within a window: those with visits that say otherwise (`wrong`: when those were), and those that may
 * go on outside of the window.
 */
export const SESSIONS = `
SELECT visitor, start_at AS first, max(at) AS last, argMin(url, (at, id, url)) AS entry, ${idOf('visitor', 'start_at')} AS session,
  arrayDistinct(arrayMap(one -> one.1, arrayFilter(one -> one.2 != session OR one.3 != entry, groupArray((at, session_id, entry_url))))) AS wrong
FROM (
  SELECT *, max(if(at - before > {gap:Int64}, at, toInt64(${NONE}))) OVER (${ORDER} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS start_at
  FROM (
    SELECT *, lagInFrame(at, 1, toInt64(${NONE})) OVER (${ORDER} ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
    FROM (${OF_VISITORS})))
GROUP BY visitor, start_at
HAVING notEmpty(wrong) OR first - {gap:Int64} < {low_ms:Int64} OR last + {gap:Int64} > {high_ms:Int64} ${SPILL}`;
