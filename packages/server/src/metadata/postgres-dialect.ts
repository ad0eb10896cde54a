import { CompiledQuery, type DatabaseConnection, type Driver, PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';

/** Any constant will do, as long as every Footfall takes the same one, and migrations another. */
const TRANSACTION_LOCK = 7_346_618;
/** How long a transaction waits for the one before it, as long as SQLite waits for a writer. */
const LOCK_TIMEOUT = '5s';

/**
 * PostgreSQL whose transactions go one after the other, as SQLite's do: each takes a lock as it begins, so that what one has read and checked
 * holds until it has written, between processes too. Nobody waits for long: accounts, sites and rules are changed by people.
 */
export class SerialPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new SerialPostgresDriver(this.#config);
  }
}

class SerialPostgresDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'; select pg_advisory_xact_lock(${TRANSACTION_LOCK})`));
    } catch (error) {
      // The connection goes back to the others: not with a transaction that failed. One that broke is thrown away.
      await this.rollbackTransaction(connection).catch(() => undefined);
      throw error;
    }
  }
}
