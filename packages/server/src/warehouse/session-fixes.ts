/**
 * Changing the session and entry page of stored visits.
 *
 * Invariants:
 * - The values are written down in `session_fixes` first; the change (one lightweight update of `visits`) takes them from there.
 * - `fixSessions` resolves when every named visit has its new values, durably. When it rejects, some may have them and others not;
 *   doing it again is the same as doing it once.
 * - One change at a time: what a call that nobody heard the end of left running is waited for (`sessionFixesDone`).
 */
import { insertBatch } from './batches.js';
import { changeSettings, everywhere, storedEverywhere } from './cluster.js';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { batchFailure } from './failures.js';
import { ask } from './store-query.js';

/** Every visit of the visitor on the site at `at` (milliseconds UTC) is to have this session and entry page. */
export interface SessionFix {
  readonly siteId: number;
  /** UInt64 as decimal text, like `sessionId`. */
  readonly visitor: string;
  readonly at: number;
  readonly sessionId: string;
  readonly entryUrl: string;
}

const RUNS_PER_MS = 1_000;
/** Milliseconds after which the values of a run are left over: its process ended in the middle. */
const LEFT_OVER_MS = 3_600_000;
const POLL_MS = 100;
const KEY = 'cityHash64(site_id, visitor, created_at)';

const pause = (ms: number): Promise<void> => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

/**
 * Resolves when no change of sessions is under way.
 * @throws FootfallError as a question does
 */
export async function sessionFixesDone(connection: Connection, topology: Topology): Promise<void> {
  // Not by its first word: the engine, and a server that was given the statement by another one, put a comment in front.
  const running = `SELECT count() AS num FROM ${everywhere(topology, 'system.processes')} WHERE position(query, 'UPDATE') > 0 AND position(query, 'session_fixes') > 0 AND position(query, 'system.processes') = 0`;
  while (Number((await ask<{ num: string }>(connection, running, {}, {})).rows[0]?.num ?? 0) > 0) await pause(POLL_MS);
}

async function dropRuns(connection: Connection, topology: Topology, runs: readonly string[]): Promise<void> {
  for (const run of runs) await connection.client().command({ query: `ALTER TABLE ${storedEverywhere(topology, 'session_fixes')} DROP PARTITION {run:UInt64}`, query_params: { run } });
}

/** The change itself. Which rows: exactly those named; which values: looked up by a hash, which need only be unique among them. */
function changeOf(database: string, topology: Topology): string {
  const named = `FROM ${database}.${topology.kind === 'single' ? 'session_fixes' : 'session_fixes_local'} WHERE run = {run:UInt64}`;
  const values = (column: string): string => `(SELECT groupArray(value) FROM (SELECT ${column} AS value ${named} ORDER BY ${KEY}))`;
  return `UPDATE ${storedEverywhere(topology, 'visits')} SET
    session_id = transform(${KEY}, ${values(KEY)}, ${values('session_id')}, session_id),
    entry_url = transform(${KEY}, ${values(KEY)}, ${values('entry_url')}, entry_url)
  WHERE site_id IN (SELECT site_id ${named}) AND created_at >= (SELECT min(created_at) ${named}) AND created_at <= (SELECT max(created_at) ${named})
    AND (site_id, visitor, created_at) IN (SELECT site_id, visitor, created_at ${named})`;
}

/**
 * Gives stored visits the sessions named; each instant of a visitor at most once. Costs about as much as inserting as many rows.
 * @param now milliseconds UTC
 * @throws StoreUnavailable
 */
export async function fixSessions(connection: Connection, database: string, topology: Topology, fixes: readonly SessionFix[], now: number): Promise<void> {
  if (fixes.length === 0) return;
  const run = String(BigInt(now) * BigInt(RUNS_PER_MS) + BigInt(Math.floor(Math.random() * RUNS_PER_MS)));
  try {
    const before = String((now - LEFT_OVER_MS) * RUNS_PER_MS);
    const { rows } = await ask<{ run: string }>(connection, 'SELECT DISTINCT run FROM session_fixes WHERE run < {before:UInt64} LIMIT 1000', { before }, {});
    const lines = fixes.map(({ siteId, visitor, at, sessionId, entryUrl }) => `${JSON.stringify([run, siteId, visitor, at, sessionId, entryUrl])}\n`);
    await insertBatch(connection, topology, { table: 'session_fixes', columns: ['run', 'site_id', 'visitor', 'created_at', 'session_id', 'entry_url'], body: Buffer.from(lines.join('')), token: `session-fixes-${run}` });
    await connection.client().command({ query: changeOf(database, topology), query_params: { run }, clickhouse_settings: changeSettings(topology) });
    await dropRuns(connection, topology, [...rows.map((row) => row.run), run]);
  } catch (error) {
    throw batchFailure(error);
  }
}
