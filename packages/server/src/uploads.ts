/**
 * Access logs that come through the console, in parts. Invariants:
 * - an upload holds what of it waits to be imported and nothing else: a part that finds no room is not taken, and is sent again;
 * - bytes are taken in order and once, however often a part is sent: it counts where it begins;
 * - an upload that nobody sends to or asks about is given up after a minute, so that it does not keep others from their turn.
 */
import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { FootfallError, type LogReport, type LogUploadState } from '@footfall/contract';
import type { Importer } from './importer.js';
import { chooseFormat, type FormatChoice, NoSuchFormat } from './logs/choose-format.js';
import { UnknownLogFormat } from './logs/detect.js';
import { LOG_FORMATS } from './logs/formats/registry.js';
import { streamSource } from './logs/source.js';

export interface UploadRequest extends FormatChoice {
  readonly userId: number;
  readonly domain: string;
  readonly name: string;
  readonly crawlersOnly?: boolean;
  readonly dryRun: boolean;
}

/** All fail with FootfallError: `log.upload_unknown` for an id that is none (of that user), and what the import itself failed with. */
export interface Uploads {
  /** The layouts there are. */
  formats(): { name: string; summary: string }[];
  /** @throws FootfallError `log.upload_busy`, `log.format` */
  start(request: UploadRequest): string;
  part(userId: number, id: string, at: number, bytes: Buffer): Promise<LogUploadState>;
  finish(userId: number, id: string): Promise<LogUploadState>;
  cancel(userId: number, id: string): Promise<void>;
  /** Gives all up. */
  close(): Promise<void>;
}

interface Upload {
  readonly userId: number;
  readonly stream: PassThrough;
  readonly cancel: AbortController;
  /** Settles when the import has ended; never rejects. */
  readonly ended: Promise<void>;
  received: number;
  report: LogReport;
  done: boolean;
  failure: unknown;
  idle: NodeJS.Timeout;
}

const AT_ONCE = 4;
const IDLE_MS = 60_000;
const WAIT_MS = 3_000;
/** Bytes that may wait to be imported. */
const ROOM = 1_048_576;
const NOTHING: LogReport = { lines: 0, visits: 0, spider_hits: 0, refused: {}, first_at: null, last_at: null };

/** What went wrong, in the words of the error table. */
function failureOf(error: unknown): unknown {
  if (error instanceof UnknownLogFormat || error instanceof NoSuchFormat) return new FootfallError('log.format', { reason: error.message }, { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('Z_') ? new FootfallError('log.damaged', {}, { cause: error }) : error;
}

/** Writes down how an import ended. Never rejects. */
async function settle(upload: () => Upload, importing: Promise<LogReport>): Promise<void> {
  try {
    const report = await importing;
    Object.assign(upload(), { report, done: true });
  } catch (error) {
    upload().failure = error;
  }
}

function within(ms: number, promise: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** @param waitMs milliseconds that a call waits for room, or for the end, before it tells how far things are */
export function createUploads(importer: Importer, waitMs = WAIT_MS): Uploads {
  const uploads = new Map<string, Upload>();

  function find(userId: number, id: string): Upload {
    const upload = uploads.get(id);
    if (upload?.userId !== userId) throw new FootfallError('log.upload_unknown');
    upload.idle.refresh();
    return upload;
  }

  /** How far it is; an upload that failed is over once somebody was told. */
  function stateOf(id: string, upload: Upload): LogUploadState {
    if (upload.failure !== undefined) {
      forget(id, upload);
      throw failureOf(upload.failure);
    }
    if (upload.done) forget(id, upload);
    return { received: upload.received, report: upload.report, done: upload.done };
  }

  function forget(id: string, upload: Upload): void {
    clearTimeout(upload.idle);
    uploads.delete(id);
  }

  function giveUp(id: string, upload: Upload): Promise<void> {
    forget(id, upload);
    upload.cancel.abort(new FootfallError('log.upload_unknown'));
    upload.stream.destroy();
    return upload.ended;
  }

  return {
    formats: () => LOG_FORMATS.map(({ name, summary }) => ({ name, summary })),

    start({ userId, domain, name, format, dateFormat, timeFormat, crawlersOnly, dryRun }) {
      try {
        chooseFormat({ format, dateFormat, timeFormat });
      } catch (error) {
        throw failureOf(error);
      }
      if (uploads.size >= AT_ONCE) throw new FootfallError('log.upload_busy', { retry_after: 10 });
      const id = randomUUID();
      const stream = new PassThrough({ highWaterMark: ROOM });
      const cancel = new AbortController();
      const state: Upload = {
        userId, stream, cancel, received: 0, report: NOTHING, done: false, failure: undefined,
        idle: setTimeout(() => void giveUp(id, state), IDLE_MS).unref(),
        ended: settle(() => state, importer.import({
          domain, format, dateFormat, timeFormat, crawlersOnly, dryRun, signal: cancel.signal, sources: [streamSource(name, stream)],
          progress: ({ source: _source, bytes: _bytes, ...report }) => void (state.report = report),
        })),
      };
      uploads.set(id, state);
      return id;
    },

    async part(userId, id, at, bytes) {
      const upload = find(userId, id);
      const { stream } = upload;
      if (stream.writableNeedDrain) await within(waitMs, Promise.race([upload.ended, new Promise((resolve) => stream.once('drain', resolve))]));
      if (at === upload.received && upload.failure === undefined && !stream.writableNeedDrain && stream.writable) {
        upload.received += bytes.length;
        stream.write(bytes);
      }
      return stateOf(id, upload);
    },

    async finish(userId, id) {
      const upload = find(userId, id);
      upload.stream.end();
      await within(waitMs, upload.ended);
      return stateOf(id, upload);
    },

    cancel: (userId, id) => giveUp(id, find(userId, id)),

    async close() {
      await Promise.all(Array.from(uploads, ([id, upload]) => giveUp(id, upload)));
    },
  };
}
