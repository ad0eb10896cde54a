/** Opens the store of visits, embedded or on servers, with its schema as this version has it. */
import type { Logger } from 'pino';
import { buildMark } from './build-mark.js';
import type { Config } from './config.js';
import type { DataFolders } from './data-folder.js';
import type { Begun } from './early-start.js';
import { embeddedStore } from './embedded-store.js';
import type { Metadata } from './metadata/database.js';
import { createWarehouse, type Warehouse } from './warehouse/client.js';
import { createFailover } from './warehouse/failover.js';
import { forgetKept, type KeptOverStarts, keptOverStarts } from './warehouse/rolled/kept-over-starts.js';

export interface StartedWarehouse {
  readonly warehouse: Warehouse;
  readonly stop: () => Promise<void>;
  /** Ends it at once: what is under way fails. */
  readonly cut: () => void;
}

export interface WarehouseToStart {
  readonly config: Config;
  readonly folders: DataFolders;
  readonly log: Logger;
  readonly now: () => number;
  readonly metadata: Pick<Metadata, 'alone'>;
  /** The embedded engine, where it is starting already. */
  readonly begun: Begun | null;
}

/** What was kept before the last stop is taken, before anything is changed. @throws file errors */
async function keptOf(warehouse: Warehouse, parts: { readonly dataFolder: string; readonly build: Promise<string>; readonly log: Logger }): Promise<KeptOverStarts | null> {
  const { rolled } = warehouse;
  if (rolled === null) {
    await forgetKept(parts.dataFolder);
    return null;
  }
  const kept = keptOverStarts({ ...parts, lists: rolled, store: () => warehouse.storeMark() });
  await kept.take();
  return kept;
}

/** @throws EngineStartError, FootfallError as a question does, and what `migrate` says */
export async function startWarehouse({ config, folders, log, now, metadata, begun }: WarehouseToStart): Promise<StartedWarehouse> {
  const topology = config.clickhouseCluster === null ? ({ kind: 'single' } as const) : ({ kind: 'cluster', cluster: config.clickhouseCluster } as const);
  // While the engine starts.
  const build = buildMark();
  build.catch(() => undefined);
  const failover = config.clickhouseUrls.length === 0 ? null : createFailover(config.clickhouseUrls, log);
  const supervisor = failover === null ? (begun?.supervisor ?? embeddedStore(config, folders, log)) : null;
  // An engine that a killed server left behind may have been in the way of the early start; it is gone a moment later.
  await (begun === null ? supervisor?.start() : begun.started.catch(() => supervisor?.start()));
  const source = supervisor ?? failover;
  if (source === null) throw new Error('the store is embedded or has an address');
  const warehouse = createWarehouse({ source, log, now, topology, memory: config.memory, alone: supervisor !== null });
  let kept: KeptOverStarts | null = null;
  const stop = async (): Promise<void> => {
    failover?.stop();
    await kept?.write();
    await warehouse.close();
    await supervisor?.stop();
  };
  try {
    // Of several processes that start together one changes the schema of the store that they share.
    await metadata.alone(() => warehouse.migrate());
    // From the first question on.
    await warehouse.rolled?.load();
    kept = await keptOf(warehouse, { dataFolder: config.dataFolder, build, log });
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
