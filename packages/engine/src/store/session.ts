/**
 * One chDB session: a connection to the process's single embedded engine.
 *
 * Invariants, each learned from a measured failure:
 * - one statement at a time per session; the pool sees to it;
 * - after any error or cancellation the session is drained before its next use, because chDB prepends
 *   the partial rows of a failed query to the session's next buffered result;
 * - nothing sticky: no SET, no bound parameters. The current database is the only state, and it is
 *   compared before each statement.
 */
import type { Session as ChdbSession } from 'chdb';
import { EngineError } from '../engine-error.js';
import { quotedIdentifier } from '../sql/literal.js';

/** A buffered answer. */
export interface Result {
  readonly bytes: Uint8Array;
  readonly rowsRead: number;
  readonly bytesRead: number;
  /** Seconds the engine spent. */
  readonly elapsed: number;
}

export interface Session {
  /**
   * Runs one statement in `database` and buffers its answer, formatted as `format` unless the SQL names one.
   * @throws EngineError as ClickHouse reports it
   */
  execute(sql: string, format: string, database: string): Promise<Result>;
  /** Runs a statement and throws its answer away, so that no leftover can reach the next one. */
  drain(): Promise<void>;
  close(): void;
}

const SCRATCH_DATABASE = 'default';

export class EngineSession implements Session {
  private database = SCRATCH_DATABASE;

  /** @param chdb an open chDB session which nothing else uses */
  constructor(private readonly chdb: ChdbSession) {}

  async execute(sql: string, format: string, database: string): Promise<Result> {
    if (database !== this.database) {
      await this.run(`USE ${quotedIdentifier(database)}`, 'Null');
      this.database = database;
    }
    return this.run(sql, format);
  }

  async drain(): Promise<void> {
    await this.run('SELECT 1', 'Null');
  }

  close(): void {
    this.chdb.close();
  }

  private async run(sql: string, format: string): Promise<Result> {
    try {
      const result = await this.chdb.queryAsync(sql, { format });
      return { bytes: result.bytes(), rowsRead: result.rowsRead, bytesRead: result.bytesRead, elapsed: result.elapsed };
    } catch (error) {
      throw EngineError.from(error);
    }
  }
}
