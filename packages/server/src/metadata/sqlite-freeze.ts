import Database from 'libsql';
import { type Kysely, sql } from 'kysely';
import type { MetadataTables } from './schema.js';

/** A file that takes no changes. */
export interface FrozenFile {
  /** Lets others change it again. */
  readonly unlock: () => void;
  /** Lets this process change it again, too. */
  readonly thaw: () => Promise<void>;
}

/** Milliseconds that another process may take to end what it writes. */
const BUSY_TIMEOUT = 5_000;

/**
 * Lets nothing be written through `db`, and nothing by another process, which `footfall user` is. The lock belongs to this process: it
 * goes with it.
 * @throws Error when another process does not end what it writes in time
 */
export async function freezeFile(db: Kysely<MetadataTables>, file: string): Promise<FrozenFile> {
  const readOnly = (on: boolean): Promise<unknown> => db.connection().execute((connection) => sql.raw(`pragma query_only = ${on ? 'on' : 'off'}`).execute(connection));
  await readOnly(true);
  const lock = new Database(file);
  let locked = true;
  const unlock = (): void => {
    if (locked) lock.close();
    locked = false;
  };
  try {
    lock.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT}`);
    lock.exec('BEGIN IMMEDIATE');
  } catch (error) {
    unlock();
    await readOnly(false);
    throw error;
  }
  return {
    unlock,
    async thaw() {
      unlock();
      await readOnly(false);
    },
  };
}
