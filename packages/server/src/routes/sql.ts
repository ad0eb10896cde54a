/** Statements of users over the sites that they may see. */
import { endpoints, type Parsed, SQL_LIMITS } from '@footfall/contract';
import { fileName, fileOf } from '../exports/file.js';
import { statementSheet } from '../exports/statement-sheet.js';
import { type HandlersOf, type RequestContext, userOf } from '../http/handler.js';
import { visibleSites } from '../http/scope.js';
import type { Audit } from '../metadata/audit.js';
import { seenTables } from '../questions/sql/seen-tables.js';
import { askStatement, type StatementAnswer, type Statements } from '../questions/sql/statement.js';
import { createTurns } from '../questions/turns.js';
import type { QuestionDeps } from './asking.js';
import { writeDownIn } from './audited.js';

const { sql: calls } = endpoints;

export interface SqlDeps extends QuestionDeps {
  readonly statements: Statements;
  readonly audit: Pick<Audit, 'record'>;
}

/** Of what one question may take, what a statement may: nobody has looked at it before. */
const MEMORY_SHARE = 0.5;

export function sqlRoutes(deps: SqlDeps): HandlersOf<typeof calls> {
  const { statements, directory, caps, audit, zones, now } = deps;
  const writeDown = writeDownIn(audit);
  const limits = { seconds: SQL_LIMITS.seconds, memory: caps.memory * MEMORY_SHARE, rowsRead: SQL_LIMITS.rowsRead, bytes: SQL_LIMITS.bytes };
  const turns = createTurns({ atOnce: SQL_LIMITS.atOnce, waiting: SQL_LIMITS.waiting });

  async function ask({ sql, params }: Pick<Parsed<typeof calls.ask>, 'sql' | 'params'>, rows: number, context: RequestContext): Promise<StatementAnswer> {
    const user = userOf(context);
    const asked = { sql, params, sites: visibleSites(user, directory), routes: user.grants.routes, limits: { ...limits, rows } };
    const answer = await turns.run({ asker: user.id, signal: context.signal, patience: calls.ask.timeout, work: (signal) => askStatement(statements, { ...asked, signal }) });
    await writeDown(context, 'sql.ask', sql, { rows: answer.rows.length });
    return answer;
  }

  return {
    tables: async (_input, context) => ({
      tables: seenTables(userOf(context).grants.routes).map(({ name, columns }) => ({ name, columns: [...columns] })),
      limits: { seconds: SQL_LIMITS.seconds, rows: SQL_LIMITS.rows, file_rows: SQL_LIMITS.fileRows, bytes: SQL_LIMITS.bytes, rows_read: SQL_LIMITS.rowsRead, length: SQL_LIMITS.length },
    }),
    async ask(input, context) {
      const { columns, rows, took } = await ask(input, SQL_LIMITS.rows, context);
      return { columns: [...columns], rows: rows.map((row) => [...row]), took };
    },
    async export(input, context) {
      const at = now();
      return fileOf(statementSheet(await ask(input, SQL_LIMITS.fileRows, context)), input.format, fileName('', 'sql', undefined, zones(directory.timeZone).text(at)), at);
    },
  };
}
