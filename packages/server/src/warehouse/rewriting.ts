import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { everywhere } from './cluster.js';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { ask } from './store-query.js';

export interface Rewriting {
  readonly connection: Connection;
  readonly database: string;
  readonly topology: Topology;
  readonly log: Logger;
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;
const SAY_EVERY_MS = 10_000;

/**
 * Resolves when rows already stored are as they were told to be (`modifyColumns`, `fillColumns`, `dropColumns`), on all servers. Until then a question
 * about rows that were changed in place fails: "Applying patch parts is not supported with more than one on-fly ALTER MODIFY" (26.7).
 * What stands in its way is logged, and tried again by the store.
 * @param sayEvery milliseconds between two lines of the log
 */
export async function rowsRewritten({ connection, database, topology, log }: Rewriting, sayEvery = SAY_EVERY_MS): Promise<void> {
  let said = performance.now();
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    const { rows } = await ask<{ open: string; parts: string; failure: string }>(
      connection,
      `SELECT count() AS open, max(parts_to_do) AS parts, max(latest_fail_reason) AS failure FROM ${everywhere(topology, 'system.mutations')}
        WHERE database = {database:String} AND NOT is_done AND match(command, '(MODIFY|DROP) COLUMN|UPDATE')`,
      { database },
      {},
    );
    const [state] = rows;
    if (state === undefined || state.open === '0') return;
    if (performance.now() - said >= sayEvery) {
      said = performance.now();
      log[state.failure === '' ? 'info' : 'warn']({ parts: Number(state.parts), ...(state.failure === '' ? {} : { failure: state.failure }) }, 'store: rows are written anew in the types of this version; the start waits for it');
    }
    await pause(wait);
  }
}
