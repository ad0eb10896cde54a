/**
 * A backup becomes a data folder.
 *
 * Invariants: nothing is written before every file of the backup was read and found as it was written; a mark stands in the folder from
 * the first byte until the last is on disk, and no server starts while it stands; a folder that holds anything is refused.
 */
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type DataFolders, RESTORE_MARK } from '../data-folder.js';
import { OperatorError } from '../operator-error.js';
import { createWarehouse } from '../warehouse/client.js';
import { createSupervisor, EngineStartError } from '../warehouse/supervisor.js';
import { LAYOUT } from './layout.js';
import { type Manifest, readManifest, syncTree, verifyFiles } from './manifest.js';

export interface RestoreOptions {
  /** The backup, an absolute path. */
  readonly from: string;
  readonly dataFolder: string;
  readonly folders: Pick<DataFolders, 'journal' | 'visits'>;
  readonly engine: { readonly main: string; readonly memory: number };
  readonly log: Logger;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly visits: number;
  readonly spiderHits: number;
}

/** What a file system puts into an empty volume. */
const NOTHING = new Set(['lost+found']);

/** @throws OperatorError when the folder holds anything */
async function claim(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const found = (await readdir(folder)).filter((name) => !NOTHING.has(name));
  if (found.length > 0) throw new OperatorError(`${folder} is not empty: a backup is restored into a new folder. Set FOOTFALL_DATA to one, or move the old data away first.`);
  await writeFile(join(folder, RESTORE_MARK), 'A backup is being restored into this folder.\n', { flag: 'wx', flush: true });
}

async function restoreVisits({ from, folders, engine, log }: RestoreOptions): Promise<{ visits: number; spiderHits: number }> {
  const supervisor = createSupervisor({ main: engine.main, memory: engine.memory, dataFolder: folders.visits, backups: from, log });
  await supervisor.start();
  const warehouse = createWarehouse({ source: supervisor, log, now: Date.now });
  try {
    await warehouse.restore(join(from, LAYOUT.visits));
    const { rows } = await warehouse.query<{ visits: string; hits: string }>('SELECT (SELECT count() FROM visits) AS visits, (SELECT count() FROM spider_hits) AS hits', {});
    return { visits: Number(rows[0]?.visits ?? 0), spiderHits: Number(rows[0]?.hits ?? 0) };
  } finally {
    await warehouse.close();
    await supervisor.stop();
  }
}

/**
 * Restores everything.
 * @throws OperatorError when the backup is not whole, the folder not empty, or the engine does not take it
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { from, dataFolder } = options;
  const manifest = await readManifest(from);
  await verifyFiles(from, manifest);
  await claim(dataFolder);
  for (const name of [LAYOUT.journal, LAYOUT.metadata, LAYOUT.geo, LAYOUT.follow]) {
    if (existsSync(join(from, name))) await cp(join(from, name), join(dataFolder, name), { recursive: true });
  }
  let counted: { visits: number; spiderHits: number };
  try {
    counted = await restoreVisits(options);
  } catch (error) {
    if (error instanceof EngineStartError) throw new OperatorError(error.message, { cause: error });
    throw new OperatorError(`the engine could not take the backup's visits: ${error instanceof Error ? error.message : String(error)}. Empty ${dataFolder} and try again.`, { cause: error });
  }
  await syncTree(dataFolder);
  await rm(join(dataFolder, RESTORE_MARK));
  return { manifest, ...counted };
}
