import type { IncomingHttpHeaders } from 'node:http';
import { COLLECT_PATH, MAX_BATCH_BYTES, MAX_HIT_BYTES, SERVER_EVENTS_PATH } from '@footfall/contract';
import { detached } from '../../enrich/text.js';

/** The head of a request that is read directly. */
export interface Head {
  /** Those that say something of what is sent. */
  readonly headers: IncomingHttpHeaders;
  /** Bytes of it. */
  readonly size: number;
  /** Bytes of the body that follows. */
  readonly length: number;
  /** Where the digits stand that say how long the body is. */
  readonly lengthAt: number;
}

/** A beacon that was read directly. */
export interface WholeRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Bytes of it, head and body. */
  readonly size: number;
  readonly lengthAt: number;
}

const BEACON_LINE = `POST ${COLLECT_PATH} HTTP/1.1\r\n`;
const BATCH_LINE = `POST ${SERVER_EVENTS_PATH} HTTP/1.1\r\n`;
/** No honest head is longer. */
const MAX_HEAD = 8_192;
/** Header fields up to the end of a head. Nothing in it can be read in two ways, and no input makes it try many. Source: RFC 9112, section 5, without what is obsolete. */
const FIELDS = /(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*\r\n)+\r\n/y;
/** Digits that MAX_BATCH_BYTES has, at most. */
const LENGTH = /^[1-9]\d{0,6}$/u;

/** What a beacon is judged by. */
const TOLD: ReadonlySet<string> = new Set([
  'user-agent', 'x-forwarded-for', 'dnt', 'sec-gpc', 'sec-ch-ua', 'sec-ch-ua-full-version-list', 'sec-ch-ua-mobile', 'sec-ch-ua-platform', 'sec-ch-ua-platform-version', 'sec-ch-ua-arch', 'sec-ch-ua-model',
]);
/** What says how long a body is, or that more is wanted of the connection than an answer. */
const OTHERWISE: ReadonlySet<string> = new Set(['transfer-encoding', 'expect', 'upgrade', 'trailer']);

/** What becomes of a header field: it says something of a beacon, whose batch it is, how long what is sent is, or where it goes; it may want another answer; or it is passed over. */
type Kind = 'told' | 'key' | 'length' | 'host' | 'connection' | 'otherwise' | 'none';

function kindOf(name: string): Kind {
  if (TOLD.has(name)) return 'told';
  if (OTHERWISE.has(name)) return 'otherwise';
  if (name === 'content-length') return 'length';
  if (name === 'authorization') return 'key';
  return name === 'host' || name === 'connection' ? name : 'none';
}

/** Fields by their names as they are written, in whatever letters; what is looked up again and again needs not be made small each time. */
const known = new Map<string, { readonly name: string; readonly kind: Kind }>();
/** Strangers write names of their own, as many and as long as they like. */
const MOST_KNOWN = 1_000;
const LONGEST_KNOWN = 40;

function fieldOf(written: string): { readonly name: string; readonly kind: Kind } {
  const held = known.get(written);
  if (held !== undefined) return held;
  const name = written.toLowerCase();
  const field = { name, kind: kindOf(name) };
  // A copy: a piece of a head would keep all of it.
  if (known.size < MOST_KNOWN && written.length <= LONGEST_KNOWN) known.set(detached(written), field);
  return field;
}

/** The head that `bytes` begin with, with the fields of one kind; null for one that is not whole, or not said in the plainest way. */
function readHead(bytes: Buffer, line: string, wanted: 'told' | 'key'): Head | null {
  const text = bytes.toString('latin1', 0, Math.min(bytes.length, MAX_HEAD));
  if (!text.startsWith(line)) return null;
  const headers: IncomingHttpHeaders = {};
  let hosts = 0;
  let length = 0;
  let lengthAt = 0;
  FIELDS.lastIndex = line.length;
  if (!FIELDS.test(text)) return null;
  const size = FIELDS.lastIndex;
  for (let at = line.length; at < size - 2; ) {
    const colon = text.indexOf(':', at);
    const end = text.indexOf('\r', colon);
    const { name, kind } = fieldOf(text.slice(at, colon));
    if (kind === wanted) {
      if (headers[name] !== undefined) return null;
      // Read once more: a piece of `text` that is remembered somewhere would keep all of it.
      headers[name] = bytes.toString('latin1', colon + 1, end).trim();
    } else if (kind === 'length') {
      const value = text.slice(colon + 1, end).trim();
      if (length !== 0 || !LENGTH.test(value)) return null;
      length = Number(value);
      lengthAt = text.indexOf(value, colon);
    } else if (kind === 'host') {
      hosts += 1;
    } else if (kind === 'otherwise' || (kind === 'connection' && text.slice(colon + 1, end).trim().toLowerCase() !== 'keep-alive')) {
      return null;
    }
    at = end + 2;
  }
  return hosts === 1 && length > 0 ? { headers, size, length, lengthAt } : null;
}

/**
 * The beacon that `bytes` begin with, when it is whole and said in the plainest way: exactly this request line, one host, one length, no field
 * twice that matters, no byte but printable ASCII. Null for everything else, which is left to node:http as it came: so nothing is
 * refused here, and nothing is read here of which another reader might see the end elsewhere.
 */
export function readWhole(bytes: Buffer): WholeRequest | null {
  const head = readHead(bytes, BEACON_LINE, 'told');
  if (head === null) return null;
  const { headers, size: start, length, lengthAt } = head;
  if (length > MAX_HIT_BYTES || bytes.length < start + length) return null;
  return { headers, body: bytes.subarray(start, start + length), size: start + length, lengthAt };
}

/** The head of a batch of server events, whose body may be on its way still; null as `readWhole`. */
export function readBatchHead(bytes: Buffer): Head | null {
  const head = readHead(bytes, BATCH_LINE, 'key');
  return head === null || head.length > MAX_BATCH_BYTES ? null : head;
}
