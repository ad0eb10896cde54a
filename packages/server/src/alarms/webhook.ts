/** Posts to an address that an administrator gave. */
import type { IncomingMessage } from 'node:http';
import type { AlarmSendState } from '@footfall/contract';
import { ForbiddenAddress } from '../outbound/private-addresses.js';
import { sendRequest } from '../outbound/request.js';

const TIMEOUT = 10_000;
/** Bytes of an answer that are read; services say in a few whether they took the message. */
const MOST_ANSWER = 65_536;

export interface PostOptions {
  /** Whether loopback and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Told what was answered; nobody else is. */
  readonly taken: (answer: string) => boolean;
  readonly timeoutMs?: number;
  /** Ends it before its time. */
  readonly stop?: AbortSignal;
}

async function answerOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size >= MOST_ANSWER) break;
  }
  return Buffer.concat(pieces).subarray(0, MOST_ANSWER).toString();
}

/** Sends JSON. Never rejects; follows no redirects, and tells nothing of the answer but whether it was taken. */
export async function post(url: string, body: string, { allowPrivate, taken, timeoutMs = TIMEOUT, stop }: PostOptions): Promise<AlarmSendState> {
  if (!URL.canParse(url)) return 'forbidden';
  const target = new URL(url);
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return 'forbidden';
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop === undefined ? [] : [stop])]);
  try {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
    const response = await sendRequest(target, { method: 'POST', headers, body, allowPrivate, signal });
    const status = response.statusCode ?? 0;
    if (status >= 300 && status < 400) {
      response.destroy();
      return 'redirect';
    }
    const answer = await answerOf(response);
    response.destroy();
    return status >= 200 && status < 300 && taken(answer) ? 'sent' : 'refused';
  } catch (error) {
    if (error instanceof ForbiddenAddress) return 'forbidden';
    return signal.aborted ? 'timeout' : 'unreachable';
  }
}
