/**
 * What commands ask of a running server, on a Unix socket in its data folder: the store has one owner, so an import or a
 * backup started beside the server is run by it. The socket's permissions are those of the folder's owner.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isAbsolute } from 'node:path';
import type { Logger } from 'pino';
import type { Importer } from '../importer.js';
import { NoSuchFormat } from '../logs/choose-format.js';
import { UnknownLogFormat } from '../logs/detect.js';
import type { ImportReport } from '../logs/report.js';
import { streamSource } from '../logs/source.js';
import { OperatorError } from '../operator-error.js';

export const IMPORT_PATH = '/import';
export const FOLLOW_PATH = '/follow';
export const SNAPSHOT_PATH = '/snapshot';
export const STATE_PATH = '/state';
export const VISITOR_PATH = '/visitor';
export const MOVE_PATH = '/move';

/** What can be asked beside an import, by path: each answers with one line, `{result}` or `{failure}`. */
export type Answers = ReadonlyMap<string, (given: URLSearchParams) => Promise<unknown>>;

/** What lasts, by path: it tells how far it is, and is broken off when nobody listens any more. Answers with lines, `{progress}`, then `{result}` or `{failure}`. */
export type Tasks = ReadonlyMap<string, (given: URLSearchParams, progress: (at: unknown) => void, signal: AbortSignal) => Promise<unknown>>;

export interface ControlServer {
  close(): Promise<void>;
}

/** One line of the answer to an import. */
export type ImportMessage =
  | { readonly progress: ImportReport & { readonly bytes: number } }
  | { readonly report: ImportReport }
  | { readonly failure: string };

/** Runs what a request asks for; resolves with undefined for a path that is none. */
function runRequest(request: IncomingMessage, importer: Importer, say: (message: ImportMessage) => void, signal: AbortSignal): Promise<ImportReport> | undefined {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://control');
  const job = {
    domain: searchParams.get('site') ?? '',
    format: searchParams.get('format') ?? 'auto',
    dateFormat: searchParams.get('date_format') ?? undefined,
    timeFormat: searchParams.get('time_format') ?? undefined,
    crawlersOnly: searchParams.get('crawlers_only') === '1',
    progress: ({ source: _source, ...progress }: ImportReport & { source: string; bytes: number }) => say({ progress }),
    signal,
  };
  if (pathname === IMPORT_PATH) {
    return importer.import({ ...job, dryRun: searchParams.get('dry_run') === '1', sources: [streamSource(searchParams.get('name') ?? 'standard input', request)] });
  }
  const path = searchParams.get('path') ?? '';
  return pathname === FOLLOW_PATH && isAbsolute(path) ? importer.follow({ ...job, path }) : undefined;
}

async function answerOnce(answers: () => Promise<unknown>, response: ServerResponse, log: Logger): Promise<void> {
  try {
    response.end(JSON.stringify({ result: await answers() }));
  } catch (error) {
    if (!(error instanceof OperatorError)) log.error({ err: error }, 'a command could not be answered');
    response.end(JSON.stringify({ failure: error instanceof Error ? error.message : String(error) }));
  }
}

async function runTask(task: (progress: (at: unknown) => void, signal: AbortSignal) => Promise<unknown>, response: ServerResponse, log: Logger): Promise<void> {
  const cancel = new AbortController();
  response.on('close', () => cancel.abort());
  const say = (line: unknown): void => void response.write(`${JSON.stringify(line)}\n`);
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  try {
    say({ result: await task((progress) => say({ progress }), cancel.signal) });
  } catch (error) {
    if (!(error instanceof OperatorError)) log.error({ err: error }, 'a command could not be carried out');
    say({ failure: error instanceof Error ? error.message : String(error) });
  }
  response.end();
}

async function answer(request: IncomingMessage, response: ServerResponse, importer: Importer, log: Logger): Promise<void> {
  const cancel = new AbortController();
  response.on('close', () => cancel.abort());
  const say = (message: ImportMessage) => response.write(`${JSON.stringify(message)}\n`);
  try {
    const running = request.method === 'POST' ? runRequest(request, importer, say, cancel.signal) : undefined;
    response.writeHead(running === undefined ? 404 : 200, { 'content-type': 'application/x-ndjson' });
    if (running !== undefined) say({ report: await running });
  } catch (error) {
    const meant = error instanceof OperatorError || error instanceof UnknownLogFormat || error instanceof NoSuchFormat;
    if (!meant && !cancel.signal.aborted) log.error({ err: error }, 'an import failed');
    say({ failure: error instanceof Error ? error.message : String(error) });
  }
  response.end();
  request.destroy();
}

/** Listens on the socket; a socket left by a server that was killed is taken over, since the folder's lock says that it is gone. */
export async function startControl(path: string, { importer, answers, tasks }: { readonly importer: Importer; readonly answers: Answers; readonly tasks: Tasks }, log: Logger): Promise<ControlServer> {
  rmSync(path, { force: true });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://control');
    const [once, task] = request.method === 'POST' ? [answers.get(pathname), tasks.get(pathname)] : [undefined, undefined];
    if (task !== undefined) void runTask((progress, signal) => task(searchParams, progress, signal), response, log);
    else void (once === undefined ? answer(request, response, importer, log) : answerOnce(() => once(searchParams), response, log));
  });
  // An import lasts as long as its file.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return {
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
  };
}
