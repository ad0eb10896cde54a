import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { refuseServers } from '../backup/snapshot.js';
import { restoreBackup } from '../backup/restore.js';
import { readConfig } from '../config.js';
import { isServed } from '../control/control-client.js';
import { controlSocket } from '../control/socket-path.js';
import { foldersIn } from '../data-folder.js';
import { openLog } from '../log.js';
import { OperatorError } from '../operator-error.js';
import { type Command, DONE, UsageError } from './command.js';

function readWords(args: readonly string[]): { folder: string; json: boolean } {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: 'boolean', default: false } } });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) throw new UsageError('name the folder of the backup');
    return { folder: resolve(folder), json: values.json };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : 'the words do not fit');
  }
}

/** `footfall restore`: a backup becomes the data folder, which must be new. */
export const restore: Command = {
  name: 'restore',
  usage: 'restore DIR [--json]',
  summary: 'bring a backup back into a new data folder (FOOTFALL_DATA)',
  async run(args) {
    const { folder, json } = readWords(args);
    const config = readConfig();
    refuseServers(config);
    const { dataFolder, files, memory, logLevel } = config;
    if (await isServed(controlSocket(dataFolder))) throw new OperatorError(`a server is using ${dataFolder}: stop it, and set FOOTFALL_DATA to a new folder.`);
    const log = openLog(logLevel === 'info' ? 'warn' : logLevel);
    const { manifest, visits, spiderHits } = await restoreBackup({ from: folder, dataFolder, folders: foldersIn(config), engine: { main: files.engine, memory }, log });
    const result = { data: dataFolder, taken_at: manifest.taken_at, version: manifest.version, visits, spider_hits: spiderHits };
    const text = `restored into ${dataFolder}\n  as of       ${manifest.taken_at}\n  visits      ${visits.toLocaleString('en')}\n  crawlers    ${spiderHits.toLocaleString('en')}\n  what waited in the journal is stored when the server starts: footfall serve`;
    process.stdout.write(`${json ? JSON.stringify(result) : text}\n`);
    return DONE;
  },
};
