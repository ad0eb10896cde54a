/**
 * Whose rows are being copied into a store: kept in it beside the steps of its schema, so that nobody takes a half of a copy for a store, and
 * a copy that was broken off is gone on with by the installation that began it, and by no other.
 */
import { insertSettings } from './cluster.js';
import type { Connection } from './connection.js';
import type { Topology } from './ddl.js';
import { batchFailure } from './failures.js';
import { ask } from './store-query.js';

export interface MoveMark {
  /** The installation whose rows they are. */
  readonly installation: string;
  readonly finished: boolean;
}

/** No step of the schema has this number; migrate.ts has a mark of its own under it. */
const NUMBER = 0;
const BEGUN = 'begun: ';
const FINISHED = 'finished: ';

/** The mark of a store; null where nothing was ever copied into it. @throws FootfallError as a question does */
export async function readMoveMark(connection: Connection): Promise<MoveMark | null> {
  const { rows } = await ask<{ name: string }>(connection, 'SELECT DISTINCT name FROM migrations WHERE id = {id:UInt32}', { id: NUMBER }, {});
  const withPrefix = (prefix: string): string | undefined => rows.find(({ name }) => name.startsWith(prefix))?.name.slice(prefix.length);
  const done = withPrefix(FINISHED);
  const begun = done ?? withPrefix(BEGUN);
  return begun === undefined ? null : { installation: begun, finished: done !== undefined };
}

/** @param now milliseconds UTC @throws StoreUnavailable */
export async function writeMoveMark(connection: Connection, topology: Topology, { installation, finished }: MoveMark, now: number): Promise<void> {
  try {
    await connection.client().command({
      query: 'INSERT INTO migrations (id, name, applied_at) SELECT {id:UInt32}, {name:String}, fromUnixTimestamp64Milli({at:Int64})',
      query_params: { id: NUMBER, name: `${finished ? FINISHED : BEGUN}${installation}`, at: now },
      clickhouse_settings: insertSettings(topology),
    });
  } catch (error) {
    throw batchFailure(error);
  }
}
