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
    this.#database.exec('begin immediate');
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
    if (this.#database.inTransaction || !WRITES.has(query.query.kind)) return this.#inner.executeQuery<R>(query);
    this.#database.exec('begin immediate');
    try {
      const result = await this.#inner.executeQuery<R>(query);
      this.#database.exec('commit');
      return result;
    } catch (error) {
      if (this.#database.inTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#inner.streamQuery<R>(query, chunkSize);
  }
}
