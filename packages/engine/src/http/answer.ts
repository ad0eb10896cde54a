/**
 * The HTTP answer of one statement.
 *
 * Small answers are held back until the statement has finished, so that they carry the right status,
 * Content-Length and summary. A larger one is streamed with back-pressure. If the statement then fails,
 * the status line is gone already; the client is told as ClickHouse does since 25.11: an exception block
 * marked with the tag announced in the headers, and a connection that ends without the last chunk.
 */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { Gzip } from 'node:zlib';
import { createGzip, gzipSync } from 'node:zlib';
import type { EngineError } from '../engine-error.js';
import type { AnswerSink, Summary } from '../run/request.js';
import { statusOf } from './status.js';

const HOLD_BYTES = 256 * 1024;
/** With wait_end_of_query=1; a larger answer is streamed all the same, to keep this process small. */
const HOLD_WHOLE_BYTES = 32 * 1024 * 1024;
/** A client that takes nothing for this long is cut off: it holds a reader. */
const STALL_MS = 60_000;
/**
 * Formats in which a client sees the exception block while it reads rows and then closes the connection
 * itself. It gets this long to arrive there: a connection that breaks earlier overtakes the message and
 * the client reports "aborted" in place of the error. In other formats the broken connection is the message.
 */
const READ_BY_ROW = /EachRow/i;
const NOTICE_MS = 5000;

const CONTENT_TYPES: ReadonlyArray<readonly [RegExp, string]> = [
  [/^JSON.*EachRow/i, 'application/x-ndjson; charset=UTF-8'],
  [/^JSON/i, 'application/json; charset=UTF-8'],
  [/^CSV/i, 'text/csv; charset=UTF-8; header=absent'],
  [/^(TSV|TabSeparated)/i, 'text/tab-separated-values; charset=UTF-8'],
  [/^(RowBinary|Native|Parquet|Arrow|ORC|Avro)/i, 'application/octet-stream'],
];

export interface AnswerOptions {
  readonly queryId: string;
  readonly gzip: boolean;
  readonly waitForEnd: boolean;
}

function summaryHeader(summary: Summary): string {
  return JSON.stringify({
    ...(summary.readRows === undefined ? {} : { read_rows: String(summary.readRows) }),
    ...(summary.readBytes === undefined ? {} : { read_bytes: String(summary.readBytes) }),
    elapsed_ns: String(Math.round(summary.elapsedSeconds * 1e9)),
  });
}

export class Answer implements AnswerSink {
  private held: Uint8Array[] = [];
  private heldBytes = 0;
  private format = '';
  private sink: Writable | undefined;
  private gzip: Gzip | undefined;
  private tag = '';

  constructor(private readonly response: ServerResponse, private readonly options: AnswerOptions) {
    response.setHeader('X-ClickHouse-Query-Id', options.queryId);
    response.setHeader('X-ClickHouse-Server-Display-Name', 'embedded');
  }

  start(format: string): void {
    this.format = format;
    this.response.setHeader('X-ClickHouse-Format', format);
    const type = CONTENT_TYPES.find(([pattern]) => pattern.test(format))?.[1] ?? 'text/plain; charset=UTF-8';
    this.response.setHeader('Content-Type', type);
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.gone) return;
    if (this.sink !== undefined) return this.push(this.sink, chunk);
    this.held.push(chunk);
    this.heldBytes += chunk.length;
    if (this.heldBytes > (this.options.waitForEnd ? HOLD_WHOLE_BYTES : HOLD_BYTES)) await this.startStreaming();
  }

  /** Completes the answer. */
  end(summary: Summary): void {
    if (this.gone) return;
    if (this.sink !== undefined) {
      this.sink.end();
      return;
    }
    this.response.setHeader('X-ClickHouse-Summary', summaryHeader(summary));
    this.send(200, this.held.length === 1 && this.held[0] !== undefined ? this.held[0] : Buffer.concat(this.held));
  }

  /** Answers with an error, whether or not part of the answer has left already. */
  fail(error: EngineError): void {
    if (this.gone) return;
    if (this.sink !== undefined) {
      this.breakOff(this.sink, error);
      return;
    }
    this.response.setHeader('X-ClickHouse-Exception-Code', String(error.code));
    this.response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
    this.send(statusOf(error.code), Buffer.from(`${error.message}\n`, 'utf8'));
  }

  private get gone(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  private send(status: number, body: Uint8Array): void {
    const bytes = this.options.gzip && body.length > 0 ? gzipSync(body, { level: 1 }) : body;
    if (bytes !== body) this.response.setHeader('Content-Encoding', 'gzip');
    this.response.setHeader('Content-Length', bytes.length);
    this.response.statusCode = status;
    this.response.end(bytes);
  }

  private async startStreaming(): Promise<void> {
    this.tag = randomBytes(8).toString('hex');
    this.response.setHeader('X-ClickHouse-Exception-Tag', this.tag);
    if (this.options.gzip) {
      this.response.setHeader('Content-Encoding', 'gzip');
      this.gzip = createGzip({ level: 1 });
      this.gzip.pipe(this.response);
      this.sink = this.gzip;
    } else {
      this.sink = this.response;
    }
    const { held } = this;
    this.held = [];
    for (const chunk of held) await this.push(this.sink, chunk);
  }

  private async push(sink: Writable, chunk: Uint8Array): Promise<void> {
    if (sink.write(chunk) || this.gone) return;
    await new Promise<void>((resolve) => {
      const stalled = setTimeout(() => this.response.destroy(), STALL_MS);
      const done = (): void => {
        clearTimeout(stalled);
        sink.off('drain', done);
        this.response.off('close', done);
        resolve();
      };
      sink.once('drain', done);
      this.response.once('close', done);
    });
  }

  /** Layout: client-common's extractErrorAtTheEndOfChunk; the length counts the newline after the message. */
  private breakOff(sink: Writable, error: EngineError): void {
    const message = `${error.message}\n`;
    const block = `\r\n__exception__\r\n${this.tag}\r\n${message}${Buffer.byteLength(message)} ${this.tag}\r\n__exception__\r\n`;
    // Everything written goes out, then the connection ends: no terminating chunk, so that no client can
    // take the answer for complete.
    const close = (): void => this.response.socket?.destroySoon();
    const closeLater = (): void => {
      const timer = setTimeout(close, READ_BY_ROW.test(this.format) ? NOTICE_MS : 0);
      this.response.once('close', () => clearTimeout(timer));
    };
    sink.write(block, () => (this.gzip === undefined ? closeLater() : this.gzip.flush(closeLater)));
  }
}
