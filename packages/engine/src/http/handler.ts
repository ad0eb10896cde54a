/** From an HTTP request to a statement, and back. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAbsolute } from 'node:path';
import { EngineError } from '../engine-error.js';
import type { Log } from '../log.js';
import { runInsert } from '../run/insert.js';
import { runQuery } from '../run/query.js';
import type { QueryRequest, Summary } from '../run/request.js';
import { parseInsert } from '../sql/insert-statement.js';
import type { Engine } from '../store/engine.js';
import { Answer } from './answer.js';
import type { Spool } from './body.js';
import { readBody } from './body.js';
import { boundaryOf, readParts } from './multipart.js';
import type { RequestOptions } from './request-options.js';
import { readOptions } from './request-options.js';

export interface HandlerOptions {
  readonly engine: Engine;
  readonly spool: Spool;
  readonly authenticate: (headers: IncomingMessage['headers']) => boolean;
  readonly log: Log;
  /** The statements being answered; aborting one kills it. Kept up to date by the handler. */
  readonly running: Set<AbortController>;
}

/** A message as it may be logged: up to its first quote, behind which somebody's address may stand. */
const loggable = (message: string): string => message.replace(/'.*$/su, "'…").slice(0, 500);

/** Cut from `INSERT ... FORMAT X` so that a semicolon before the rows is not taken for a statement. */
const headOf = (sql: string, end: number): string => sql.slice(0, end).replace(/[\s;]+$/, '');

async function runText(handler: HandlerOptions, sql: string, raw: Buffer | undefined, query: QueryRequest, answer: Answer): Promise<Summary> {
  const insert = parseInsert(sql);
  if (insert?.source !== 'rows') return runQuery(handler.engine, sql, query, answer);
  const head = sql.slice(0, insert.dataStart);
  const rows = raw === undefined ? Buffer.from(sql.slice(insert.dataStart), 'utf8') : raw.subarray(Buffer.byteLength(head, 'utf8'));
  return handler.spool.withRows(rows, (path) => runInsert(handler.engine, headOf(sql, insert.dataStart), path, query));
}

/** The rows are in a file already, which whoever asks has written on this machine; the engine reads that one. */
async function runFromFile(engine: Engine, sql: string, path: string, query: QueryRequest): Promise<Summary> {
  const insert = parseInsert(sql);
  if (insert?.source !== 'rows' || sql.slice(insert.dataStart).trim() !== '') throw EngineError.of('SYNTAX_ERROR', 'engine_rows_file goes with INSERT INTO table [(columns)] FORMAT name, without rows.');
  if (!query.allowFiles || query.readonly) throw EngineError.of('ACCESS_DENIED', 'engine_rows_file reads a file, which this engine refuses without engine_allow_files=1 and in a readonly request.');
  // ClickHouse expands these, and inserts nothing at all, without an error, when no file matches.
  if (!isAbsolute(path) || /[*?{}[\]\\]/.test(path)) throw EngineError.of('ACCESS_DENIED', 'engine_rows_file has to be an absolute path without any of * ? { } [ ] \\.');
  return runInsert(engine, headOf(sql, insert.dataStart), path, query);
}

/** `?query=` holds the statement and the body its rows; without it the body is the statement. */
async function run(handler: HandlerOptions, request: IncomingMessage, options: RequestOptions, query: QueryRequest, answer: Answer): Promise<Summary> {
  const { spool, engine } = handler;
  const boundary = boundaryOf(request.headers['content-type']);
  if (boundary !== undefined) {
    const parts = readParts((await readBody(request)).toString('utf8'), boundary);
    for (const [name, value] of parts) if (name.startsWith('param_')) options.parameters.set(name.slice('param_'.length), value);
    return runText(handler, parts.get('query') ?? options.query, undefined, query, answer);
  }
  if (options.query === '') {
    const body = await readBody(request);
    if (options.rowsFile !== undefined) return runFromFile(engine, body.toString('utf8'), options.rowsFile, query);
    return runText(handler, body.toString('utf8'), body, query, answer);
  }
  if (options.rowsFile !== undefined) return runFromFile(engine, options.query, options.rowsFile, query);
  const insert = parseInsert(options.query);
  if (insert?.source === 'rows' && options.query.slice(insert.dataStart).trim() === '') {
    return spool.withBody(request, (path) => runInsert(engine, headOf(options.query, insert.dataStart), path, query));
  }
  const rest = await readBody(request);
  return runText(handler, rest.length === 0 ? options.query : `${options.query}\n${rest.toString('utf8')}`, undefined, query, answer);
}

async function handleStatement(handler: HandlerOptions, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  let answer: Answer | undefined;
  const gone = new AbortController();
  handler.running.add(gone);
  try {
    const options = readOptions(request, url);
    answer = new Answer(response, options);
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    answer.end(await run(handler, request, options, { ...options, signal: gone.signal }, answer));
  } catch (cause) {
    const error = EngineError.from(cause);
    handler.log.warn('query_failed', { code: error.code, reason: loggable(error.message) });
    (answer ?? new Answer(response, { queryId: '', gzip: false, waitForEnd: false })).fail(error);
  } finally {
    handler.running.delete(gone);
  }
}

/** Request listener for node:http. */
export function createHandler(handler: HandlerOptions): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/ping') {
      response.setHeader('Content-Type', 'text/html; charset=UTF-8').end('Ok.\n');
      return;
    }
    const refuse = (error: EngineError): void => {
      // The body is not read, so the connection cannot be used again.
      response.setHeader('Connection', 'close');
      new Answer(response, { queryId: '', gzip: false, waitForEnd: false }).fail(error);
    };
    if (!handler.authenticate(request.headers)) {
      refuse(EngineError.of('AUTHENTICATION_FAILED', 'Authentication failed: password is incorrect.'));
    } else if (url.pathname !== '/' || !['GET', 'POST'].includes(request.method ?? '')) {
      refuse(EngineError.of('NOT_IMPLEMENTED', `There is no handler for ${request.method ?? ''} ${url.pathname}.`));
    } else {
      void handleStatement(handler, request, response, url);
    }
  };
}
