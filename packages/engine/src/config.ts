/** Configuration from the environment. The only reader of `process.env`. */
import { mkdirSync, realpathSync, accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FatalError } from './fatal.js';
import { reasonOf } from './log.js';

export interface Config {
  /** Absolute folder; the database, the spool of inserts and the pipes live below it. */
  readonly data: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly secret: string;
  /** Cap for the engine's own memory accounting, in bytes. */
  readonly memory: number;
  readonly readers: number;
  /** Threads per query. */
  readonly threads: number;
  /** Requests that may wait for a reader, and as many for the writer. */
  readonly queue: number;
  /** How long running statements may finish after SIGTERM before they are killed, in milliseconds. */
  readonly drain: number;
  /** Folder in which BACKUP may write, if any. */
  readonly backups: string | undefined;
  /** A configuration file of ClickHouse's, for what has no variable here. */
  readonly config: string;
}

/** Settings that hold for every table, those that are there already as well. */
const OWN_CONFIG = fileURLToPath(new URL('../engine.xml', import.meta.url));

type Environment = Readonly<Record<string, string | undefined>>;

function integer(env: Environment, name: string, fallback: number, least: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) {
    throw new FatalError('configuration', `${name} has to be a whole number of at least ${least}, not ${JSON.stringify(text)}.`);
  }
  return value;
}

function writableFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (error) {
    throw new FatalError('data_unwritable', `The folder ${path} cannot be written. Create it and give this user access. (${reasonOf(error)})`, { cause: error });
  }
}

/** Restoring only reads, so that a folder which can not be written will do; a backup into it fails by itself. */
function backupFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.R_OK | constants.X_OK);
    return realpathSync(path);
  } catch (error) {
    throw new FatalError('data_unwritable', `The folder ${path} cannot be used for backups. Create it and give this user access. (${reasonOf(error)})`, { cause: error });
  }
}

/**
 * The number of threads libuv was started with. It is read from the environment when the process starts,
 * so a value set later has no effect. chDB holds one thread per running statement, and file access and
 * compression need some more; with too few, everything queues behind the slowest query.
 */
function checkThreadPool(env: Environment, readers: number): void {
  const needed = readers + 6;
  const actual = integer(env, 'UV_THREADPOOL_SIZE', 4, 1);
  if (actual < needed) {
    throw new FatalError('thread_pool', `Start this process with UV_THREADPOOL_SIZE=${Math.max(needed, 16)} in its environment (it is ${actual}, ${readers} readers need ${needed}).`);
  }
}

/**
 * @param env the environment of the process
 * @throws FatalError saying which variable to change
 */
export function readConfig(env: Environment): Config {
  const data = env['ENGINE_DATA'];
  const secret = env['ENGINE_SECRET'];
  if (data === undefined || data === '') throw new FatalError('configuration', 'ENGINE_DATA has to name the data folder.');
  if (secret === undefined || secret.length < 16) throw new FatalError('configuration', 'ENGINE_SECRET has to hold at least 16 characters.');
  const readers = integer(env, 'ENGINE_READERS', 4, 1);
  checkThreadPool(env, readers);
  const folder = writableFolder(data);
  // FROM INFILE expands these, and inserts nothing at all, without an error, when no file matches.
  if (/[*?{}[\]\\]/.test(folder)) throw new FatalError('configuration', `ENGINE_DATA must not contain any of * ? { } [ ] \\, which ClickHouse expands in file names: ${folder}`);
  const backups = env['ENGINE_BACKUPS'];
  return {
    data: folder,
    port: integer(env, 'ENGINE_PORT', 0, 0),
    secret,
    memory: integer(env, 'ENGINE_MEMORY', 1_500_000_000, 100_000_000),
    readers,
    threads: integer(env, 'ENGINE_THREADS', 2, 1),
    queue: integer(env, 'ENGINE_QUEUE', 256, 0),
    drain: integer(env, 'ENGINE_DRAIN_MS', 10_000, 0),
    config: env['ENGINE_CONFIG'] || OWN_CONFIG,
    backups: backups === undefined || backups === '' ? undefined : backupFolder(backups),
  };
}

/** The environment of this process. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Folders below the data folder. */
export function layout(data: string): { store: string; spool: string; pipes: string; broken: string } {
  return { store: join(data, 'store'), spool: join(data, 'spool'), pipes: join(data, 'pipes'), broken: join(data, 'broken') };
}
