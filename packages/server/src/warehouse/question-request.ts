/**
 * One question over ClickHouse's HTTP interface, on kept-alive sockets of node:http.
 *
 * Beside `@clickhouse/client`, which waits for a timer before each request (over a millisecond): a dashboard asks a dozen
 * questions of few milliseconds each. Same interface, same errors, for the embedded engine and for a server (ADR 5).
 */
import { randomBytes } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { parseError } from '@clickhouse/client';
import type { StoreAddress } from './connection.js';

export interface Asking {
  /**
   * The answer to a statement, whole, as text. `options` are settings and `param_*`, in the address.
   * @throws AnswerTooLarge beyond `mostBytes`
   */
  ask(sql: string, options: URLSearchParams, signal: AbortSignal, more?: More): Promise<string>;
  /** Closes the sockets; what is being asked fails. */
  close(): void;
}

export interface More {
  /** Of the answer. */
  readonly mostBytes?: number;
  /** `param_*` that are too long for an address, as text. */
  readonly values?: ReadonlyMap<string, string>;
}

/** What is sent. */
interface Sent {
  readonly type: string;
  readonly body: string;
}

/** An answer that was given up because it is larger than whoever asked can take. */
export class AnswerTooLarge extends Error {}

/** A socket that was idle may have been closed by the other side just before the request: nothing was read then. */
class StaleSocket extends Error {}

const UNREAD = new Set(['ECONNRESET', 'EPIPE']);

const isUnread = (error: unknown): boolean => error instanceof Error && 'code' in error && UNREAD.has(String(error.code));

/** With values it is a form, of which the statement is a part. */
function sentOf(sql: string, values: ReadonlyMap<string, string> = new Map()): Sent {
  if (values.size === 0) return { type: 'text/plain; charset=UTF-8', body: sql };
  const boundary = `footfall-${randomBytes(16).toString('hex')}`;
  const parts = [['query', sql] as const, ...values].map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts.join('')}--${boundary}--\r\n` };
}

/**
 * Opens no socket before the first question.
 * @param sockets questions under way at once at most; more wait for a socket
 */
export function openAsking(address: StoreAddress, database: string, sockets: number): Asking {
  const url = new URL(address.url);
  const secure = url.protocol === 'https:';
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: sockets, scheduling: 'lifo' });
  const send = secure ? httpsRequest : httpRequest;
  const headers = {
    authorization: `Basic ${Buffer.from(`${address.username}:${address.password}`).toString('base64')}`,
    'x-clickhouse-database': database,
    'user-agent': 'footfall',
  };

  // What it has closed itself is not to be asked again: nobody waits for it, and the store waits with its end for what runs.
  let isClosed = false;

  function once({ type, body }: Sent, path: string, signal: AbortSignal, from: HttpAgent | false, mostBytes: number): Promise<string> {
    return new Promise((resolve, reject) => {
      const request = send(url, { agent: from, method: 'POST', path, signal, headers: { ...headers, 'content-type': type, 'content-length': Buffer.byteLength(body) } });
      request.on('error', (error) => reject(request.reusedSocket && isUnread(error) ? new StaleSocket('the idle socket was closed', { cause: error }) : error));
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= mostBytes) chunks.push(chunk);
          else response.destroy(new AnswerTooLarge(`the answer is larger than ${mostBytes} bytes`));
        });
        response.on('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          if (response.statusCode === 200) resolve(text);
          else reject(parseError(text));
        });
      });
      request.end(body);
    });
  }

  return {
    async ask(sql, options, signal, { mostBytes = Number.POSITIVE_INFINITY, values } = {}) {
      const path = `${url.pathname}?${options.toString()}`;
      const sent = sentOf(sql, values);
      try {
        return await once(sent, path, signal, agent, mostBytes);
      } catch (error) {
        if (!(error instanceof StaleSocket) || isClosed) throw error;
        // Others may be stale as well: this one gets a socket of its own.
        return await once(sent, path, signal, false, mostBytes);
      }
    },
    close() {
      isClosed = true;
      agent.destroy();
    },
  };
}
