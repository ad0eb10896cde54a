import type { Connection } from './connection.js';
import { ask } from './store-query.js';

const PATIENCE_SECONDS = 2;

/**
 * The engine, which hashes texts in its own way, and the last block of each month that visits lie in. Merging keeps it, and so do corrections, which lie apart
 * until they are merged in: whoever makes some takes what is kept away first (`rolled/kept-over-starts.ts`).
 */
const BLOCKS = "SELECT version() AS engine, partition_id AS partition, max(max_block_number) AS block FROM system.parts WHERE database = {database:String} AND table = 'visits' AND active AND NOT startsWith(partition_id, 'patch-') GROUP BY partition_id ORDER BY partition_id";

/** Another text once visits have been stored, by another engine, and for a store that was put back as it had been before. @throws as a question does */
export async function storeMark(connection: Connection, database: string): Promise<string> {
  const { rows } = await ask<{ engine: string; partition: string; block: string }>(connection, BLOCKS, { database }, { maxSeconds: PATIENCE_SECONDS });
  return rows.map(({ engine, partition, block }) => `${engine} ${partition} ${block}`).join(', ');
}
