import { connect } from 'node:net';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { ImportReport } from '../logs/report.js';
import { OperatorError } from '../operator-error.js';
import { IMPORT_PATH, type ImportMessage } from './control-server.js';

/** Whether a server listens on the socket. */
export function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * Has the running server import one log.
 * @throws OperatorError with the server's words when it can not
 */
export async function importThroughServer(
  path: string,
  log: { readonly site: string; readonly format: string; readonly name: string; readonly bytes: Readable },
  progress: (at: { lines: number; bytes: number }) => void,
): Promise<ImportReport> {
  const query = new URLSearchParams({ site: log.site, format: log.format, name: log.name });
  const asking = request({ socketPath: path, path: `${IMPORT_PATH}?${query.toString()}`, method: 'POST' });
  const answer = new Promise<ImportReport>((resolve, reject) => {
    asking.on('error', (error) => reject(new OperatorError(`the running server broke off the import (${error.message}): import the file again, what is stored already is left out.`, { cause: error })));
    asking.once('response', (response) => {
      const lines = createInterface({ input: response });
      lines.on('line', (line) => {
        const message = JSON.parse(line) as ImportMessage;
        if ('progress' in message) progress(message.progress);
        else if ('report' in message) resolve(message.report);
        else reject(new OperatorError(message.failure));
      });
      lines.on('close', () => reject(new OperatorError('the running server broke off the import: import the file again, what is stored already is left out.')));
    });
  });
  // The server may stop reading once it knows that it can not import: what it says then is the error to show, and the
  // rest of the file need not be sent. A file that can not be read on ends the request, which the answer tells too.
  const sending = pipeline(log.bytes, asking).catch((error: unknown) => error);
  try {
    return await answer;
  } finally {
    asking.destroy();
    await sending;
  }
}
