/** Errors after which the engine cannot run, told to the parent process as one JSON line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from './log.js';

export type FatalCode =
  | 'configuration'
  | 'thread_pool'
  | 'data_unwritable'
  | 'data_locked'
  | 'data_broken'
  | 'port_taken'
  | 'no_mkfifo'
  | 'engine_failed';

export class FatalError extends Error {
  override readonly name = 'FatalError';

  /** @param message one or two sentences which say what to do */
  constructor(readonly code: FatalCode, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/**
 * Process id of the live process that has the chDB folder `store` open, if any. ClickHouse writes it into
 * the file `status`, which it locks; chDB itself only says that a connection could not be made.
 */
export function holderOf(store: string): number | undefined {
  try {
    const pid = Number(/^PID: (\d+)/.exec(readFileSync(join(store, 'status'), 'utf8'))?.[1]);
    if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // A process of another user is there all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? -1 : undefined;
  }
}

/** Classifies a failure to open the chDB folder `store`. The engine's own reason is on standard error. */
export function fatalFromOpening(error: unknown, store: string): FatalError {
  const holder = holderOf(store);
  if (holder !== undefined) {
    return new FatalError('data_locked', `Process ${holder > 0 ? holder : 'of another user'} has ${store} open. Stop it, or use a folder of its own.`, { cause: error });
  }
  return new FatalError(
    'data_broken',
    `The database in ${store} does not open (${reasonOf(error)}). The engine's reason is on standard error, just before this. Move the table named there away, or restore a backup.`,
    { cause: error },
  );
}
