/** Rows by site are those that are there, whatever became of them, and months that nothing happened to are not counted again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Connection, openConnection } from '../../src/warehouse/connection.js';
import { createSiteSizes } from '../../src/warehouse/sizes.js';
import { ON_SERVERS, IS_SHARDED, startEngine, type TestEngine } from './start-engine.js';

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

const MONTHS = ['2026-03', '2026-04', '2026-05'];
let serial = 0;
const row = (batch: number, site: number, month: string): string => `${JSON.stringify([batch, String((serial += 1)), site, `${month}-1${String(serial % 9)} 08:00:00.000`])}\n`;

/** Over a cluster nothing is kept (slow-questions.test.ts asks there as well), and what is asked of a store of somebody's can't be listened to. */
it.skipIf(ON_SERVERS || IS_SHARDED)('is what is counted, of months that changed', async () => {
  const { warehouse } = engine;
  const plain = openConnection(engine.supervisor, 'footfall', engine.log);
  const said: string[] = [];
  const listened: Connection = { ...plain, asking: () => ({ ...plain.asking(), ask: (sql, ...more) => (said.push(sql), plain.asking().ask(sql, ...more)) }) };
  const sizes = createSiteSizes(listened, 'footfall', { kind: 'single' });
  /** How many months it counted. */
  const look = async (): Promise<number> => {
    const [told, { rows: counted }] = [await sizes(), await warehouse.query<{ table: string; site_id: number; num: string }>("SELECT 'visits' AS table, site_id, count() AS num FROM visits GROUP BY site_id UNION ALL SELECT 'events' AS table, site_id, count() AS num FROM events GROUP BY site_id", {})];
    const inOrder = (list: readonly (readonly [string, number, number])[]): string[] => list.map(String).toSorted();
    expect(inOrder(told.map(({ table, siteId, rows }) => [table, siteId, rows]))).toEqual(inOrder(counted.map(({ table, site_id: siteId, num }) => [table, siteId, Number(num)])));
    const months = said.filter((sql) => sql.includes('_partition_id = ')).length;
    said.length = 0;
    return months;
  };
  const add = async (batch: number, months: readonly string[]): Promise<void> => {
    const rows = months.flatMap((month) => [7, 7, 8].map((site) => row(batch, site, month))).join('');
    await warehouse.insert({ table: 'visits', columns: ['batch_id', 'id', 'site_id', 'created_at'], body: Buffer.from(rows), token: `sizes ${String(batch)}` });
  };
  expect(await look()).toBe(0);
  await add(1, MONTHS);
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  await add(2, ['2026-05']);
  expect(await look()).toBe(1);
  const change = (query: string, settings = {}): Promise<unknown> => plain.client().command({ query, clickhouse_settings: settings });
  // Rows marked as gone, as by a rule that is applied back in time: the parts that they are in stay.
  await change("DELETE FROM visits WHERE site_id = 7 AND created_at < '2026-04-01'", { lightweight_delete_mode: 'lightweight_update_force', lightweight_deletes_sync: '2' });
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  await warehouse.deleteBatches('visits', [2]);
  expect(await look()).toBe(1);
  await change('OPTIMIZE TABLE visits FINAL');
  await look();
  await warehouse.eraseSite(8);
  await look();
  await plain.close();
});
