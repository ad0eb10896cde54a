import { FootfallError } from '@footfall/contract';
import type Database from 'libsql';
import { type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteDialect, SqliteDriver } from 'kysely';

/**
 * SQLite whose every write takes the lock before anything else, by a statement that is thrown away.
 *
 * - A transaction that reads first and asks for the lock later fails at once, without waiting, when another process wrote in between
 *   (SQLITE_BUSY_SNAPSHOT).
 * - The driver leaves a statement that could not get the lock (SQLITE_BUSY) unfinished. From then on nothing that the connection writes by itself is
 *   committed, though each write is answered as done, and all other processes wait for it (`test/metadata/busy.test.ts`). A failed `exec` leaves nothing.
 */
export class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateSqliteDriver(this.#database);
  }
}

/** Seconds after which it is worth asking again: the store takes nothing while it is moved to another place. */
const RETRY_SECONDS = 5;

/** What is refused because the store takes no changes now is said as PostgreSQL's absence is: whoever asked can come again. */
function patient(error: unknown): unknown {
  const isFrozen = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_READONLY');
  return isFrozen ? new FootfallError('metadata.unavailable', { retry_after: RETRY_SECONDS }, { cause: error }) : error;
}

function begin(database: Database.Database): void {
  try {
    database.exec('begin immediate');
  } catch (error) {
    throw patient(error);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    super({ database });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new LockingConnection(await super.acquireConnection(), this.#database);
  }

  override async beginTransaction(): Promise<void> {
    begin(this.#database);
  }

  override async commitTransaction(): Promise<void> {
    this.#database.exec('commit');
  }

  override async rollbackTransaction(): Promise<void> {
    this.#database.exec('rollback');
  }
}

const WRITES: ReadonlySet<string> = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

class LockingConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #database: Database.Database;

  constructor(inner: DatabaseConnection, database: Database.Database) {
    this.#inner = inner;
    this.#database = database;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isAlone = !this.#database.inTransaction && WRITES.has(query.query.kind);
    if (isAlone) begin(this.#database);
    try {
      const result = await this.#inner.executeQuery<R>(query);
      if (isAlone) this.#database.exec('commit');
      return result;
    } catch (error) {
      if (isAlone && this.#database.inTransaction) this.#database.exec('rollback');
      throw patient(error);
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize);
  }
}
