/**
 * The opened database: reader sessions, the one writer, and the session which only kills.
 *
 * Server configuration is taken from the connection arguments of the process's first session only;
 * query settings from those of each session.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Session as ChdbSession } from 'chdb';
import type { Config } from '../config.js';
import { layout } from '../config.js';
import { FatalError, fatalFromOpening, holderOf } from '../fatal.js';
import type { Log } from '../log.js';
import { reasonOf } from '../log.js';
import { QueryKiller } from './killer.js';
import { mendMutations } from './mend.js';
import { OutputPipe } from './output-pipe.js';
import { SessionPool } from './pool.js';
import { EngineSession } from './session.js';

/** A session with the pipe through which its SELECTs answer. */
export class ReaderSession extends EngineSession {
  constructor(chdb: ChdbSession, readonly pipe: OutputPipe) {
    super(chdb);
  }
}

export interface Engine {
  readonly version: string;
  readonly readers: SessionPool<ReaderSession>;
  readonly writer: SessionPool<EngineSession>;
  readonly killer: QueryKiller;
  /** Folder for the rows of running inserts; emptied at start. */
  readonly spool: string;
  /** Lets go of the blocks that are kept for the next question. @throws EngineError when it is closing */
  letGo(): Promise<void>;
  /** Waits for lent sessions, then closes everything. */
  close(): Promise<void>;
}

/** Bytes of blocks that are kept as they are after decompression: panels of one screen, and the next look at it, read the same ones. */
const BLOCKS = 64 * 1024 * 1024;

/** Server configuration. Caches are sized for a process that shares its machine; ClickHouse's defaults (5 GiB of marks) assume a server. */
function serverArgs(config: Config): string[] {
  const cache = Math.max(16_000_000, Math.floor(config.memory / 16));
  return [
    `--max_server_memory_usage=${config.memory}`,
    `--mark_cache_size=${cache}`,
    `--index_mark_cache_size=${cache}`,
    `--uncompressed_cache_size=${Math.min(BLOCKS, cache)}`,
    `--config-file=${config.config}`,
    ...(config.backups === undefined ? [] : [`--backups.allowed_path=${config.backups}`]),
  ];
}

/** Defaults of query settings. They belong to a session, so that every session is opened with them. */
function sessionArgs(config: Config): string[] {
  return [
    `--max_threads=${config.threads}`,
    // A batch is acknowledged when it is written, not when it is buffered (the default from 26.x is 1).
    '--async_insert=0',
    // JSON numbers above 2^53 would lose digits in JavaScript.
    '--output_format_json_quote_64bit_integers=1',
    // Parameters are written into the text, so that long lists need more than the default 256 KiB.
    '--max_query_size=67108864',
  ];
}

/** What only questions are asked with: an insert, or what makes rows of rows, reads blocks once. */
const READER_ARGS = ['--use_uncompressed_cache=1'];

async function letBlocksGo(readers: SessionPool<ReaderSession>): Promise<void> {
  const lease = await readers.acquire(new AbortController().signal);
  let clean = false;
  try {
    await lease.session.execute('SYSTEM DROP UNCOMPRESSED CACHE', 'Null', 'default');
    clean = true;
  } finally {
    await lease.release(clean);
  }
}

function makePipe(path: string): OutputPipe {
  try {
    return OutputPipe.create(path);
  } catch (error) {
    throw new FatalError('no_mkfifo', `A named pipe could not be made at ${path}. The command mkfifo and a file system with pipes are needed. (${reasonOf(error)})`, { cause: error });
  }
}

/**
 * Opens the database in `config.data`, creating it when it is not there.
 * @throws FatalError when another process has it open, or it is damaged
 */
export async function openEngine(config: Config, log: Log): Promise<Engine> {
  const { store, spool, pipes, broken } = layout(config.data);
  // While another process has it open, opening fails all the same, and nothing may be touched.
  const mended = holderOf(store) === undefined ? mendMutations(store, broken) : [];
  for (const path of mended) log.warn('mutation_unreadable', { path, moved_to: broken });
  const first = ((): ChdbSession => {
    try {
      return new ChdbSession(store, { connectionArgs: [...serverArgs(config), ...sessionArgs(config)] });
    } catch (error) {
      throw fatalFromOpening(error, store);
    }
  })();
  // Only now is it certain that no other process uses these folders.
  for (const folder of [spool, pipes]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const control = new EngineSession(first);
  const answer = await control.execute('SELECT version()', 'TabSeparatedRaw', 'default');
  const outputs = Array.from({ length: config.readers }, (_, slot) => makePipe(join(pipes, `reader-${slot}`)));
  const openSession = (more: readonly string[] = []): ChdbSession => new ChdbSession(store, { connectionArgs: [...sessionArgs(config), ...more] });
  const onReplaced = (error: Error): void => log.error('session_replaced', { reason: error.message });
  const readers = new SessionPool<ReaderSession>({
    name: 'reader',
    size: config.readers,
    queueLimit: config.queue,
    onReplaced,
    open: (slot) => {
      const pipe = outputs[slot];
      if (pipe === undefined) throw new RangeError(`There is no reader ${slot}.`);
      return new ReaderSession(openSession(READER_ARGS), pipe);
    },
  });
  const writer = new SessionPool<EngineSession>({
    name: 'writer',
    size: 1,
    queueLimit: config.queue,
    onReplaced,
    open: () => new EngineSession(openSession()),
  });
  const killer = new QueryKiller(control, (error) => log.warn('kill_failed', { reason: reasonOf(error) }));
  return {
    version: Buffer.from(answer.bytes).toString('utf8').trim(),
    readers,
    writer,
    killer,
    spool,
    letGo: () => letBlocksGo(readers),
    close: async () => {
      await Promise.all([readers.close(), writer.close()]);
      await killer.close();
    },
  };
}
