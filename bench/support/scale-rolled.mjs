/** Hours rolled up in a folder that nobody has open, as they are in a store that has run for so long. */
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../packages/server/dist/config.js';
import { createZones } from '../../packages/server/dist/questions/zone.js';
import { createRollUpJob } from '../../packages/server/dist/roll-up-job.js';
import { createWarehouse } from '../../packages/server/dist/warehouse/client.js';
import { createSupervisor } from '../../packages/server/dist/warehouse/supervisor.js';
import { openBare } from './bare-store.mjs';
import { TIME_ZONE } from './footfall.mjs';

const HOUR = 3_600_000;

/** Visits that were put into the store behind its back are of hours from `since` (milliseconds UTC) on: what was rolled up of those goes. */
export async function forgetRolled(folder, since) {
  const store = await openBare(folder);
  const tables = JSON.parse(Buffer.from((await store.run("SELECT name FROM system.tables WHERE database = 'footfall' AND name IN ('rolled_hours', 'rolled_spans', 'rolled_values')")).bytes()).toString());
  const last = { rolled_hours: 'hour', rolled_spans: 'first + hours - 1', rolled_values: 'first + hours - 1' };
  for (const { name } of tables.data) await store.run(`ALTER TABLE ${name} DELETE WHERE ${last[name]} >= ${Math.floor(since / HOUR)} SETTINGS mutations_sync = 2`, 'Null');
  store.close();
}

/** Rolls up what is over, of sites as busy as the job takes them. */
export async function rollUp(folder, say) {
  const log = pino({ level: 'warn' });
  const config = readConfig({ FOOTFALL_DATA: folder });
  const supervisor = createSupervisor({ main: config.files.engine, dataFolder: join(folder, 'visits'), memory: config.memory, log });
  await supervisor.start();
  const warehouse = createWarehouse({ source: supervisor, log, now: Date.now, memory: config.memory, alone: true });
  await warehouse.migrate();
  const { rolled, rollUps } = warehouse;
  let [hours, shown] = [0, Date.now()];
  const started = performance.now();
  const counting = {
    ...rollUps,
    async rollUp(...given) {
      hours += await rollUps.rollUp(...given);
      if (Date.now() - shown > 30_000) {
        shown = Date.now();
        say(`${hours.toLocaleString('en')} hours rolled up`);
      }
    },
  };
  const zones = createZones();
  await createRollUpJob({ rolled, rollUps: counting, zoneOf: () => zones(TIME_ZONE), now: Date.now, log }).run();
  if (hours > 0) say(`${hours.toLocaleString('en')} hours rolled up in ${Math.round((performance.now() - started) / 1_000)} s`);
  await warehouse.close();
  await supervisor.stop();
}
