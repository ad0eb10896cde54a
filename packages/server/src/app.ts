/**
 * Builds the HTTP application out of ready-made parts; it never listens.
 *
 * Invariants: `/collect`, `/p.gif` and `/api/v1/events` are dispatched before anything else and never wait for the rest; everything else under
 * `/api` answers with an envelope; nothing the server did not foresee tells a client more than a request id.
 */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { type Endpoint, FootfallError, sendEvents } from '@footfall/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { attachDirect, type Direct, type DirectParts } from './collect/direct/attach.js';
import { API, bindEndpoints, type BindOptions, type EndpointGroups, type HandlerGroups, registerEndpoints } from './http/bind.js';
import { connectionLimit } from './http/connection-limit.js';
import { registerAvatars } from './http/avatar-files.js';
import { type ConsoleFiles, registerConsole } from './http/console-files.js';
import { registerDocs } from './http/docs.js';
import { answerFailure, pathOf } from './http/failure.js';
import { type Health, registerHealth } from './http/health.js';
import { type MetricsOptions, registerMetrics } from './http/metrics.js';
import { parseQuery } from './http/query.js';
import { securityHeaders } from './http/security.js';
import type { Callers } from './http/session.js';
import { registerTracker, TRACKER_PATHS } from './http/tracker-file.js';
import type { Avatars } from './metadata/avatars.js';
import type { Role } from './config.js';
import type { Rate } from './rates.js';

export type WayIn = (request: http.IncomingMessage, response: http.ServerResponse) => void;

export interface AppOptions extends MetricsOptions {
  readonly endpoints: EndpointGroups;
  readonly handlers: HandlerGroups;
  readonly sessions: Callers;
  /** What this process serves; what others do is answered with a word that says so. */
  readonly role?: Role;
  /** The ways in, by path: each takes every request to its path, of any method. */
  readonly waysIn: ReadonlyMap<string, WayIn>;
  /** What can be read before node:http is read so; without it, nothing. */
  readonly direct?: Pick<DirectParts, 'beacons' | 'events'>;
  readonly avatars: Pick<Avatars, 'find'>;
  readonly onDownload?: NonNullable<BindOptions['onDownload']>;
  readonly health: () => Promise<Health>;
  /** Folder of the built console. */
  readonly consoleFolder: string;
  /** File of the built tracker. */
  readonly trackerFile: string;
  readonly version: string;
  readonly log: Logger;
  /** Which proxies in front are believed about the client's address: all, none, so many hops, or these networks. */
  readonly trustProxy: boolean | number | string[];
  /** Requests to /api that an address may make; no limit without it. */
  readonly rate?: Rate;
  /** Holds answers to their schema; for tests. */
  readonly checkAnswers?: boolean;
}

export interface App {
  /** Not listening yet. */
  readonly server: http.Server;
  /** Asks without a network; for tests. */
  readonly inject: FastifyInstance['inject'];
  /**
   * Stops: no new connections, new requests are told to come again, running ones may finish.
   * @param graceMs after that long, what still runs is cut.
   */
  close(graceMs?: number): Promise<void>;
}

const BODY_LIMIT = 1_048_576;
/** Room for a long filter in a GET's address. */
const MAX_HEADER_BYTES = 65_536;
const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 30_000;
/** Longer than the usual 60 s of a proxy in front, so that it is never we who close under its request. */
const KEEP_ALIVE_TIMEOUT = 65_000;
/** How often it is looked for clients that are over their time; Node's own 30 s would let a slow one stay three times as long as it may. */
const CHECK_EVERY = 5_000;
const CLOSE_GRACE = 10_000;
const STOPPING_RETRY_SECONDS = 5;
const LIMITED_RETRY_SECONDS = 5;

/**
 * Builds the application.
 * @throws Error when contract and handlers don't fit.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const bound = bindEndpoints(options.endpoints, options.handlers);
  const listed = bound.map(({ endpoint }) => endpoint);
  const { trustProxy, role = 'all' } = options;
  const waysIn = role === 'console' ? new Map<string, WayIn>() : options.waysIn;
  const logger: FastifyBaseLogger = options.log;
  const holder: { server?: http.Server } = {};
  let stopping = false;

  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      answerFailure(error, request, reply);
    },
    serverFactory: (handler) => {
      holder.server = http.createServer(
        { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT, requestTimeout: REQUEST_TIMEOUT, keepAliveTimeout: KEEP_ALIVE_TIMEOUT, connectionsCheckingInterval: CHECK_EVERY },
        (request, response) => {
          const wayIn = waysIn.get(pathOf(request.url ?? ''));
          // Else a kept-alive connection would hold the server up for as long as its client likes.
          if (stopping) response.setHeader('connection', 'close');
          if (wayIn === undefined) handler(request, response);
          else takeVisit(wayIn, options.log, request, response);
        },
      );
      holder.server.maxConnections = connectionLimit();
      return holder.server;
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders(pathOf(request.url)), 'x-request-id': request.id });
    if (stopping) throw new FootfallError('server.stopping', { retry_after: STOPPING_RETRY_SECONDS });
    if (request.url.startsWith(`${API}/`) && options.rate?.take(request.ip) === false) throw new FootfallError('request.limited', { retry_after: LIMITED_RETRY_SECONDS });
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    // Else a kept-alive connection would hold the server up for as long as its client likes.
    if (stopping) void reply.header('connection', 'close');
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug({ request_id: request.id, method: request.method, path: pathOf(request.url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
  takeJson(app);
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));

  registerHealth(app, options);
  registerMetrics(app, options);
  if (role !== 'console') await registerTracker(app, options.trackerFile);
  if (role === 'collect') {
    app.setNotFoundHandler((request, reply) => answerFailure(new FootfallError('request.other_role', { role }), request, reply));
  } else {
    registerEndpoints(app, bound, { sessions: options.sessions, checkAnswers: options.checkAnswers ?? false, ...(options.onDownload === undefined ? {} : { onDownload: options.onDownload }) });
    registerDocs(app, [...listed, sendEvents], options.version);
    registerAvatars(app, options.avatars);
    const othersPaths = new Set(role === 'console' ? [...options.waysIn.keys(), ...TRACKER_PATHS] : []);
    answerUnknown(app, await registerConsole(app, options.consoleFolder), methodsOf(listed), othersPaths);
  }

  await app.ready();
  const { server } = holder;
  if (!server) throw new Error('Fastify made no server');
  const direct = options.direct === undefined || role === 'console' ? null : attachDirect(server, { ...options.direct, now: Date.now, log: options.log, lookEvery: CHECK_EVERY });
  return {
    server,
    inject: app.inject.bind(app),
    async close(graceMs = CLOSE_GRACE) {
      stopping = true;
      await closeServer(server, direct, graceMs);
      await app.close();
    },
  };
}

/** What no route answers: a wrong method, what a process with the other role serves, an address of the console's own, or nothing that there is. */
function answerUnknown(app: FastifyInstance, consoleFiles: ConsoleFiles, methods: ReadonlyMap<string, readonly string[]>, othersPaths: ReadonlySet<string>): void {
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    if (othersPaths.has(path)) return answerFailure(new FootfallError('request.other_role', { role: 'console' }), request, reply);
    const allowed = methods.get(path);
    if (allowed) {
      void reply.header('allow', allowed.join(', '));
      return answerFailure(new FootfallError('request.method'), request, reply);
    }
    const isApi = path === API || path.startsWith(`${API}/`);
    if (!isApi && consoleFiles.answerNavigation(request, reply)) return reply;
    return answerFailure(new FootfallError('request.not_found'), request, reply);
  });
}

/** A beacon that nobody foresaw must not take the server down. */
function takeVisit(wayIn: WayIn, log: Logger, request: http.IncomingMessage, response: http.ServerResponse): void {
  try {
    wayIn(request, response);
  } catch (error) {
    log.error({ err: error }, 'the way in failed');
    if (!response.headersSent) response.writeHead(500);
    response.end();
  }
}

/** Only JSON, and an empty body is an empty object: a POST without fields is well. */
function takeJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, {});
    else void parse(request, body, done);
  });
}

/** The methods of each path, for a 405 that says what there is. */
function methodsOf(endpoints: readonly Endpoint[]): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const endpoint of endpoints) {
    for (const { method, path } of [endpoint, ...endpoint.aliases]) methods.set(API + path, [...(methods.get(API + path) ?? []), method]);
  }
  return methods;
}

async function closeServer(server: http.Server, direct: Direct | null, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  direct?.finish();
  const deadline = setTimeout(() => {
    server.closeAllConnections();
    direct?.destroy();
  }, graceMs);
  await closed;
  clearTimeout(deadline);
}
