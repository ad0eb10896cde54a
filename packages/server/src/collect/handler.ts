import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_HIT_BYTES } from '@footfall/contract';
import { type Answer, PREFLIGHT, WRONG_METHOD } from './answers.js';
import type { Beacons } from './beacons.js';
import { drain, readBody } from './body.js';

/** '' is no body at all: a 204 has not even an empty one. */
function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers);
  if (body === '') response.end();
  else response.end(body);
}

/**
 * `/collect` on bare node:http: every request that is not read directly (see `direct/`). Each is counted in the ledger, also
 * one that never came to its end.
 */
export function collectHandler(beacons: Beacons): (request: IncomingMessage, response: ServerResponse) => void {
  const collect = (request: IncomingMessage, response: ServerResponse): void => {
    const reply = (answer: Answer): void => send(response, answer);
    const { headers } = request;
    const from = beacons.begin(request.socket.remoteAddress, headers, reply);
    if (from === undefined) return drain(request);
    readBody(request, MAX_HIT_BYTES, (body) => {
      if (body.kind === 'whole') return beacons.take(from, headers, body.bytes, reply);
      beacons.refuse(body.kind === 'too_large' ? 'too_large' : 'malformed', reply);
      return drain(request);
    });
  };

  return (request, response) => {
    if (request.method === 'POST') return collect(request, response);
    drain(request);
    send(response, request.method === 'OPTIONS' ? PREFLIGHT : WRONG_METHOD);
  };
}
