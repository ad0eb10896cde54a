/**
 * Binds the contract's endpoints to handlers.
 *
 * Invariants: the server does not start with an endpoint without handler or a handler without endpoint; nothing under
 * /api is reached unless its endpoint's access lets it (who may call is decided before the body is read); a handler
 * sees only input that its schema let through.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, FootfallError, success } from '@footfall/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FileAnswer } from '../file-answer.js';
import type { SessionUser } from '../metadata/sessions.js';
import { answerFailure } from './failure.js';
import type { RequestContext } from './handler.js';
import { inputReader } from './input.js';
import { preferredLanguage } from './language.js';
import type { Query } from './query.js';
import type { Authenticated, Callers } from './session.js';

/** Prefix of every endpoint. */
export const API = '/api';

export type AnyHandler = (input: never, context: RequestContext) => Promise<unknown>;
export type EndpointGroups = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
export type HandlerGroups = Readonly<Record<string, Readonly<Record<string, AnyHandler>>>>;

export interface BoundEndpoint {
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
}

/**
 * Pairs endpoints and handlers by group and name.
 * @throws Error naming every endpoint without handler, every handler without endpoint, and every place taken twice.
 */
export function bindEndpoints(groups: EndpointGroups, handlers: HandlerGroups): BoundEndpoint[] {
  const problems: string[] = [];
  const bound: BoundEndpoint[] = [];
  const places = new Set<string>();
  for (const [group, members] of Object.entries(groups)) {
    for (const [name, endpoint] of Object.entries(members)) {
      const handler = own(own(handlers, group), name);
      if (handler) bound.push({ endpoint, handler });
      else problems.push(`endpoint ${group}.${name} has no handler`);
      for (const { method, path } of [endpoint, ...endpoint.aliases]) {
        if (places.has(`${method} ${path}`)) problems.push(`${method} ${path} is taken twice`);
        places.add(`${method} ${path}`);
      }
    }
  }
  for (const [group, members] of Object.entries(handlers)) {
    for (const name of Object.keys(members)) if (!own(own(groups, group), name)) problems.push(`handler ${group}.${name} has no endpoint`);
  }
  if (problems.length > 0) throw new Error(`The contract and the routes do not fit: ${problems.join('; ')}.`);
  return bound;
}

/** A member by name; what every object inherits is none. */
function own<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

export interface BindOptions {
  readonly sessions: Callers;
  /** Whether answers are held to their schema, unknown keys included: in tests. */
  readonly checkAnswers: boolean;
  /** Told of each file before it is sent: whoever takes data away is written down. */
  readonly onDownload?: (download: Download) => Promise<void>;
}

/** A file that somebody takes. */
export interface Download {
  readonly user: SessionUser | null;
  readonly address: string;
  readonly file: FileAnswer;
}

/** Adds a route for each endpoint and alias. */
export function registerEndpoints(app: FastifyInstance, bound: readonly BoundEndpoint[], options: BindOptions): void {
  const authenticated = new WeakMap<FastifyRequest, Authenticated>();
  for (const { endpoint, handler } of bound) {
    const reader = inputReader(endpoint);
    const shared = endpoint.shared && inputReader({ ...endpoint, input: endpoint.shared });
    for (const { method, path } of [endpoint, ...endpoint.aliases]) {
      app.route({
        method,
        url: API + path,
        ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
        onRequest: async (request) => {
          if (endpoint.access === 'public') return;
          const caller = await options.sessions.authenticate(request.headers.authorization, request.ip);
          if (!caller) throw new FootfallError('auth.required');
          if (caller.onlyReads === 'shared' && (!shared || method !== 'POST')) throw new FootfallError('share.scope');
          if (caller.onlyReads === 'granted' && (endpoint.effect !== 'reads' || !Array.isArray(endpoint.access) || !mayCall(endpoint, caller.user))) throw new FootfallError('token.scope');
          if (!mayCall(endpoint, caller.user)) throw new FootfallError('access.forbidden');
          if (endpoint.effect === 'changes' && caller.user.viewing !== null) throw new FootfallError('access.viewing');
          authenticated.set(request, caller);
        },
        handler: async (request, reply) => {
          const caller = authenticated.get(request);
          const signal = abortOnDisconnect(reply);
          try {
            if (caller?.onlyReads === 'shared') shared?.body(request.body);
            // Fastify hands over what parseQuery gave it.
            const input = method === 'POST' ? reader.body(request.body) : reader.query(request.query as Query);
            const data = await handler(input as never, contextOf(request, caller, signal));
            if (endpoint.file) {
              const file = data as FileAnswer;
              await options.onDownload?.({ user: caller?.user ?? null, address: request.ip, file });
              return sendFile(file, reply);
            }
            if (options.checkAnswers) checkAnswer(endpoint, data);
            return await reply.send(success(data));
          } catch (error) {
            // Nobody is left to read an answer; what broke because of that is no failure of the server.
            if (signal.aborted) request.log.debug({ err: error, request_id: request.id }, 'the client went away');
            else answerFailure(error, request, reply);
            return await reply;
          }
        },
        onSend: async (request, reply, payload) => {
          const caller = authenticated.get(request);
          const renewed = caller && options.sessions.successorOf(caller.tokenHash);
          if (renewed !== undefined) {
            reply.header('authorization', renewed).header('access-control-expose-headers', 'authorization');
          }
          return payload;
        },
      });
    }
  }
}

/**
 * Who may call: everyone what is `signed-in`, a role's holder the screens that it grants, an administrator all of it. Who
 * views as a role is an administrator all the same where only the own session is concerned: else there was no way back.
 * An access that this does not know lets nobody in.
 */
export function mayCall({ access, effect }: Endpoint, { grants, viewing }: Pick<SessionUser, 'grants' | 'viewing'>): boolean {
  if (access === 'signed-in') return true;
  if (access === 'admin') return grants.isAdmin || (effect === 'session' && viewing !== null);
  return Array.isArray(access) && (grants.isAdmin || grants.routes.some((route) => access.includes(route)));
}

/**
 * Sends a file while it is written. What fails before its first byte is a failure like others; what fails later breaks the
 * connection, so that no reader takes a part for the whole.
 */
function sendFile({ filename, type, rows, body }: FileAnswer, reply: FastifyReply): FastifyReply {
  return reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      filename: encodeURIComponent(filename),
      'x-total-rows': String(rows),
    })
    .send(body);
}

function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

function contextOf(request: FastifyRequest, caller: Authenticated | undefined, signal: AbortSignal): RequestContext {
  return {
    user: caller?.user ?? null,
    sessionFamily: caller?.family ?? null,
    signal,
    requestId: request.id,
    language: preferredLanguage(request.headers['accept-language']),
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
  };
}

function checkAnswer(endpoint: Endpoint, data: unknown): void {
  const parsed: unknown = endpoint.output.parse(data);
  const sent: unknown = JSON.parse(JSON.stringify(data));
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed)), sent)) {
    throw new Error(`The answer of ${endpoint.id} holds more than its schema: ${JSON.stringify(sent)}`);
  }
}
