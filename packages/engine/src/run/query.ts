/** Statements whose text is complete: SELECT streams through a pipe, everything else answers from memory. */
import { EngineError } from '../engine-error.js';
import { refuseOutsideAccess } from '../sql/file-access.js';
import { parseInsert } from '../sql/insert-statement.js';
import { stringLiteral } from '../sql/literal.js';
import { bindParameters } from '../sql/parameters.js';
import { settingsList, statementWithSettings, tailSettings } from '../sql/settings.js';
import type { Statement } from '../sql/statement.js';
import { parseStatement } from '../sql/statement.js';
import type { Engine, ReaderSession } from '../store/engine.js';
import type { Result, Session } from '../store/session.js';
import { execute, withSession } from './execute.js';
import type { AnswerSink, QueryRequest, Summary } from './request.js';

/** Statements whose only effect would stick to a pooled session. */
const STICKY: ReadonlySet<string> = new Set(['SET', 'USE', 'BEGIN', 'START', 'COMMIT', 'ROLLBACK']);

function refuse(statement: Statement, request: QueryRequest): void {
  if (STICKY.has(statement.verb)) {
    throw EngineError.of('NOT_IMPLEMENTED', `${statement.verb} needs a session, and requests have none: send settings and database with each request.`);
  }
  refuseOutsideAccess(statement.tokens, request.allowFiles, request.readonly);
  if (!request.readonly) return;
  if (statement.kind === 'write' || statement.kind === 'backup' || statement.verb === 'KILL') {
    throw EngineError.of('READONLY', `Cannot execute ${statement.verb} in readonly mode.`);
  }
  if (statement.tokens.some((token) => token.upper === 'READONLY')) {
    throw EngineError.of('READONLY', 'Cannot modify the setting readonly in readonly mode.');
  }
}

/** Reads the pipe to its end in any case: bytes left in it would reach the next answer. */
async function runSelect(engine: Engine, session: ReaderSession, statement: Statement, request: QueryRequest, sink: AnswerSink): Promise<Summary> {
  const format = statement.format ?? request.defaultFormat;
  const settings = tailSettings(statement, request.settings);
  const sql = `${statement.body}\nINTO OUTFILE ${stringLiteral(session.pipe.path)} TRUNCATE COMPRESSION 'none' FORMAT ${format}${settings}`;
  sink.start(format);
  const running = execute(engine.killer, session, { sql, format, database: request.database, signal: request.signal });
  const outcome = running.then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error: EngineError.from(error) }),
  );
  await session.pipe.read(
    outcome.then(() => undefined),
    (chunk) => sink.write(chunk),
  );
  const { result, error } = await outcome;
  if (error !== undefined) throw error;
  return { elapsedSeconds: result.elapsed };
}

async function answerFromMemory(result: Result, format: string, sink: AnswerSink): Promise<Summary> {
  sink.start(format);
  if (result.bytes.length > 0) await sink.write(result.bytes);
  return { readRows: result.rowsRead, readBytes: result.bytesRead, elapsedSeconds: result.elapsed };
}

/** `INSERT ... SELECT`: settings belong in front of the query. */
function insertSelectSql(sql: string, statement: Statement, request: QueryRequest): string {
  const insert = parseInsert(sql);
  if (insert === undefined) return sql;
  const taken = new Set([...(insert.settings?.names ?? []), ...(statement.settings?.names ?? []), ...(statement.tail?.names ?? [])]);
  const list = settingsList(request.settings, taken);
  if (list === '') return sql;
  if (insert.settings !== undefined) return `${sql.slice(0, insert.settings.at)} ${list},${sql.slice(insert.settings.at)}`;
  return `${sql.slice(0, insert.targetEnd)} SETTINGS ${list} ${sql.slice(insert.targetEnd)}`;
}

/**
 * Runs one statement and writes its answer to `sink`.
 * @param sql the statement as received, placeholders not yet bound
 * @throws EngineError from the front or the engine; bytes may have been written before
 */
export async function runQuery(engine: Engine, sql: string, request: QueryRequest, sink: AnswerSink): Promise<Summary> {
  const bound = bindParameters(sql, request.parameters);
  const statement = parseStatement(bound);
  refuse(statement, request);
  const { signal, database } = request;
  if (statement.kind === 'select') {
    return withSession(engine.readers, signal, (session) => runSelect(engine, session, statement, request, sink));
  }
  const isInsert = statement.tokens.some((t, i) => t.upper === 'INSERT' && t.kind === 'word' && (i === 0 || statement.verb === 'WITH'));
  const text = isInsert ? insertSelectSql(bound, statement, request) : statementWithSettings(statement, request.settings);
  const format = statement.format ?? request.defaultFormat;
  const work = { sql: text, format, database, signal };
  const run = (session: Session): Promise<Result> => execute(engine.killer, session, work);
  const result = await (statement.kind === 'write' ? withSession(engine.writer, signal, run) : withSession(engine.readers, signal, run));
  return answerFromMemory(result, format, sink);
}
