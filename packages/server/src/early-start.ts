/**
 * The engine, started while this process still loads what it serves with: each takes a good part of a second, and they need different processors.
 * Only for commands that open the whole installation, and only once the folder is this process's alone: else nothing is touched.
 */
import { existsSync } from 'node:fs';
import { asksForHelp } from './commands/help.js';
import { readConfig } from './config.js';
import { prepareDataFolder } from './data-folder.js';
import { type FolderLock, lockFolder } from './folder-lock.js';
import { openLog } from './log.js';
import { embeddedStore } from './embedded-store.js';
import type { Supervisor } from './warehouse/supervisor.js';

export interface Begun {
  readonly lock: FolderLock;
  readonly supervisor: Supervisor;
  /** Rejects as `Supervisor.start`. */
  readonly started: Promise<void>;
}

export interface EarlyStart {
  /** What was begun for the data folder, once; whoever takes it ends it. Null when it was taken, or is for another folder. */
  take(dataFolder: string): Begun | null;
  /** Ends what nobody took. */
  end(): Promise<void>;
}

const COMMANDS: ReadonlySet<string> = new Set(['serve', 'import']);

/** @param args the words after `footfall`. @returns null where there is nothing to begin early, or no way to: why, is said when it is begun in its turn */
export function startEarly([command = 'serve', ...words]: readonly string[], environment?: NodeJS.ProcessEnv): EarlyStart | null {
  if (!COMMANDS.has(command) || asksForHelp(words)) return null;
  let begun: Begun | null = null;
  let lock: FolderLock | null = null;
  let folder = '';
  try {
    const config = readConfig(environment);
    // An import goes into an installation that is there: a folder that was misspelt is not made.
    if (config.clickhouseUrls.length > 0 || (command === 'import' && !existsSync(config.dataFolder))) return null;
    folder = config.dataFolder;
    const folders = prepareDataFolder(config);
    lock = lockFolder(folders.journal);
    const supervisor = embeddedStore(config, folders, openLog(config.logLevel === 'info' && command === 'import' ? 'warn' : config.logLevel));
    const started = supervisor.start();
    // Met where it is waited for.
    started.catch(() => undefined);
    begun = { lock, supervisor, started };
  } catch {
    lock?.release();
    return null;
  }
  return {
    take(dataFolder) {
      if (dataFolder !== folder) return null;
      const taken = begun;
      begun = null;
      return taken;
    },
    async end() {
      const left = begun;
      begun = null;
      await left?.supervisor.stop();
      left?.lock.release();
    },
  };
}
