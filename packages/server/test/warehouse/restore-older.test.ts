import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createWarehouse, type Warehouse } from '../../src/warehouse/client.js';
import { openConnection } from '../../src/warehouse/connection.js';
import { migrate } from '../../src/warehouse/migrate.js';
import { MIGRATIONS } from '../../src/warehouse/migrations.js';
import { createSupervisor } from '../../src/warehouse/supervisor.js';
import { ENGINE_MAIN, MEMORY } from './start-engine.js';

const folder = mkdtempSync(join(tmpdir(), 'footfall-restore-'));
const backups = join(folder, 'backups');
const log = pino({ level: 'silent' });
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Works with a store in a folder of this name. */
async function inStore<T>(name: string, work: (warehouse: Warehouse, upTo: (migration: number) => Promise<number[]>, asIs: (query: string) => Promise<unknown>) => Promise<T>): Promise<T> {
  const supervisor = createSupervisor({ main: ENGINE_MAIN, dataFolder: join(folder, name), memory: MEMORY, backups, log });
  await supervisor.start();
  const warehouse = createWarehouse({ source: supervisor, log, now: Date.now });
  const [connection, bootstrap] = [openConnection(supervisor, 'footfall', log), openConnection(supervisor, 'default', log)];
  try {
    return await work(warehouse, (migration) => migrate({ connection, bootstrap, database: 'footfall', topology: { kind: 'single' }, log, now: Date.now, migrations: MIGRATIONS.filter(({ id }) => id <= migration) }), (query) => connection.client().command({ query }));
  } finally {
    for (const open of [connection, bootstrap, warehouse]) await open.close();
    await supervisor.stop();
  }
}

const rows = async (warehouse: Warehouse): Promise<unknown> => (await warehouse.query('SELECT id, cpu_cores, ram, screen_width, is_charging, battery_level FROM visits ORDER BY id', {})).rows;

it('takes a backup of a store that kept each number of a row, and one of a store that keeps each value once', { timeout: 120_000 }, async () => {
  mkdirSync(backups);
  const expected = await inStore('older', async (warehouse, upTo, asIs) => {
    await upTo(10);
    const body = '[1,"1",1,0,8,0.55,1920,0,0.87]\n[1,"2",1,1,null,null,null,null,null]\n[1,"3",1,2,0,0,0,1,0]\n';
    await asIs(`INSERT INTO visits (batch_id, id, site_id, created_at, cpu_cores, ram, screen_width, is_charging, battery_level) FORMAT JSONCompactEachRow\n${body}`);
    await warehouse.backUp(join(backups, 'older'));
    return rows(warehouse);
  });
  expect(expected).toHaveLength(3);
  await inStore('restored', async (warehouse, upTo) => {
    await warehouse.restore(join(backups, 'older'));
    expect(await upTo(13)).toEqual([11, 12, 13]);
    expect(await rows(warehouse)).toEqual(expected);
    await warehouse.backUp(join(backups, 'newer'));
  });
  await inStore('again', async (warehouse, upTo) => {
    await warehouse.restore(join(backups, 'newer'));
    expect(await upTo(13)).toEqual([]);
    expect(await rows(warehouse)).toEqual(expected);
  });
});
