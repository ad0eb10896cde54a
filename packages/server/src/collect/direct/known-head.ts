import type { IncomingHttpHeaders } from 'node:http';
import { MAX_HIT_BYTES } from '@footfall/contract';
import type { WholeRequest } from './request.js';

/** A head of more bytes is not kept: there may be ten thousand connections, and who sends beacons hardly has a longer one. */
const LONGEST = 2_048;
const ZERO = 0x30;
const NINE = 0x39;

/** A head that was read on a connection: whoever sends over it says the same each time, but for how long the body is. */
export interface KnownHead {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** Where the digits of the length begin and end in `bytes`. */
  readonly lengthAt: number;
  readonly lengthEnd: number;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;

/**
 * The head of a request, to be kept; null when it is too long for that.
 * @param bytes what `readWhole` read the request from
 */
export function knownHead(bytes: Buffer, { headers, body, size, lengthAt }: WholeRequest): KnownHead | null {
  const end = size - body.length;
  if (end > LONGEST) return null;
  // A copy: a piece of what came would keep all of it.
  const kept = Buffer.allocUnsafeSlow(end);
  bytes.copy(kept, 0, 0, end);
  return { headers, bytes: kept, lengthAt, lengthEnd: lengthAt + String(body.length).length };
}

/** What `readWhole` gives, when `bytes` begin with the same head as before; null when they do not, or are not whole. The two compare heads instead of reading one. */
export function readAgain(bytes: Buffer, { headers, bytes: head, lengthAt, lengthEnd }: KnownHead): WholeRequest | null {
  if (bytes.length < head.length || head.compare(bytes, 0, lengthAt, 0, lengthAt) !== 0) return null;
  let at = lengthAt;
  let length = 0;
  for (; isDigit(bytes[at]) && length <= MAX_HIT_BYTES; at += 1) length = length * 10 + (bytes[at] ?? 0) - ZERO;
  const start = at + head.length - lengthEnd;
  if (bytes[lengthAt] === ZERO || length === 0 || length > MAX_HIT_BYTES || bytes.length < start + length) return null;
  if (head.compare(bytes, at, start, lengthEnd, head.length) !== 0) return null;
  return { headers, body: bytes.subarray(start, start + length), size: start + length, lengthAt };
}
