/** Errors after which the engine cannot run, told to the parent process as one JSON line. */
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

/** Classifies the error with which chDB refused to open `folder`. */
export function fatalFromOpening(error: unknown, folder: string): FatalError {
  const reason = reasonOf(error);
  if (/Cannot lock file|another server instance|already running|CANNOT_OPEN_FILE.*status|lock/i.test(reason)) {
    return new FatalError('data_locked', `Another process has ${folder} open. Stop it, or give this one its own folder. (${reason})`, { cause: error });
  }
  if (/permission denied|EACCES|EROFS|read-only file system/i.test(reason)) {
    return new FatalError('data_unwritable', `${folder} cannot be written. Check its owner and permissions. (${reason})`, { cause: error });
  }
  return new FatalError(
    'data_broken',
    `The database in ${folder} does not open. Move the table named in the reason out of store/metadata, or restore a backup. (${reason})`,
    { cause: error },
  );
}
