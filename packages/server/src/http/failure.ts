import { envelopeOf, FootfallError } from '@footfall/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from './input.js';

/**
 * Any thrown value as a failure of the table, or undefined when it is nothing the client did: then it is logged, and
 * the client learns nothing but the request id.
 */
function knownFailure(thrown: unknown): FootfallError | undefined {
  if (thrown instanceof FootfallError) return thrown;
  if (!(thrown instanceof Error)) return undefined;
  const statusCode = 'statusCode' in thrown ? thrown.statusCode : undefined;
  // What Fastify itself refuses before a handler runs.
  if (statusCode === 413) return new FootfallError('request.too_large');
  if (statusCode === 415) return invalid([{ path: '', message: 'send the body as application/json' }]);
  if (statusCode === 403 || statusCode === 404) return new FootfallError('request.not_found');
  if (statusCode === 400) return invalid([{ path: '', message: 'the address or the body could not be read' }]);
  return undefined;
}

/** Answers with a failure's envelope and matching HTTP status; what has no name is `server.failed`. */
export function answerFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = knownFailure(thrown);
  if (!known) request.log.error({ err: thrown, request_id: request.id, method: request.method, path: pathOf(request.url) }, 'a request failed');
  const envelope = envelopeOf(known ?? thrown, request.id);
  const wait = known?.details['retry_after'];
  if (typeof wait === 'number') void reply.header('retry-after', String(Math.ceil(wait)));
  // JSON whatever was being sent when it failed.
  return reply.code(envelope.code).header('content-type', 'application/json; charset=utf-8').removeHeader('content-length').send(envelope);
}

/** The path of a request's address, without its query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
