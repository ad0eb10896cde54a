import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino, type Logger } from 'pino';
import { createWarehouse, type Warehouse } from '../../src/warehouse/client.js';
import { createSupervisor, type Supervisor } from '../../src/warehouse/supervisor.js';

export const ENGINE_MAIN = fileURLToPath(new URL('../../../engine/dist/main.js', import.meta.url));
export const MEMORY = 1_000_000_000;

export interface TestEngine {
  readonly supervisor: Supervisor;
  readonly warehouse: Warehouse;
  readonly folder: string;
  readonly log: Logger;
  stop(): Promise<void>;
}

/** A real engine on an empty folder of its own, with our schema. */
export async function startEngine(options: { migrate?: boolean } = {}): Promise<TestEngine> {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-warehouse-'));
  const log = pino({ level: 'silent' });
  const supervisor = createSupervisor({ main: ENGINE_MAIN, dataFolder: folder, memory: MEMORY, log, backOff: () => 20 });
  await supervisor.start();
  const warehouse = createWarehouse({ source: supervisor, log, now: Date.now });
  if (options.migrate !== false) await warehouse.migrate();
  return {
    supervisor,
    warehouse,
    folder,
    log,
    async stop() {
      await warehouse.close();
      await supervisor.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
