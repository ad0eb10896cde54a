import type { IncomingHttpHeaders } from 'node:http';
import { COLLECT_PATH, MAX_HIT_BYTES } from '@footfall/contract';

/** A request that was read directly. */
export interface WholeRequest {
  /** Those that say something of a beacon. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Bytes of it, head and body. */
  readonly size: number;
}

const REQUEST_LINE = `POST ${COLLECT_PATH} HTTP/1.1\r\n`;
/** No honest head is longer. */
const MAX_HEAD = 8_192;
/** One header field, name and value. Nothing in it can be read in two ways, and no input makes it try many. Source: RFC 9112, section 5, without what is obsolete. */
const FIELD = /([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e]*)\r\n/y;
/** Digits that MAX_HIT_BYTES has, at most. */
const LENGTH = /^[1-9]\d{0,5}$/u;

/** What a beacon is judged by. */
const TOLD: ReadonlySet<string> = new Set([
  'user-agent', 'x-forwarded-for', 'dnt', 'sec-gpc', 'sec-ch-ua', 'sec-ch-ua-full-version-list', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'sec-ch-ua-platform-version', 'sec-ch-ua-arch', 'sec-ch-ua-model',
]);
/** What says how long a body is, or that more is wanted of the connection than an answer. */
const OTHERWISE: ReadonlySet<string> = new Set(['transfer-encoding', 'expect', 'upgrade', 'trailer']);

/**
 * The beacon that `bytes` begin with, when it is whole and said in the plainest way: exactly this request line, one host, one length, no field
 * twice that matters, no byte but printable ASCII. Null for everything else, which is left to node:http as it came: so nothing is
 * refused here, and nothing is read here of which another reader might see the end elsewhere.
 */
export function readWhole(bytes: Buffer): WholeRequest | null {
  const text = bytes.toString('latin1', 0, Math.min(bytes.length, MAX_HEAD));
  if (!text.startsWith(REQUEST_LINE)) return null;
  const headers: IncomingHttpHeaders = {};
  let hosts = 0;
  let length = 0;
  let at = REQUEST_LINE.length;
  while (!text.startsWith('\r\n', at)) {
    FIELD.lastIndex = at;
    const field = FIELD.exec(text);
    if (field === null) return null;
    at = FIELD.lastIndex;
    const [, written = '', rest = ''] = field;
    const name = written.toLowerCase();
    const value = rest.trim();
    if (TOLD.has(name)) {
      if (headers[name] !== undefined) return null;
      // Read once more: a piece of `text` that is remembered somewhere would keep all of it.
      headers[name] = bytes.toString('latin1', at - 2 - rest.length, at - 2).trim();
    } else if (name === 'content-length') {
      if (length !== 0 || !LENGTH.test(value)) return null;
      length = Number(value);
    } else if (name === 'host') {
      hosts += 1;
    } else if (OTHERWISE.has(name) || (name === 'connection' && value.toLowerCase() !== 'keep-alive')) {
      return null;
    }
  }
  const start = at + 2;
  if (hosts !== 1 || length === 0 || length > MAX_HIT_BYTES || bytes.length < start + length) return null;
  return { headers, body: bytes.subarray(start, start + length), size: start + length };
}
