import { refuseServers } from '../backup/snapshot.js';
import { restoreBackup } from '../backup/restore.js';
import { readConfig } from '../config.js';
import { isServed } from '../control/control-client.js';
import { controlSocket } from '../control/socket-path.js';
import { foldersIn } from '../data-folder.js';
import { openLog } from '../log.js';
import { OperatorError } from '../operator-error.js';
import { type Command, DONE } from './command.js';
import { readFolderWords } from './folder-words.js';

/** `footfall restore`: a backup becomes the data folder, which must be new. */
export const restore: Command = {
  name: 'restore',
  usage: 'restore DIR [--json]',
  summary: 'bring a backup back into a new data folder (FOOTFALL_DATA)',
  async run(args) {
    const { folder, json } = readFolderWords(args, 'name the folder of the backup');
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
