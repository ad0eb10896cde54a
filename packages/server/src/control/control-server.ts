/**
 * What commands ask of a running server, on a Unix socket in its data folder: the store has one owner, so an import
 * started beside the server is run by it. The socket's permissions are those of the folder's owner.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Importer } from '../importer.js';
import { streamSource } from '../logs/source.js';
import { UnknownLogFormat } from '../logs/detect.js';
import { OperatorError } from '../operator-error.js';
import type { Logger } from 'pino';

export const IMPORT_PATH = '/import';

export interface ControlServer {
  close(): Promise<void>;
}

/** One line of the answer to an import. */
export type ImportMessage =
  | { readonly progress: { readonly lines: number; readonly bytes: number } }
  | { readonly report: Awaited<ReturnType<Importer>> }
  | { readonly failure: string };

async function answerImport(request: IncomingMessage, response: ServerResponse, importer: Importer, log: Logger): Promise<void> {
  const { searchParams } = new URL(request.url ?? '', 'http://control');
  const cancel = new AbortController();
  response.on('close', () => cancel.abort());
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const say = (message: ImportMessage) => response.write(`${JSON.stringify(message)}\n`);
  try {
    const report = await importer({
      domain: searchParams.get('site') ?? '',
      format: searchParams.get('format') ?? 'auto',
      sources: [streamSource(searchParams.get('name') ?? 'standard input', request)],
      progress: ({ lines, bytes }) => say({ progress: { lines, bytes } }),
      signal: cancel.signal,
    });
    say({ report });
  } catch (error) {
    const meant = error instanceof OperatorError || error instanceof UnknownLogFormat;
    if (!meant) log.error({ err: error }, 'an import failed');
    say({ failure: error instanceof Error ? error.message : String(error) });
  }
  response.end();
  request.destroy();
}

/** Listens on the socket; a socket left by a server that was killed is taken over, since the folder's lock says that it is gone. */
export async function startControl(path: string, importer: Importer, log: Logger): Promise<ControlServer> {
  rmSync(path, { force: true });
  const server = createServer((request, response) => {
    if (request.method === 'POST' && request.url?.startsWith(IMPORT_PATH) === true) void answerImport(request, response, importer, log);
    else response.writeHead(404).end();
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
