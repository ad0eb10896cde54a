import type { IncomingMessage, ServerResponse } from 'node:http';
import { envelopeOf, FootfallError, MAX_BATCH_BYTES } from '@footfall/contract';
import type { CountedSite } from '../../enrich/site.js';
import type { Answer } from '../answers.js';
import { type Body, drain, readBody } from '../body.js';
import { type EventRequests, eventsAnswer } from './requests.js';

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}

/** `POST /api/v1/events` on bare node:http: every request that is not read directly (see `../direct/`). */
export function serverEventsHandler(events: EventRequests): (request: IncomingMessage, response: ServerResponse) => void {
  const work = async (request: IncomingMessage, response: ServerResponse, site: CountedSite, body: Body): Promise<void> => {
    const answer = body.kind === 'whole' ? await events.take(site, body.bytes) : events.refuse(body.kind === 'aborted' ? 'broken_off' : 'too_large', site.id);
    send(response, answer);
    drain(request);
  };

  return (request, response) => {
    if (request.method !== 'POST') {
      send(response, eventsAnswer(envelopeOf(new FootfallError('request.method')), { allow: 'POST' }));
      return drain(request);
    }
    const site = events.siteOf(request.headers.authorization);
    if (site === undefined) {
      send(response, events.refuse('no_key', 0));
      return drain(request);
    }
    const bytes = Math.min(Number(request.headers['content-length'] ?? MAX_BATCH_BYTES) || 0, MAX_BATCH_BYTES);
    if (!events.enter(bytes)) {
      send(response, events.refuse('busy', site.id));
      return drain(request);
    }
    readBody(request, MAX_BATCH_BYTES, (body) => {
      void work(request, response, site, body).finally(() => events.leave(bytes));
    });
  };
}
