/** Opens the store of visits, embedded or on servers, with its schema as this version has it. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.js';
import type { DataFolders } from './data-folder.js';
import type { Metadata } from './metadata/database.js';
import { createWarehouse, type Warehouse } from './warehouse/client.js';
import { createFailover } from './warehouse/failover.js';
import { createSupervisor } from './warehouse/supervisor.js';

export interface StartedWarehouse {
  readonly warehouse: Warehouse;
  readonly stop: () => Promise<void>;
  /** Ends it at once: what is under way fails. */
  readonly cut: () => void;
}

/** @throws EngineStartError, FootfallError as a question does, and what `migrate` says */
export async function startWarehouse(config: Config, folders: DataFolders, log: Logger, now: () => number, metadata: Pick<Metadata, 'alone'>): Promise<StartedWarehouse> {
  const topology = config.clickhouseCluster === null ? ({ kind: 'single' } as const) : ({ kind: 'cluster', cluster: config.clickhouseCluster } as const);
  const failover = config.clickhouseUrls.length === 0 ? null : createFailover(config.clickhouseUrls, log);
  const supervisor = failover === null ? createSupervisor({ main: config.files.engine, dataFolder: folders.visits, memory: config.memory, backups: join(config.dataFolder, 'backups'), log }) : null;
  await supervisor?.start();
  const source = supervisor ?? failover;
  if (source === null) throw new Error('the store is embedded or has an address');
  const warehouse = createWarehouse({ source, log, now, topology, memory: config.memory, alone: supervisor !== null });
  const stop = async (): Promise<void> => {
    failover?.stop();
    await warehouse.close();
    await supervisor?.stop();
  };
  try {
    // Of several processes that start together one changes the schema of the store that they share.
    await metadata.alone(() => warehouse.migrate());
    // From the first question on.
    await warehouse.rolled?.load();
  } catch (error) {
    await stop();
    throw error;
  }
  const cut = (): void => {
    log.warn('the store does not come to an end; it is cut off');
    supervisor?.kill();
    warehouse.close().catch((error: unknown) => log.debug({ err: error }, 'the store was cut off'));
  };
  return { warehouse, stop, cut };
}
