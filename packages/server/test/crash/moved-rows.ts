import { join } from 'node:path';
import type Database from 'libsql';
import { Client } from 'pg';
import { pino } from 'pino';
import { createWarehouse } from '../../src/warehouse/client.js';
import { createSupervisor } from '../../src/warehouse/supervisor.js';

const ENGINE = join(import.meta.dirname, '../../../engine/dist/main.js');
const TABLES = ['visits', 'spider_hits', 'events', 'event_ids', 'ledger'] as const;

/** How often each row is in a store, by table, asked of an engine of our own: whoever had it must have ended. */
export async function readRows(folder: string): Promise<Map<string, Map<string, number>>> {
  const log = pino({ level: 'silent' });
  const supervisor = createSupervisor({ main: ENGINE, dataFolder: folder, memory: 1024 ** 3, log });
  await supervisor.start();
  const warehouse = createWarehouse({ source: supervisor, log, now: Date.now });
  try {
    const tables = new Map<string, Map<string, number>>();
    for (const table of TABLES) {
      const rows = new Map<string, number>();
      for await (const piece of warehouse.stream(`SELECT toJSONString(tuple(*)) FROM ${table}`, {}, { maxSeconds: 300 })) {
        for (const [line] of piece.rows) rows.set(String(line), (rows.get(String(line)) ?? 0) + 1);
      }
      tables.set(table, rows);
    }
    return tables;
  } finally {
    await warehouse.close();
    await supervisor.stop();
  }
}

const ACCOUNTS = ['users', 'roles', 'spiders', 'sites', 'site_hosts'] as const;
/** As text that is the same from both: without what the drivers make of numbers. A sign-in changes when it was. */
const textOf = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'last_sign_in_at').toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => [name, typeof value === 'string' && /^\d{1,15}$/u.test(value) ? Number(value) : value])));

/** The rows of tables of accounts, sites and rules, as text, in the order of their numbers. */
export function readAccounts(place: InstanceType<typeof Database>): Map<string, string[]>;
export function readAccounts(place: string): Promise<Map<string, string[]>>;
export function readAccounts(place: InstanceType<typeof Database> | string): Map<string, string[]> | Promise<Map<string, string[]>> {
  const statement = (table: string): string => `select * from ${table} order by 1`;
  if (typeof place !== 'string') return new Map(ACCOUNTS.map((table) => [table, (place.prepare(statement(table)).all() as Record<string, unknown>[]).map(textOf)]));
  return (async () => {
    const client = new Client({ connectionString: place });
    await client.connect();
    try {
      const tables = new Map<string, string[]>();
      for (const table of ACCOUNTS) tables.set(table, (await client.query<Record<string, unknown>>(statement(table))).rows.map(textOf));
      return tables;
    } finally {
      await client.end();
    }
  })();
}
