import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, writeManifest } from '../backup/manifest.js';
import { createSnapshots, refuseServers, type Snapshot } from '../backup/snapshot.js';
import { type Config, readConfig } from '../config.js';
import { askServer } from '../control/ask.js';
import { isServed } from '../control/control-client.js';
import { SNAPSHOT_PATH } from '../control/control-server.js';
import { controlSocket } from '../control/socket-path.js';
import { openParts } from '../deps.js';
import { openLog } from '../log.js';
import { createAudit } from '../metadata/audit.js';
import { OperatorError } from '../operator-error.js';
import { type Command, DONE } from './command.js';
import { readFolderWords } from './folder-words.js';

const DRAIN = 60_000;

/** @throws OperatorError when something is there that would be mixed with the backup */
async function prepare(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o750 });
    if ((await readdir(folder)).length > 0) throw new OperatorError(`${folder} is not empty: name a new folder for each backup.`);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`the folder ${folder} can not be written: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
}

/** By the running server when there is one, else by this process alone. */
async function takeSnapshot(config: Config): Promise<Snapshot> {
  const socket = controlSocket(config.dataFolder);
  if (await isServed(socket)) return askServer<Snapshot>(socket, SNAPSHOT_PATH);
  const parts = await openParts(config, openLog(config.logLevel === 'info' ? 'warn' : config.logLevel));
  try {
    await createAudit(parts.metadata.db, Date.now).record({ user: null, address: '', action: 'backup.take', target: '', details: { by: 'command line' } });
    return await createSnapshots(parts).take();
  } finally {
    await parts.close(DRAIN);
  }
}

/** Renamed where both are on one file system, else copied. */
async function move(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) {
    try {
      await rename(join(from, name), join(to, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      await cp(join(from, name), join(to, name), { recursive: true });
    }
  }
  await rm(from, { recursive: true, force: true });
}

function bytesOf({ files }: Manifest): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** `footfall backup`: everything in one folder, while the server runs or not. */
export const backup: Command = {
  name: 'backup',
  usage: 'backup DIR [--json]',
  summary: 'write a consistent copy of all data to a new folder, also while the server runs',
  async run(args) {
    const { folder, json } = readFolderWords(args, 'name the folder that the backup is to be written to');
    const config = readConfig();
    refuseServers(config);
    if (!existsSync(join(config.dataFolder, 'journal', 'state.json'))) throw new OperatorError(`there is no data in ${config.dataFolder}: set FOOTFALL_DATA to the folder of the installation.`);
    await prepare(folder);
    const snapshot = await takeSnapshot(config);
    let manifest: Manifest;
    try {
      await move(snapshot.folder, folder);
      manifest = await writeManifest(folder, snapshot);
    } catch (error) {
      await rm(snapshot.folder, { recursive: true, force: true });
      throw new OperatorError(`the backup could not be written to ${folder}: ${error instanceof Error ? error.message : String(error)}. Remove that folder and name one with enough room.`, { cause: error });
    }
    const [files, bytes] = [Object.keys(manifest.files).length, bytesOf(manifest)];
    const result = { folder, taken_at: manifest.taken_at, version: manifest.version, files, bytes, waiting: snapshot.waiting, held_ms: snapshot.heldMs };
    const text = `backed up to ${folder}\n  as of      ${manifest.taken_at}\n  size       ${(bytes / 1e6).toFixed(1)} MB in ${files} files\n  restore    FOOTFALL_DATA=<a new folder> footfall restore ${folder}`;
    process.stdout.write(`${json ? JSON.stringify(result) : text}\n`);
    return DONE;
  },
};
