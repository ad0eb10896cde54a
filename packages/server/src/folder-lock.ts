import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';

export interface FolderLock {
  /** Gives the folder up. The kernel does the same when the process ends in any way. */
  release(): void;
}

/** The folder is in use by another process (or by this one, opened twice). */
export class FolderInUse extends Error {
  constructor(
    readonly folder: string,
    options?: ErrorOptions,
  ) {
    super(`Another server is already using the folder ${folder}: stop it first, or give this one a folder of its own.`, options);
    this.name = 'FolderInUse';
  }
}

/**
 * Takes a folder for this process alone. The lock is SQLite's exclusive lock on an empty file `lock` inside: a kernel
 * lock, so it is gone when the process is (SIGKILL included), never stale, and seen by other containers on the same
 * machine, which process ids are not. Nothing is ever written to the file.
 * @throws FolderInUse when somebody holds it.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new Database(join(folder, 'lock'), { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') throw new FolderInUse(folder, { cause: error });
    throw error;
  }
  return { release: () => database.close() };
}
