/**
 * Opens the metadata store: SQLite in one file (no service to start) or PostgreSQL (several machines), behind the same
 * Kysely. What is acknowledged survives a power cut: SQLite runs with WAL and `synchronous=FULL` (measured: 12 power
 * cuts, none of 159,510 acknowledged commits lost), PostgreSQL with its own defaults.
 */
import Database from 'libsql';
import { Kysely, sql } from 'kysely';
import type { DialectName } from './dialect.js';
import { migrate } from './migrate.js';
import { aloneOnPostgres } from './postgres-alone.js';
import { SerialPostgresDialect } from './postgres-dialect.js';
import { guardedPool } from './postgres-pool.js';
import type { MetadataTables } from './schema.js';
import { ImmediateSqliteDialect } from './sqlite-dialect.js';
import { freezeFile, type FrozenFile } from './sqlite-freeze.js';

/** Where the metadata lives. `file` may be `:memory:` in a test. */
export type MetadataPlace = { readonly file: string } | { readonly postgresUrl: string };

export interface Metadata {
  readonly db: Kysely<MetadataTables>;
  readonly dialect: DialectName;
  /** Answers when the store can be read; throws what the driver threw otherwise. */
  ping(): Promise<void>;
  /**
   * Writes a copy as of one instant into a file that is not there; holds up everything for as long as that takes.
   * @throws Error for PostgreSQL, which has tools of its own for that
   */
  copyTo(file: string): Promise<void>;
  /**
   * Lets nothing be changed any more, by this process (`metadata.unavailable`) or by another, until the given function is called.
   * @throws Error for PostgreSQL, and where another process does not end a change of its own
   */
  freeze(): Promise<() => Promise<void>>;
  /** Does work while no other process on the same PostgreSQL does any under this; where one process serves alone, at once. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly now?: () => number;
  /** Told when PostgreSQL drops an idle connection; the pool opens another by itself. */
  readonly onLost?: (error: Error) => void;
}

/** Milliseconds that a writer waits for another process before it fails. */
const BUSY_TIMEOUT = 5_000;
const POSTGRES_POOL = 10;
/** Milliseconds that a connection may take to be made, and an answer: a server that went silent is as one that is gone. */
const CONNECT_TIMEOUT = 3_000;
const ANSWER_TIMEOUT = 30_000;

/**
 * Opens and migrates the store. SQLite calls block the event loop for the length of a commit (about a millisecond on
 * an SSD), which suits metadata: it is written by operators, not by visitors.
 * @throws when the file can't be opened, or was made by a newer release; FootfallError `metadata.unavailable` when the server does not answer
 */
export async function openMetadata(place: MetadataPlace, options: OpenOptions = {}): Promise<Metadata> {
  const { now = Date.now, onLost = () => undefined } = options;
  const { db, dialect } = await openDatabase(place, onLost);
  try {
    await migrate(db, dialect, now);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const frozen: FrozenFile[] = [];
  return {
    db,
    dialect,
    async freeze() {
      if (!('file' in place)) throw new Error('a PostgreSQL database is not frozen');
      const file = await freezeFile(db, place.file);
      frozen.push(file);
      return file.thaw;
    },
    async ping() {
      await db.selectFrom('settings').select('key').limit(1).execute();
    },
    async copyTo(file) {
      if (dialect !== 'sqlite') throw new Error('a PostgreSQL database is copied with pg_dump');
      await sql`vacuum into ${file}`.execute(db);
    },
    alone: (work) => (dialect === 'sqlite' ? work() : aloneOnPostgres(db, work)),
    async close() {
      await db.destroy();
      for (const file of frozen) file.unlock();
    },
  };
}

/** Opens the store as it is. */
export async function openDatabase(place: MetadataPlace, onLost: (error: Error) => void): Promise<Pick<Metadata, 'db' | 'dialect'>> {
  return 'file' in place ? { db: openSqlite(place.file), dialect: 'sqlite' } : { db: await openPostgres(place.postgresUrl, onLost), dialect: 'postgres' };
}

function openSqlite(file: string): Kysely<MetadataTables> {
  const database = new Database(file);
  // busy_timeout first: switching to WAL needs the file for a moment, and another process may be starting too.
  for (const pragma of [`busy_timeout=${BUSY_TIMEOUT}`, 'journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']) {
    database.exec(`PRAGMA ${pragma}`);
  }
  return new Kysely<MetadataTables>({ dialect: new ImmediateSqliteDialect(database) });
}

async function openPostgres(url: string, onLost: (error: Error) => void): Promise<Kysely<MetadataTables>> {
  // Loaded only where it is used: the embedded size starts without it.
  const { Pool, types } = await import('pg');
  const pool = new Pool({
    connectionString: url,
    max: POSTGRES_POOL,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
    keepAlive: true,
    types: {
      // Times and counts fit a double exactly until the year 287396. The driver asks in text form throughout.
      getTypeParser: (id) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, 'text')),
    },
  });
  pool.on('error', onLost);
  return new Kysely<MetadataTables>({ dialect: new SerialPostgresDialect({ pool: guardedPool(pool) }) });
}
