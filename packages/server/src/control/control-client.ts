import { connect } from 'node:net';
import { type ClientRequest, request } from 'node:http';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { FormatChoice } from '../logs/choose-format.js';
import type { ImportReport } from '../logs/report.js';
import { OperatorError } from '../operator-error.js';
import { FOLLOW_PATH, IMPORT_PATH, type ImportMessage } from './control-server.js';

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

interface Asked extends FormatChoice {
  readonly site: string;
  readonly dryRun?: boolean;
  readonly crawlersOnly?: boolean;
}

type Progress = (at: ImportReport & { readonly bytes: number }) => void;

const BROKEN_OFF = 'the running server broke off the import';
const AGAIN = 'import the file again, what is stored already is left out.';

/** The words of a request as the control server reads them. */
function queryOf({ site, format, dateFormat, timeFormat, dryRun, crawlersOnly }: Asked, more: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({ site, format, ...more });
  if (dateFormat !== undefined) query.set('date_format', dateFormat);
  if (timeFormat !== undefined) query.set('time_format', timeFormat);
  if (dryRun === true) query.set('dry_run', '1');
  if (crawlersOnly === true) query.set('crawlers_only', '1');
  return query.toString();
}

/** The report at the end of an answer; rejects with OperatorError when there is none. */
function answerOf(asking: ClientRequest, progress: Progress): Promise<ImportReport> {
  return new Promise<ImportReport>((resolve, reject) => {
    asking.on('error', (error) => reject(new OperatorError(`${BROKEN_OFF} (${error.message}): ${AGAIN}`, { cause: error })));
    asking.once('response', (response) => {
      const lines = createInterface({ input: response });
      lines.on('line', (line) => {
        const message = JSON.parse(line) as ImportMessage;
        if ('progress' in message) progress(message.progress);
        else if ('report' in message) resolve(message.report);
        else reject(new OperatorError(message.failure));
      });
      lines.on('error', (error) => reject(new OperatorError(`${BROKEN_OFF} (${error.message}): ${AGAIN}`, { cause: error })));
      lines.on('close', () => reject(new OperatorError(`${BROKEN_OFF}: ${AGAIN}`)));
    });
  });
}

/**
 * Has the running server import one log.
 * @throws OperatorError with the server's words when it can not
 */
export async function importThroughServer(path: string, asked: Asked, log: { readonly name: string; readonly bytes: Readable }, progress: Progress): Promise<ImportReport> {
  const asking = request({ socketPath: path, path: `${IMPORT_PATH}?${queryOf(asked, { name: log.name })}`, method: 'POST' });
  const answer = answerOf(asking, progress);
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

/**
 * Has the running server follow a log until the signal; resolves with what became of it until then.
 * @param file an absolute path, which the server must be able to read
 * @throws OperatorError with the server's words when it can not
 */
export async function followThroughServer(path: string, asked: Asked, file: string, signal: AbortSignal, progress: Progress): Promise<ImportReport> {
  let latest: ImportReport = { lines: 0, visits: 0, spider_hits: 0, refused: {}, first_at: null, last_at: null };
  const asking = request({ socketPath: path, path: `${FOLLOW_PATH}?${queryOf(asked, { path: file })}`, method: 'POST' });
  const answer = answerOf(asking, ({ bytes, ...report }) => {
    latest = report;
    progress({ ...report, bytes });
  });
  signal.addEventListener('abort', () => asking.destroy(), { once: true });
  asking.end();
  try {
    return await answer;
  } catch (error) {
    // What was told last is what became of it: the server keeps what it has read.
    if (signal.aborted) return latest;
    throw error;
  } finally {
    asking.destroy();
  }
}
