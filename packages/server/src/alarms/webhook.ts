/** Posts to an address that an administrator gave: the one thing that the server fetches. */
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AlarmSendState } from '@footfall/contract';
import { addressOf, ForbiddenAddress } from './private-addresses.js';

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
    const { address, family } = await abortable(addressOf(target.hostname, allowPrivate), signal);
    const send = target.protocol === 'https:' ? secureRequest : plainRequest;
    const request = send(target, {
      method: 'POST', agent: false, signal,
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), 'user-agent': 'Footfall' },
      lookup: (_host, options, done) => (options.all === true ? done(null, [{ address, family }]) : done(null, address, family)),
    });
    // A failure after the answer, such as the end of the time, is heard by whoever reads.
    request.on('error', () => undefined);
    request.end(body);
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
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

/** A name server may take longer than anybody waits. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('out of time')), { once: true });
  });
  return Promise.race([work, late]);
}
