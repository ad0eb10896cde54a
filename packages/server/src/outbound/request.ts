/** Asks another server: the only way out over HTTP. */
import { once } from 'node:events';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { addressOf } from './private-addresses.js';

export interface Outgoing {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: string;
  /** Whether loopback and private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Ends it, also while the answer is read. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request to the one address that the host was found to have, and follows no redirect. Whoever calls reads the answer or destroys it.
 * @throws ForbiddenAddress; an error of the network; anything when the signal fires
 */
export async function sendRequest(target: URL, { method, headers, body, allowPrivate, signal }: Outgoing): Promise<IncomingMessage> {
  const { address, family } = await addressOf(target.hostname, allowPrivate, signal);
  const send = target.protocol === 'https:' ? secureRequest : plainRequest;
  const request = send(target, {
    method, agent: false, signal,
    headers: { 'user-agent': 'Footfall', ...headers },
    lookup: (_host, options, done) => (options.all === true ? done(null, [{ address, family }]) : done(null, address, family)),
  });
  // A failure after the answer, such as the end of the time, is heard by whoever reads.
  request.on('error', () => undefined);
  request.end(body);
  const [response] = (await once(request, 'response', { signal })) as [IncomingMessage];
  return response;
}
