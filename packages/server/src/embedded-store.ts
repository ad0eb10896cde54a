import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { DataFolders } from './data-folder.js';
import { createSupervisor, type Supervisor } from './warehouse/supervisor.js';

/** The engine of this installation, to be started. */
export function embeddedStore(config: Pick<Config, 'files' | 'memory' | 'dataFolder'>, folders: Pick<DataFolders, 'visits'>, log: Logger): Supervisor {
  return createSupervisor({ main: config.files.engine, dataFolder: folders.visits, memory: config.memory, backups: join(config.dataFolder, 'backups'), log });
}
