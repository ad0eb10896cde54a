/**
 * INSERT with rows. The rows are in a file by now and the engine reads them with FROM INFILE: it is
 * safe for any bytes (rows inside the SQL text are trimmed at the end, which corrupts RowBinary and
 * Native) and the fastest of the ways measured.
 */
import { EngineError } from '../engine-error.js';
import { refuseOutsideAccess } from '../sql/file-access.js';
import type { InsertStatement } from '../sql/insert-statement.js';
import { parseInsert } from '../sql/insert-statement.js';
import { stringLiteral } from '../sql/literal.js';
import { bindParameters } from '../sql/parameters.js';
import { settingsList } from '../sql/settings.js';
import { tokenize } from '../sql/tokenize.js';
import type { Engine } from '../store/engine.js';
import { execute, withSession } from './execute.js';
import type { QueryRequest, Summary } from './request.js';

function insertSql(sql: string, insert: InsertStatement, path: string, settings: ReadonlyMap<string, string>): string {
  const own = insert.settings === undefined ? '' : sql.slice(insert.settings.at, insert.settings.end).trim();
  const list = [settingsList(settings, insert.settings?.names ?? new Set()), own].filter((part) => part !== '').join(', ');
  const clause = list === '' ? '' : ` SETTINGS ${list}`;
  return `${sql.slice(0, insert.targetEnd)} FROM INFILE ${stringLiteral(path)} COMPRESSION 'none'${clause} FORMAT ${insert.format}`;
}

/**
 * @param head the INSERT up to and including FORMAT or VALUES, placeholders not yet bound
 * @param path absolute path of the file with the rows, uncompressed
 * @throws EngineError from the front or the engine; no row is acknowledged then
 */
export async function runInsert(engine: Engine, head: string, path: string, request: QueryRequest): Promise<Summary> {
  const sql = bindParameters(head, request.parameters);
  const insert = parseInsert(sql);
  if (insert === undefined || insert.source !== 'rows' || !/^[A-Za-z0-9_]+$/.test(insert.format)) {
    throw EngineError.of('SYNTAX_ERROR', 'Syntax error: expected INSERT INTO table [(columns)] [SETTINGS ...] FORMAT name.');
  }
  const tokens = [...tokenize(sql)];
  if (tokens.some((token) => !token.closed || token.text === ';')) throw EngineError.of('SYNTAX_ERROR', 'Syntax error in INSERT: a quote is not closed, or there are several statements.');
  refuseOutsideAccess(tokens, request.allowFiles, request.readonly);
  if (request.readonly) throw EngineError.of('READONLY', 'Cannot execute INSERT in readonly mode.');
  const work = { sql: insertSql(sql, insert, path, request.settings), format: 'Null', database: request.database, signal: request.signal };
  const result = await withSession(engine.writer, request.signal, (session) => execute(engine.killer, session, work));
  return { elapsedSeconds: result.elapsed };
}
