import { join } from 'node:path';
import { pino } from 'pino';
import { createWarehouse } from '../../src/warehouse/client.js';
import { createSupervisor } from '../../src/warehouse/supervisor.js';

const ENGINE = join(import.meta.dirname, '../../../engine/dist/main.js');
const GIB = 1024 ** 3;

export interface Stored {
  /** How often each page is stored, over both tables. */
  readonly pages: Map<string, number>;
  readonly visits: number;
  readonly spiderHits: number;
  readonly received: number;
  readonly refused: Record<string, number>;
  /** Sites and minutes in which received is not stored and refused together. */
  readonly unbalanced: readonly unknown[];
}

/** Counted apart: the ledger's own rows, and the records by when each was received. */
const UNBALANCED = `SELECT site_id, minute, sum(received) AS received, sum(refused) AS refused, sum(stored) AS stored FROM (
    SELECT site_id, toDateTime(minute, 'UTC') AS minute, sumIf(num, outcome = 'received') AS received, sumIf(num, outcome = 'refused') AS refused, 0 AS stored FROM ledger GROUP BY site_id, minute
    UNION ALL SELECT site_id, toDateTime(toStartOfMinute(received_at), 'UTC') AS minute, 0, 0, count() FROM visits GROUP BY site_id, minute
    UNION ALL SELECT site_id, toDateTime(toStartOfMinute(received_at), 'UTC') AS minute, 0, 0, count() FROM spider_hits GROUP BY site_id, minute
    UNION ALL SELECT site_id, toDateTime(toStartOfMinute(received_at), 'UTC') AS minute, 0, 0, count() FROM events GROUP BY site_id, minute
  ) GROUP BY site_id, minute HAVING received != refused + stored ORDER BY site_id, minute`;

/** What the store holds, asked of an engine of our own: the server must have ended. */
export async function readStored(folder: string): Promise<Stored> {
  const log = pino({ level: process.env['STORED_LOG'] ?? 'silent' });
  const supervisor = createSupervisor({ main: ENGINE, dataFolder: join(folder, 'visits'), memory: GIB, log });
  await supervisor.start();
  const warehouse = createWarehouse({ source: supervisor, log, now: Date.now });
  try {
    const pages = new Map<string, number>();
    const totals = { visits: 0, spider_hits: 0 };
    for (const table of ['visits', 'spider_hits'] as const) {
      const { rows } = await warehouse.query<{ url: string; num: string }>(`SELECT url, count() AS num FROM ${table} GROUP BY url`, {});
      for (const { url, num } of rows) pages.set(url, (pages.get(url) ?? 0) + Number(num));
      totals[table] = rows.reduce((sum, { num }) => sum + Number(num), 0);
    }
    const ledger = await warehouse.query<{ outcome: string; reason: string; num: string }>('SELECT outcome, reason, sum(num) AS num FROM ledger GROUP BY outcome, reason', {});
    const { rows: unbalanced } = await warehouse.query(UNBALANCED, {});
    const entries = ledger.rows.map(({ outcome, reason, num }) => ({ outcome, reason, num: Number(num) }));
    return {
      pages,
      unbalanced,
      visits: totals.visits,
      spiderHits: totals.spider_hits,
      received: entries.filter(({ outcome }) => outcome === 'received').reduce((sum, { num }) => sum + num, 0),
      refused: Object.fromEntries(entries.filter(({ outcome }) => outcome === 'refused').map(({ reason, num }) => [reason, num])),
    };
  } finally {
    await warehouse.close();
    await supervisor.stop();
  }
}
