import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.js';
import type { MetadataPlace } from './metadata/database.js';
import { OperatorError } from './operator-error.js';

/** Where the parts keep their files inside the data folder. */
export interface DataFolders {
  readonly journal: string;
  readonly visits: string;
  readonly metadata: MetadataPlace;
  /** Tells other commands where the running server is. */
  readonly running: string;
}

/** Stands in a data folder while a backup is being restored into it. */
export const RESTORE_MARK = 'restore-unfinished';

/**
 * Makes the data folder and says where things are inside.
 * @throws OperatorError when it can not be written, or holds the half of a restored backup
 */
export function prepareDataFolder(config: Pick<Config, 'dataFolder' | 'postgresUrl'>): DataFolders {
  const { dataFolder: folder } = config;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o750 });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(`the data folder ${folder} can not be written: give it to this user (chown), or set FOOTFALL_DATA to another folder.`, { cause: error });
  }
  if (existsSync(join(folder, RESTORE_MARK))) throw new OperatorError(`restoring a backup into ${folder} was broken off: empty the folder and run "footfall restore" again.`);
  return foldersIn(config);
}

/** Where things are inside the data folder, whether it is there or not. */
export function foldersIn({ dataFolder: folder, postgresUrl }: Pick<Config, 'dataFolder' | 'postgresUrl'>): DataFolders {
  return {
    journal: join(folder, 'journal'),
    visits: join(folder, 'visits'),
    metadata: postgresUrl === null ? { file: join(folder, 'footfall.db') } : { postgresUrl },
    running: join(folder, 'running.json'),
  };
}
